import { operatorScan } from "../../../capabilities/scans/operator-scan.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";
import { scanLines } from "../scan-lines.ts";

/** The scan was run and has no result. */
const SCAN_FAILED = 3;

/** `dosah scan firma.sk` */
export const scanCommand: Command = {
  words: "scan",
  usage: "scan DOMAIN [--full --owner-confirmed] [--organization ID] [--fresh] [--json]",
  help: "scan a domain; with an organization the result is stored",
  state: "optional",
  options: {
    full: { type: "boolean" },
    "owner-confirmed": { type: "boolean" },
    organization: { type: "string" },
    fresh: { type: "boolean" },
  },
  positionals: [1, 1],
  run: async (input, { call }) => {
    const args = given({
      domain: input.positionals[0],
      full: input.values.full,
      ownerConfirmed: input.values["owner-confirmed"],
      organization: textOption(input, "organization"),
      fresh: input.values.fresh,
      locale: input.locale,
    });
    const { answer } = await call(operatorScan, args, [], OPERATOR);
    const exit = answer.status === "failed" ? { exit: SCAN_FAILED } : {};
    return { json: answer, lines: scanLines(answer, input.locale), ...exit };
  },
};
