import { auditVerify } from "../../../capabilities/audit/audit-verify.ts";
import type { Locale } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah audit verify`: the heads, or the first entry that does not fit and exit code 1. */
export const auditVerifyCommand: Command = {
  words: "audit verify",
  usage: "audit verify [--organization ID] [--json]",
  help: "recompute the chains of the audit log",
  options: { organization: { type: "string" } },
  positionals: [0, 0],
  run: async (input, { call, terminal }) => {
    const args = given({ organization: textOption(input, "organization"), locale: input.locale });
    const { answer } = await call(auditVerify, args, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else for (const { stream, seq, hash } of answer.heads) terminal.out(`${stream}  ${seq}  ${hash}`);
    if (answer.fault !== null)
      throw new ServiceError(brokenAt(answer.fault.stream, answer.fault.seq, answer.fault.why));
    if (!input.json) terminal.err(sums[input.locale](answer.entries));
  },
};

const sums: Readonly<Record<Locale, (entries: number) => string>> = {
  sk: (entries) => `Záznam udalostí je celý, záznamov: ${entries}.`,
  cs: (entries) => `Záznam událostí je celý, záznamů: ${entries}.`,
  en: (entries) => `The audit log is whole, entries: ${entries}.`,
};

function brokenAt(stream: string, seq: number, why: string): Problem {
  return {
    code: "not_found",
    message: {
      sk: `Záznam udalostí nesedí: ${stream}, poradie ${seq} (${why}).`,
      cs: `Záznam událostí nesedí: ${stream}, pořadí ${seq} (${why}).`,
      en: `The audit log does not fit: ${stream}, number ${seq} (${why}).`,
    },
    nextStep: {
      sk: "Porovnajte ho s poslednou zálohou a s odloženými koncami reťazcov.",
      cs: "Porovnejte ho s poslední zálohou a s uloženými konci řetězců.",
      en: "Compare it with the last backup and with the heads that were kept elsewhere.",
    },
  };
}
