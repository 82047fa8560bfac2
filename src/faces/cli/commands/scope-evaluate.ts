import { scopeEvaluate as capability } from "../../../capabilities/scope/scope-evaluate.ts";
import { parseAmount, parseHeadcount } from "../../../capabilities/scope/typed-number.ts";
import { type Command, given, listOption, OPERATOR, textOption } from "../command.ts";
import { verdictLines } from "../verdict-lines.ts";

/** `dosah scope evaluate`: the verdict for typed facts. */
export const scopeEvaluate: Command = {
  words: "scope evaluate",
  usage:
    "scope evaluate --country SK|CZ --nace CODE... [--nace-revision 2|2.1] [--employees N] [--turnover EUR] [--balance EUR] [--legal-form CODE] [--service S] [--activity NUMBER...] [--answer KEY=VALUE...] [--group JSON] [--json]",
  help: "the verdict for facts that you state",
  state: "optional",
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
    activity: { type: "string", multiple: true },
    answer: { type: "string", multiple: true },
    group: { type: "string" },
  },
  positionals: [0, 50],
  run: async (input, { call }) => {
    const named = input.values.nace;
    // `--nace 35.11 61.10` reads naturally: the words after the first code are codes too.
    const codes = [...(Array.isArray(named) ? named : []), ...input.positionals];
    const revision = textOption(input, "nace-revision") ?? "2";
    const args = given({
      country: textOption(input, "country"),
      nace: codes.map((code) => ({ code, revision })),
      employees: typedNumber(textOption(input, "employees"), parseHeadcount),
      sizeCode: textOption(input, "size-code"),
      turnoverEur: typedNumber(textOption(input, "turnover"), parseAmount),
      balanceSheetEur: typedNumber(textOption(input, "balance"), parseAmount),
      legalForm: textOption(input, "legal-form"),
      sizeIndependentService: textOption(input, "service"),
      activities: listOption(input, "activity"),
      answers: answersOf(listOption(input, "answer")),
      group: jsonOption(textOption(input, "group")),
      locale: input.locale,
    });
    const { answer } = await call(capability, args, [], OPERATOR);
    return { json: answer, lines: verdictLines(answer, input.locale) };
  },
};

/** A number as people type it; what is none stays a text, so that the schema names the field. */
function typedNumber(typed: string | undefined, parse: typeof parseAmount): number | string | undefined {
  const number = typed === undefined ? undefined : parse(typed);
  return number === "wrong" ? typed : number;
}

/** `key=yes`, `key=120`, `key=make` or `key=ai,space` as the values that the capability takes; the schema names what is wrong. */
function answersOf(typed: readonly string[] | undefined): Record<string, unknown> | undefined {
  if (typed === undefined) return undefined;
  return Object.fromEntries(
    typed.map((each) => {
      const at = each.indexOf("=");
      return at < 0 ? [each, null] : [each.slice(0, at), answerValue(each.slice(at + 1))];
    }),
  );
}

function answerValue(text: string): unknown {
  if (text === "yes" || text === "true") return true;
  if (text === "no" || text === "false") return false;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text.includes(",") ? text.split(",").filter((part) => part !== "") : text;
}

/** What is no JSON stays a text, so that the schema names the field. */
function jsonOption(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
