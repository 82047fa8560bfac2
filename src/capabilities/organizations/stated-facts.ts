import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { OrganizationFacts } from "../../state/organization-facts.ts";
import { daysParameter, situationsParameter } from "../deadlines/stated-days.ts";
import { answersParameter } from "../scope/answers-parameter.ts";
import type { StatedFacts } from "../scope/firm-standing.ts";
import { figureParameters } from "../scope/scope-evaluate.ts";
import type { NamedFirm } from "./firm.ts";

/** What an organization says of itself, as a form and the store hold it. Its firm is in the organization alone. */
export const statedFactsFields = {
  ...figureParameters,
  answers: answersParameter.optional(),
};

/** The days from which its periods run. */
export const statedDatesFields = { days: daysParameter.optional(), situations: situationsParameter.optional() };

const statedFactsShape = z.object(statedFactsFields);
const statedDatesShape = z.object(statedDatesFields);

/** What an organization says of itself, with its firm. */
export type StatedOrganization = z.output<typeof statedFactsShape> & {
  readonly country: Country;
  /** Empty: the organization has no number. */
  readonly ico: string;
};
export type StatedDates = z.output<typeof statedDatesShape>;

/** What an organization with this firm says of itself; its country alone is enough. `null` without a country. */
export function statedOf(
  stored: Pick<OrganizationFacts, "facts" | "dates"> | undefined,
  { country, ico }: NamedFirm,
  knowledge: Knowledge,
): { readonly facts: StatedOrganization; readonly dates: StatedDates } | null {
  if (country === null) return null;
  const { facts, dates } = readStored(stored, knowledge);
  return { facts: { ...facts, country, ico: ico ?? "" }, dates };
}

/** What is stored, as far as the knowledge of today knows it: a question or service that was dropped is left out. */
export function readStored(stored: Pick<OrganizationFacts, "facts" | "dates"> | undefined, knowledge: Knowledge) {
  const facts = objectIn(stored?.facts);
  const answers = kept(objectIn(facts.answers), (key, value) => {
    return knowledge.nis2.answers.has(key) && answersParameter.safeParse({ [key]: value }).success;
  });
  const activities = (Array.isArray(facts.activities) ? facts.activities : []).filter((id) =>
    knowledge.activities.serviceById.has(id),
  );
  const read = statedFactsShape.safeParse({ ...facts, answers, activities });
  const dates = statedDatesShape.safeParse(objectIn(stored?.dates));
  return { facts: read.success ? read.data : {}, dates: dates.success ? dates.data : {} };
}

/** The facts in the terms of the rules. */
export function factsForRules(stated: StatedOrganization, knowledge: Knowledge): StatedFacts {
  const { country, employees, turnoverEur, balanceSheetEur, sizeIndependentService, activities, answers } = stated;
  return {
    country,
    employees: employees ?? null,
    turnoverEur: turnoverEur ?? null,
    balanceSheetEur: balanceSheetEur ?? null,
    sizeIndependentService: sizeIndependentService ?? null,
    activities: (activities ?? []).flatMap((id) => knowledge.activities.serviceById.get(id) ?? []),
    answers: answers ?? {},
  };
}

/** The names of the fields that differ, for the audit log: values stay out of it. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort();
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return objectIn(JSON.parse(value));
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function kept(
  object: Readonly<Record<string, unknown>>,
  isKept: (key: string, value: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => isKept(key, value)));
}
