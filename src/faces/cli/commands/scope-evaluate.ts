import { scopeEvaluate as capability } from "../../../capabilities/scope/scope-evaluate.ts";
import { type Command, given, numberOption, OPERATOR, textOption } from "../command.ts";
import { verdictLines } from "../verdict-lines.ts";

/** `dosah scope evaluate`: the verdict for typed facts. */
export const scopeEvaluate: Command = {
  words: "scope evaluate",
  usage:
    "scope evaluate --country SK|CZ --nace CODE... [--nace-revision 2|2.1] [--employees N] [--turnover EUR] [--balance EUR] [--legal-form CODE] [--service S] [--json]",
  help: "the verdict for facts that you state",
  options: {
    country: { type: "string" },
    nace: { type: "string", multiple: true },
    "nace-revision": { type: "string" },
    employees: { type: "string" },
    "size-code": { type: "string" },
    turnover: { type: "string" },
    balance: { type: "string" },
    "legal-form": { type: "string" },
    service: { type: "string" },
  },
  positionals: [0, 50],
  run: async (input, { call, terminal }) => {
    const named = input.values.nace;
    // `--nace 35.11 61.10` reads naturally: the words after the first code are codes too.
    const codes = [...(Array.isArray(named) ? named : []), ...input.positionals];
    const revision = textOption(input, "nace-revision") ?? "2";
    const args = given({
      country: textOption(input, "country"),
      nace: codes.map((code) => ({ code, revision })),
      employees: numberOption(input, "employees"),
      sizeCode: textOption(input, "size-code"),
      turnoverEur: numberOption(input, "turnover"),
      balanceSheetEur: numberOption(input, "balance"),
      legalForm: textOption(input, "legal-form"),
      sizeIndependentService: textOption(input, "service"),
      locale: input.locale,
    });
    const { answer } = await call(capability, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const line of verdictLines(answer, input.locale)) terminal.out(line);
  },
};
