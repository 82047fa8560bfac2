import { registerImport } from "../../../capabilities/registers/register-import.ts";
import { formatNumber } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";
import { unreadableEndsLine } from "../unreadable-ends.ts";

const formats = registerImport.input.shape.format.options;

/** `dosah registers import`: reads an official file into the snapshot, while serving goes on. */
export const registersImport: Command = {
  words: "registers import",
  usage: `registers import --country CZ|SK --format ${formats.join("|")} --file FILE [--activities FILE] [--as-of YYYY-MM-DD] [--json]`,
  help: "import a register file",
  options: {
    country: { type: "string" },
    format: { type: "string" },
    file: { type: "string" },
    activities: { type: "string" },
    "as-of": { type: "string" },
  },
  run: async (input, { call, terminal }) => {
    const args = given({
      country: textOption(input, "country"),
      format: textOption(input, "format"),
      file: textOption(input, "file"),
      activities: textOption(input, "activities"),
      asOf: textOption(input, "as-of"),
    });
    const { answer } = await call(registerImport, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    const { companies, rows, skipped, seconds } = answer;
    terminal.out(
      `${formatNumber(rows, input.locale)} rows read, ${formatNumber(skipped, input.locale)} skipped, ${formatNumber(companies, input.locale)} firms published in ${seconds} s`,
    );
    for (const line of unreadableEndsLine(answer.unreadableEnds, input.locale)) terminal.err(line);
    for (const { line, reason } of answer.firstSkipped) terminal.err(`line ${line}: ${reason}`);
  },
};
