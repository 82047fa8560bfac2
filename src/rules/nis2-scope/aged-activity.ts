import { CATEGORIES } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { NaceCode } from "../../core/nace.ts";
import { isAged } from "./fact-age.ts";
import { CURRENT_ACTIVITY, type DatedCode, type ScopeFacts } from "./facts.ts";
import type { OpenFact } from "./question-order.ts";
import type { AgedActivity, ScopeVerdict } from "./verdict.ts";

/**
 * The facts by which a firm is judged: codes of an old source that the firm says are no longer right are left out, and
 * with them that source's word on which activity is the main one. Codes stated since then stay.
 */
export function currentFacts(facts: ScopeFacts, asOf: Day): ScopeFacts {
  if (facts.naceAsOf === undefined || facts.answers?.[CURRENT_ACTIVITY] !== false) return facts;
  const aged = agedCodes(facts, asOf);
  return aged.length === 0 ? facts : withoutCodes(facts, aged);
}

/**
 * The question whether old codes still hold, asked where the answer would be another one without them.
 * @param facts as `currentFacts` gives them
 * @param verdict what they give as they are
 * @param judge the verdict for other facts
 * @returns `null` where no code is old, where the firm has answered, or where the codes decide nothing
 */
export function findAgedActivity(
  facts: ScopeFacts,
  verdict: Pick<ScopeVerdict, "category" | "regimeId">,
  asOf: Day,
  judge: (facts: ScopeFacts) => Pick<ScopeVerdict, "category" | "regimeId">,
): { readonly question: OpenFact; readonly activity: AgedActivity } | null {
  if (facts.naceAsOf === undefined || facts.answers?.[CURRENT_ACTIVITY] !== undefined) return null;
  const aged = agedCodes(facts, asOf);
  const since = aged.map((code) => code.asOf).sort()[0];
  if (since === undefined) return null;
  const without = judge(withoutCodes(facts, aged));
  if (without.category === verdict.category && without.regimeId === verdict.regimeId) return null;
  const possible = without.category === "unknown" ? CATEGORIES : [without.category];
  const couldBecome = possible.filter((one) => one !== "unknown" && one !== verdict.category);
  const codes = aged.map(({ code, revision }) => ({ code, revision }));
  return { question: { id: CURRENT_ACTIVITY, couldBecome }, activity: { since, codes } };
}

/** The codes of the firm that an old source states. */
function agedCodes({ nace, naceAsOf = [] }: ScopeFacts, asOf: Day): readonly DatedCode[] {
  return naceAsOf.filter((dated) => isAged(dated.asOf, asOf) && nace.some((code) => isSame(code, dated)));
}

function withoutCodes(facts: ScopeFacts, codes: readonly NaceCode[]): ScopeFacts {
  const nace = facts.nace.filter((code) => !codes.some((other) => isSame(code, other)));
  return { ...facts, nace, mainUnknown: undefined, naceAsOf: undefined };
}

function isSame(one: NaceCode, other: NaceCode): boolean {
  return one.code === other.code && one.revision === other.revision;
}
