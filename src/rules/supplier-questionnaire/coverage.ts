import type { SupplierField } from "../../knowledge/supplier-questionnaire.ts";
import { SUPPLIER_LETTERS, type SupplierLetter } from "../../knowledge/supplier-questionnaire-ids.ts";
import { type Visibility, visibilityOf } from "./visibility.ts";
import type { SupplierAnswers } from "./visible-fields.ts";

export const COVERAGE_STATES = ["not_applicable", "none", "partial", "full"] as const;

/** How much of one letter the answers touch. It says how much is answered, not how good it is. */
export interface LetterCoverage {
  readonly letter: SupplierLetter;
  readonly answered: number;
  /** Visible fields that speak to the letter. */
  readonly total: number;
  /** Of them answered, rounded; `null` where there are none. */
  readonly percent: number | null;
  /** A practice stated as in place, or evidence given; a private answer is neither positive nor negative. */
  readonly positive: number;
  readonly negative: number;
  readonly state: (typeof COVERAGE_STATES)[number];
}

/**
 * Coverage of the eleven letters in their order.
 * @param visible the fields that the answers make visible
 * @param chosen who sees a field, where the supplier chose
 */
export function coverageOf(
  visible: readonly SupplierField[],
  answers: SupplierAnswers,
  chosen: Readonly<Record<string, Visibility>>,
): readonly LetterCoverage[] {
  return SUPPLIER_LETTERS.map((letter) => {
    const fields = visible.filter(({ letters }) => letters.includes(letter));
    const answered = fields.filter(({ id }) => (answers[id] ?? null) !== null);
    const shown = answered.filter(({ id }) => visibilityOf(id, chosen) !== "private");
    const negative = shown.filter(({ id }) => answers[id] === false).length;
    const positive = shown.length - negative;
    const total = fields.length;
    return {
      letter,
      answered: answered.length,
      total,
      percent: total === 0 ? null : Math.round((100 * answered.length) / total),
      positive,
      negative,
      state: stateOf(total, answered.length, positive),
    };
  });
}

function stateOf(total: number, answered: number, positive: number): LetterCoverage["state"] {
  if (total === 0) return "not_applicable";
  if (answered === 0) return "none";
  return positive === total ? "full" : "partial";
}
