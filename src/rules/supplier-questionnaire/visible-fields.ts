import {
  conditionsOf,
  type SupplierField,
  type SupplierQuestionnaire,
} from "../../knowledge/supplier-questionnaire.ts";

/** An answer as it is stored; `null`: not answered. */
export type SupplierAnswer = string | boolean | number | null;

export type SupplierAnswers = Readonly<Record<string, SupplierAnswer>>;

/**
 * The fields that these answers make visible, in their order. An answer to a hidden field is ignored, so a chain of
 * conditions breaks where its first link does.
 */
export function visibleFields({ fields }: SupplierQuestionnaire, answers: SupplierAnswers): readonly SupplierField[] {
  const counted = new Map<string, SupplierAnswer>();
  return fields.filter(({ id, visibleWhen }) => {
    const conditions = conditionsOf(visibleWhen);
    const isVisible =
      conditions.length === 0 || conditions.some(({ field, equals }) => (counted.get(field) ?? null) === equals);
    if (isVisible) counted.set(id, answers[id] ?? null);
    return isVisible;
  });
}

/** The ids of visible fields that must be answered and are not. */
export function missingAnswers(questionnaire: SupplierQuestionnaire, answers: SupplierAnswers): readonly string[] {
  return visibleFields(questionnaire, answers)
    .filter(({ id, required }) => required && (answers[id] ?? null) === null)
    .map(({ id }) => id);
}
