import { formatNumber } from "../../core/text.ts";
import { defineCapability } from "../capability.ts";
import { type ImportOutcome, importInput } from "./register-import-schema.ts";
import { unreadableEndsLine } from "./unreadable-ends.ts";

/** Reads an official register file into the snapshot; the published file is swapped only when the new one is whole. */
export const registerImport = defineCapability({
  name: "register_import",
  access: "operator",
  input: importInput,
  run: ({ locale: _locale, ...request }, { operator }): Promise<ImportOutcome> => operator.importRegister(request),
  cli: {
    words: "registers import",
    help: "import a register file",
    state: "registers",
    options: ["country", "format", "file", "activities", "asOf"],
    values: { country: "CZ|SK", file: "FILE", activities: "FILE" },
    lines: ({ companies, rows, skipped, seconds }) => [
      `${formatNumber(rows, "en")} rows read, ${formatNumber(skipped, "en")} skipped, ${formatNumber(companies, "en")} firms published in ${seconds} s`,
    ],
    err: ({ unreadableEnds, firstSkipped }) => [
      ...unreadableEndsLine(unreadableEnds),
      ...firstSkipped.map(({ line, reason }) => `line ${line}: ${reason}`),
    ],
  },
});
