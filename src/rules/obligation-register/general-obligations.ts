import type { ObligationStatus } from "../../core/obligation-status.ts";

/**
 * Obligations that hold others: Article 21(1) of Directive (EU) 2022/2555 asks for measures, and 21(2) and (3) say
 * which; Article 23(1) asks for reporting, and 23(2) to (4) say of what and when.
 */
const GENERAL: ReadonlyMap<string, RegExp> = new Map([
  ["NIS2-21-1", /^NIS2-21-[23](-|$)/],
  ["NIS2-23-1", /^NIS2-23-[234](-|$)/],
]);

/**
 * The special obligations that contradict a general one that is said to be met: those that apply and are not met. Where
 * the general one is not met, or is none, there is no contradiction.
 * @param statuses by code, for the whole catalog in its order; `null`: not tracked.
 */
export function openSpecials(code: string, statuses: ReadonlyMap<string, ObligationStatus | null>): readonly string[] {
  const specials = GENERAL.get(code);
  if (specials === undefined || statuses.get(code) !== "met") return [];
  return [...statuses]
    .filter(([each, status]) => specials.test(each) && status !== "met" && status !== "not_applicable")
    .map(([each]) => each);
}
