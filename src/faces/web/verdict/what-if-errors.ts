import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import type { FieldError } from "../components/form-field.tsx";

const noSuchCode: Localized = {
  sk: "Taký kód NACE neexistuje. Skontrolujte ho a zvoľte správnu revíziu.",
  cs: "Takový kód NACE neexistuje. Zkontrolujte ho a zvolte správnou revizi.",
  en: "There is no such NACE code. Check it and choose the right revision.",
};

/** Fields of `scope_evaluate` by the field of the form in which they are typed. */
const TYPED_IN: Readonly<Record<string, string>> = {
  employees: "employees",
  turnoverEur: "turnover",
  balanceSheetEur: "balance",
};

/** What the check of the facts said, beside the field of the form in which it was typed. */
export function fieldErrors({ code, field = "", message, nextStep }: Problem, locale: Locale): FieldError[] {
  if (code !== "invalid_arguments") return [];
  const index = /^nace\.(\d+)\.code$/.exec(field)?.[1];
  if (index !== undefined) return [{ field: `code-${Number(index) + 1}`, message: noSuchCode[locale] }];
  const answer = /^answers\.(.+)$/.exec(field)?.[1];
  const typed = answer === undefined ? (TYPED_IN[field] ?? "find") : `a-${answer}`;
  return [{ field: typed, message: `${message[locale]} ${nextStep[locale]}` }];
}
