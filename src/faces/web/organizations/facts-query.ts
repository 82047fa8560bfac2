import { Refused } from "../../../capabilities/calling/refusal.ts";
import { DAY_LETTERS } from "../../../capabilities/deadlines/stated-days.ts";
import { organizationFirm } from "../../../capabilities/organizations/organization-firm.ts";
import type { OrganizationVerdict } from "../../../capabilities/organizations/organization-verdict.ts";
import type { Country } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { typedAnswer } from "../components/answer.ts";
import type { SignedIn } from "../page.ts";
import type { Form, PrivateRequest } from "../private-page.ts";
import { withCrownRate } from "../verdict/ask-what-if.ts";
import { askQuestions, controlsOf } from "../verdict/open-questions.tsx";
import { letterOfField, readDays, SITUATIONS, type TypedDays } from "../verdict/stated-days.ts";
import { type Controls, readWhatIf } from "../verdict/what-if-query.ts";

/** The names of fields that always stand in the form; answers (`a.`) and days (`d.`) come besides. */
const FIELDS = [
  "version",
  "country",
  "ico",
  "employees",
  "turnoverEur",
  "balanceSheetEur",
  "sizeIndependentService",
  "activities",
  "none",
];

/** True for a field of the form. */
export function isFactsField(name: string): boolean {
  return FIELDS.includes(name) || mayRepeat(name);
}

/** Fields that come once for each value: a list, a number beside its options, a day for each service. */
export function mayRepeat(name: string): boolean {
  return name === "activities" || /^[ad]\.[A-Za-z0-9-]{1,60}$/.test(name);
}

/** The fields of this form under the names that a what-if gives them in its address. */
const WHAT_IF_NAMES: Readonly<Record<string, string>> = {
  employees: "employees",
  turnoverEur: "turnover",
  balanceSheetEur: "balance",
  sizeIndependentService: "service",
};

/**
 * The form as the address of a what-if, so that both are read by the same rules.
 * @param country of the organization; the form has no field for it
 */
export function whatIfOf(form: Form, controls: Controls, country: Country | null): URLSearchParams {
  const query = new URLSearchParams({ country: country ?? "" });
  for (const [field, name] of Object.entries(WHAT_IF_NAMES)) query.set(name, form.get(field));
  for (const service of form.getAll("activities")) query.append("does", service);
  for (const key of controls.keys()) for (const value of form.getAll(`a.${key}`)) query.append(`a.${key}`, value);
  return query;
}

/** The days of the form, as the address of a verdict holds them. */
function daysOf(form: Form): URLSearchParams {
  const query = new URLSearchParams();
  for (const letter of Object.values(DAY_LETTERS)) {
    for (const value of form.getAll(`d.${letter}`)) query.append(`d.${letter}`, value);
  }
  for (const name of Object.keys(SITUATIONS)) if (form.get(name) === "1") query.set(name, "1");
  return query;
}

/**
 * What the form says, in the terms of `organization_facts_change`.
 * @throws ServiceError `invalid_arguments` with the field of the form
 */
export async function readFacts(request: PrivateRequest<SignedIn>, query?: URLSearchParams) {
  const { form, locale, params, ask } = request;
  const { country } = await ask(organizationFirm, { organizationId: params.organizationId ?? "" });
  if (country === null) throw new Refused([{ code: "firm_elsewhere", field: "country" }]);
  const controls = controlsOf(await askQuestions(request, country));
  const asked = await withCrownRate(query ?? whatIfOf(form, controls, country), request, country);
  const { args, errors } = readWhatIf(asked, controls, locale);
  const [wrong] = errors;
  if (wrong !== undefined) throw wrongField(fieldNamed(wrong.field), wrong.message);
  const { nace: _nace, country: _country, answers, ...facts } = args ?? { nace: [], country };
  return {
    ...facts,
    ...(form.has("country") && { country: form.get("country") }),
    ...(form.has("ico") && { ico: form.get("ico") }),
    version: Number(form.get("version")),
    ...(answers === undefined ? {} : { answers }),
    ...readDays(daysOf(form)).args,
  };
}

/** The problem of a capability under the name of the field of this form. */
export function underField(thrown: unknown): unknown {
  if (!(thrown instanceof ServiceError) || thrown.problem.field === undefined) return thrown;
  const { field } = thrown.problem;
  const letter = letterOfField(field);
  const named =
    letter === undefined ? field.replace(/^answers\./, "a-").replace(/^activities\..*/, "activities") : `day-${letter}`;
  return named === field ? thrown : new ServiceError({ ...thrown.problem, field: named });
}

function fieldNamed(whatIf: string): string {
  return Object.entries(WHAT_IF_NAMES).find(([, name]) => name === whatIf)?.[0] ?? whatIf;
}

const CORRECT: Localized = {
  sk: "Opravte to a uložte znova.",
  cs: "Opravte to a uložte znovu.",
  en: "Correct it and save again.",
};

function wrongField(field: string, message: string): ServiceError {
  const same = { sk: message, cs: message, en: message };
  return new ServiceError({ code: "invalid_arguments", field, message: same, nextStep: CORRECT });
}

/** What stands in the form: what was typed when it was refused, else what is stored. */
export interface ShownFacts {
  /** The value of a field that comes once. */
  readonly get: (field: Stated) => string;
  readonly activities: readonly string[];
  readonly answers: ReadonlyMap<string, readonly string[]>;
  readonly days: TypedDays;
}

type Stated = "employees" | "turnoverEur" | "balanceSheetEur" | "sizeIndependentService";

/** The values of the form. @param answer what is stored */
export function shownFacts(
  { form, refusal }: Pick<PrivateRequest, "form" | "refusal">,
  { stated, dates, verdict }: OrganizationVerdict,
): ShownFacts {
  const { answers = {}, activities = [] } = stated ?? {};
  if (refusal === null) {
    return {
      get: (field) => typedAnswer(stated?.[field])[0] ?? "",
      activities,
      answers: new Map(Object.entries(answers).map(([key, value]) => [key, typedAnswer(value)])),
      days: readDays(storedDays(dates)),
    };
  }
  const keys = [...(verdict?.missingFacts ?? []).map(({ fact }) => fact), ...Object.keys(answers)];
  const typed = keys.map((key) => [key, form.getAll(`a.${key}`)] as const);
  return {
    get: form.get,
    activities: form.getAll("activities"),
    answers: new Map(typed.filter(([, each]) => each.length > 0)),
    days: readDays(daysOf(form)),
  };
}

/** The stored days as the address of a verdict holds them. */
export function storedDays({ days = {}, situations = [] }: OrganizationVerdict["dates"]): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, letter] of Object.entries(DAY_LETTERS)) {
    const value = days[name as keyof typeof DAY_LETTERS];
    for (const each of typeof value === "string" ? [value] : (value ?? [])) query.append(`d.${letter}`, each);
  }
  for (const [name, situation] of Object.entries(SITUATIONS)) if (situations.includes(situation)) query.set(name, "1");
  return query;
}
