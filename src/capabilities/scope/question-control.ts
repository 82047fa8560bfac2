import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import type { AnswerEntry } from "../../knowledge/answers.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";

/** More staff than any firm has. */
export const MOST_EMPLOYEES = 1e7;

/** More money than any firm has, in EUR. */
export const MOST_MONEY = 1e13;

const option = z.object({ value: z.string(), name: z.string() });

/** What answers a question: one field of the arguments of scope_evaluate, with the values that it takes. */
export const controlShape = z.object({
  field: z.string().describe("Argument of scope_evaluate: `answers.czElectricityCapacity`, `employees`, `nace`."),
  kind: z
    .enum(["boolean", "number", "choice", "list", "codes", "services", "group"])
    .describe("`choice`: one of the options; `list`: any of them; the last three: arguments of that name."),
  whole: z.boolean().optional().describe("Of a number: a whole one."),
  most: z.number().optional().describe("Of a number: the most that is taken; 0 is the least."),
  unit: z.string().optional(),
  label: z.string().optional().describe("Name of the field, where the question alone would not fit."),
  options: z.array(option).optional().describe("Of a number: values that may stand in its place."),
  none: z.boolean().optional().describe("True where `answers.<fact>: false` says that there is none."),
});

export type QuestionControl = z.output<typeof controlShape>;

/** The controls of a question in the words of a language; those of its parts, where it has some. */
export function controlsOf(
  id: string,
  country: Country,
  nis2: Nis2Knowledge,
  locale: Locale,
): readonly QuestionControl[] {
  const entry = nis2.answers.get(id);
  if (entry === undefined) return [];
  if (entry.control.kind === "parts") {
    return entry.control.parts.flatMap((part) => controlsOf(part, country, nis2, locale));
  }
  return [controlOf(entry, country, nis2, locale)];
}

function controlOf(
  { id, control }: AnswerEntry,
  country: Country,
  nis2: Nis2Knowledge,
  locale: Locale,
): QuestionControl {
  const field = `answers.${id}`;
  const options = "options" in control ? optionsOf(control.options ?? [], country, locale) : [];
  switch (control.kind) {
    case "number": {
      const { whole, most, unit, label } = control;
      return {
        field,
        kind: "number",
        whole,
        most,
        label: label[locale],
        ...(unit === undefined ? {} : { unit }),
        ...(options.length === 0 ? {} : { options }),
      };
    }
    case "choice":
    case "list":
      return { field, kind: control.kind, options };
    case "field":
      return { ...fieldControl(control.field, nis2, locale), ...(control.none === true ? { none: true } : {}) };
    default:
      return { field, kind: "boolean" };
  }
}

function optionsOf(
  options: readonly {
    readonly id: string;
    readonly country?: Country | undefined;
    readonly name: Record<Locale, string>;
  }[],
  country: Country,
  locale: Locale,
) {
  return options
    .filter((each) => each.country === undefined || each.country === country)
    .map((each) => ({ value: each.id, name: each.name[locale] }));
}

type AnsweringField = Extract<AnswerEntry["control"], { readonly kind: "field" }>["field"];

function fieldControl(field: AnsweringField, { texts }: Nis2Knowledge, locale: Locale): QuestionControl {
  switch (field) {
    case "employees":
      return { field, kind: "number", most: MOST_EMPLOYEES };
    case "turnoverEur":
    case "balanceSheetEur":
      return { field, kind: "number", whole: false, most: MOST_MONEY, unit: "EUR" };
    case "group":
      return { field, kind: "group" };
    case "nace":
      return { field, kind: "codes" };
    case "activities":
      return { field, kind: "services" };
    case "sizeIndependentService": {
      const options = SIZE_INDEPENDENT_SERVICES.map((value) => ({ value, name: texts.services[value][locale] }));
      return { field, kind: "choice", options };
    }
  }
}
