import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import { CATEGORIES } from "../../../core/company.ts";
import { isDay } from "../../../core/day.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { NACE_REVISIONS } from "../../../core/nace.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { categoryNames } from "../components/category-mark.tsx";
import { naceLabel, serviceNames, sizeNames, type Verdict } from "./verdict-names.ts";

type Facts = Verdict["trace"][number]["facts"];

/** A fact of a step, in words. */
export interface StepFact {
  readonly label: string;
  readonly value: string;
}

const text = {
  activity: { sk: "činnosť", cs: "činnost", en: "activity" },
  codes: { sk: "posúdené kódy", cs: "posouzené kódy", en: "codes assessed" },
  employees: { sk: "zamestnanci", cs: "zaměstnanci", en: "staff" },
  size: { sk: "veľkosť", cs: "velikost", en: "size" },
  turnover: { sk: "obrat", cs: "obrat", en: "turnover" },
  balance: { sk: "bilančná suma", cs: "bilanční suma", en: "balance sheet" },
  annex: { sk: "príloha", cs: "příloha", en: "annex" },
  category: { sk: "kategória", cs: "kategorie", en: "category" },
  engine: { sk: "pravidlá služby Dosah", cs: "pravidla služby Dosah", en: "Dosah’s rules" },
  register: { sk: "otvorený register", cs: "otevřený registr", en: "open-data register" },
  updated: { sk: "register zo dňa", cs: "registr ze dne", en: "register of" },
  legalForm: { sk: "kód právnej formy", cs: "kód právní formy", en: "legal form code" },
  service: { sk: "uvedená služba", cs: "uvedená služba", en: "stated service" },
  ceasedOn: { sk: "zánik", cs: "zánik", en: "ceased on" },
  notKnown: { sk: "firmu nepozná", cs: "firmu nezná", en: "does not know the firm" },
} satisfies Record<string, Localized>;

/**
 * The facts that a step used, in words. Only what adds to the sentence of the step is shown; ids that are for
 * machines stay in the JSON.
 */
export function stepFacts(facts: Facts, locale: Locale): StepFact[] {
  const found: StepFact[] = [];
  const add = (label: Localized, value: string | undefined) => {
    if (value !== undefined) found.push({ label: label[locale], value });
  };
  add(text.activity, activity(facts));
  add(text.codes, count(facts.codes, locale));
  add(text.annex, typeof facts.annex === "string" ? facts.annex : undefined);
  add(text.legalForm, typeof facts.legalForm === "string" ? facts.legalForm : undefined);
  add(text.service, named(serviceNames, facts.service, locale));
  add(text.employees, headcount(facts, locale));
  add(text.size, named(sizeNames, facts.size, locale));
  add(text.turnover, euros(facts.turnoverEur, locale));
  add(text.balance, euros(facts.balanceSheetEur, locale));
  add(text.category, category(facts.category, locale));
  add(text.engine, category(facts.engineCategory, locale));
  add(
    text.register,
    facts.registerCategory === null ? text.notKnown[locale] : category(facts.registerCategory, locale),
  );
  add(text.updated, day(facts.updatedAt, locale));
  add(text.ceasedOn, day(facts.ceasedOn, locale));
  return found;
}

type Value = Facts[string] | undefined;

function activity(facts: Facts): string | undefined {
  const { code, revision } = facts;
  const known = NACE_REVISIONS.find((name) => name === revision);
  return typeof code === "string" && known !== undefined ? naceLabel({ code, revision: known }) : undefined;
}

/** One judged code needs no count. */
function count(value: Value, locale: Locale): string | undefined {
  return typeof value === "number" && value > 1 ? formatNumber(value, locale) : undefined;
}

function headcount({ employeesMin, employeesMax }: Facts, locale: Locale): string | undefined {
  if (typeof employeesMin !== "number") return undefined;
  return headcountText({ min: employeesMin, max: typeof employeesMax === "number" ? employeesMax : null }, locale);
}

function euros(value: Value, locale: Locale): string | undefined {
  return typeof value === "number" ? `${formatNumber(value, locale)}\u00a0€` : undefined;
}

function day(value: Value, locale: Locale): string | undefined {
  return typeof value === "string" && isDay(value) ? formatDay(value, locale) : undefined;
}

function category(value: Value, locale: Locale): string | undefined {
  const known = CATEGORIES.find((name) => name === value);
  return known === undefined ? undefined : categoryNames[known][locale];
}

function named(names: Readonly<Record<string, Localized>>, value: Value, locale: Locale): string | undefined {
  return typeof value === "string" && Object.hasOwn(names, value) ? names[value]?.[locale] : undefined;
}
