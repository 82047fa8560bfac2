import { readFileSync } from "node:fs";
import { batchFile } from "../../../capabilities/batch/batch-files.ts";
import { BATCH_FORMATS } from "../../../capabilities/batch/batch-schema.ts";
import { scopeBatchHere } from "../../../capabilities/batch/scope-batch.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { writeWhole } from "../../../files/write-whole.ts";
import { type Command, type CommandContext, type CommandInput, given, OPERATOR, textOption } from "../command.ts";

/** `dosah batch`: the verdicts of a whole list from the register file, as one file. */
export const batch: Command = {
  words: "batch",
  usage: `batch [FILE|-] [--country C] [--format ${BATCH_FORMATS.join("|")}] [--out F] [--names] [--strict] [--json]`,
  help: "judge a list of firms by the register file: a number or name a line, or a table",
  options: {
    country: { type: "string" },
    format: { type: "string" },
    out: { type: "string" },
    names: { type: "boolean" },
    strict: { type: "boolean" },
  },
  positionals: [0, 1],
  state: "optional",
  run: async (input, context) => {
    const stated = textOption(input, "format");
    const format = BATCH_FORMATS.find((each) => each === (stated ?? "json"));
    if (format === undefined) throw new ServiceError(wrongFormat);
    const args = given({
      text: await bytesOf(input, context),
      country: textOption(input, "country"),
      names: input.values.names === true,
      locale: input.locale,
    });
    const { answer } = await context.call(scopeBatchHere, args, [], OPERATOR);
    const content = format === "json" ? `${JSON.stringify(answer)}\n` : batchFile(answer, format, input.locale).content;
    const out = textOption(input, "out");
    if (out !== undefined) save(out, content);
    else if (typeof content !== "string") throw new ServiceError(needsFile);
    else context.terminal.out(content.trimEnd());
    const counts = `${answer.answered} / ${answer.count}`;
    const isFailed = input.values.strict === true && answer.failed > 0;
    return { err: [counts], ...(isFailed ? { exit: 1 } : {}) };
  },
};

/** @throws ServiceError for a place where nothing can be written */
function save(file: string, content: string | Uint8Array): void {
  try {
    writeWhole(file, content, true);
  } catch (cause) {
    throw new ServiceError({ ...noFile, field: "out", standsFor: "data" }, { cause });
  }
}

/** The list: a file, or standard input. @throws ServiceError for a file that is not there */
async function bytesOf({ positionals }: CommandInput, { terminal }: CommandContext): Promise<Uint8Array> {
  const [file = "-"] = positionals;
  if (file === "-") return terminal.read();
  try {
    return readFileSync(file);
  } catch {
    throw new ServiceError(noFile);
  }
}

const wrongFormat: Problem = {
  code: "invalid_arguments",
  field: "format",
  message: {
    sk: `--format je jedno z: ${BATCH_FORMATS.join(", ")}.`,
    cs: `--format je jedno z: ${BATCH_FORMATS.join(", ")}.`,
    en: `--format is one of: ${BATCH_FORMATS.join(", ")}.`,
  },
  nextStep: { sk: "Zvoľte jeden z nich.", cs: "Zvolte jeden z nich.", en: "Choose one of them." },
};

const needsFile: Problem = {
  code: "invalid_arguments",
  field: "out",
  message: {
    sk: "Zošit XLSX sa nedá vypísať na terminál.",
    cs: "Sešit XLSX nelze vypsat na terminál.",
    en: "A workbook cannot be printed.",
  },
  nextStep: { sk: "Doplňte --out SÚBOR.", cs: "Doplňte --out SOUBOR.", en: "Add --out FILE." },
};

const noFile: Problem = {
  code: "invalid_arguments",
  message: {
    sk: "Súbor sa nedá otvoriť.",
    cs: "Soubor nelze otevřít.",
    en: "The file cannot be opened.",
  },
  nextStep: { sk: "Skontrolujte jeho cestu.", cs: "Zkontrolujte jeho cestu.", en: "Check its path." },
};
