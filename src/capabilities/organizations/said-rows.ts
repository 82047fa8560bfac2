import type { Headcount } from "../../core/company.ts";
import { countryNames } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace } from "../../core/nace.ts";
import { formatNumber } from "../../core/text.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { groundingFor } from "../answers/grounding.ts";
import type { Services } from "../contexts.ts";
import { controlsOf, type QuestionControl } from "../scope/question-control.ts";
import type { StatedOrganization } from "./stated-facts.ts";

/** One fact: what the register says of it, and what the organization says; `null` where it does not say. */
export interface SaidRow {
  /** Name of the field. */
  readonly id: string;
  readonly label: string;
  readonly register: string | null;
  readonly own: string | null;
}

const text = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  ico: { sk: "IČO", cs: "IČO", en: "IČO" },
  employees: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Employees" },
  turnoverEur: { sk: "Ročný obrat", cs: "Roční obrat", en: "Annual turnover" },
  balanceSheetEur: { sk: "Bilančná suma", cs: "Bilanční suma", en: "Balance sheet total" },
  nace: { sk: "Kódy činností", cs: "Kódy činností", en: "Activity codes" },
  activities: { sk: "Regulované služby", cs: "Regulované služby", en: "Regulated services" },
  service: {
    sk: "Služba, na ktorej veľkosti nezáleží",
    cs: "Služba, u které velikost nerozhoduje",
    en: "Service for which the size does not matter",
  },
  yes: { sk: "áno", cs: "ano", en: "yes" },
  no: { sk: "nie", cs: "ne", en: "no" },
  none: { sk: "nič z toho", cs: "nic z toho", en: "none of these" },
  more: { sk: "a ďalšie", cs: "a další", en: "and further ones" },
} satisfies Record<string, Localized>;

/** Codes that are named; a trader may have hundreds. */
const MOST_CODES_NAMED = 6;

/** "The register says, you said": every fact that one of the two states. */
export function saidRows(
  stated: StatedOrganization,
  register: ScopeFacts | null,
  registerIco: string | null,
  services: Services,
  locale: Locale,
): SaidRow[] {
  const { knowledge } = services;
  const grounding = groundingFor(services, locale);
  const money = (eur: number | null | undefined) =>
    eur === null || eur === undefined ? null : `${formatNumber(eur, locale)} EUR`;
  const codes = register?.nace ?? [];
  const named = codes.slice(0, MOST_CODES_NAMED).map(({ code, revision }) => `${formatNace(code)} (Rev. ${revision})`);
  const more = codes.length > MOST_CODES_NAMED ? `, ${text.more[locale]}` : "";
  const ownServices = (stated.activities ?? []).flatMap((id) => knowledge.activities.serviceById.get(id) ?? []);
  const row = (id: string, label: Localized, ofRegister: string | null, own: string | null) => ({
    id,
    label: label[locale],
    register: ofRegister,
    own,
  });
  const { sizeIndependentService: service } = stated;
  const rows = [
    row(
      "country",
      text.country,
      register === null ? null : countryNames[register.country][locale],
      countryNames[stated.country][locale],
    ),
    row("ico", text.ico, registerIco, stated.ico === "" ? null : stated.ico),
    row(
      "employees",
      text.employees,
      headcount(register?.headcount ?? null, locale) ?? sizeOfCode(register, services, locale),
      stated.employees === undefined ? null : formatNumber(stated.employees, locale),
    ),
    row("turnoverEur", text.turnoverEur, money(register?.turnoverEur), money(stated.turnoverEur)),
    row("balanceSheetEur", text.balanceSheetEur, money(register?.balanceSheetEur), money(stated.balanceSheetEur)),
    row("nace", text.nace, named.length === 0 ? null : `${named.join(", ")}${more}`, null),
    row(
      "activities",
      text.activities,
      null,
      ownServices.length === 0 ? null : ownServices.map(({ name }) => grounding.text(name) ?? "").join("; "),
    ),
    row(
      "sizeIndependentService",
      text.service,
      null,
      service === undefined ? null : knowledge.nis2.texts.services[service][locale],
    ),
  ];
  return [
    ...rows.filter((each) => each.register !== null || each.own !== null),
    ...answerRows(stated, services, locale),
  ];
}

/** The answers to the questions of a verdict, each under its question. */
function answerRows({ answers = {}, country }: StatedOrganization, services: Services, locale: Locale): SaidRow[] {
  const { nis2 } = services.knowledge;
  const grounding = groundingFor(services, locale);
  return Object.entries(answers).flatMap(([key, value]) => {
    const [control] = controlsOf(key, country, nis2, locale);
    if (value === undefined || control === undefined) return [];
    const question = (nis2.missingFactById.get(key) ?? nis2.weakActivities.get(key))?.question;
    const label = (question === undefined ? null : grounding.text(question)) ?? control.label ?? key;
    return [{ id: `answers.${key}`, label, register: null, own: answerText(value, control, locale) }];
  });
}

function answerText(
  value: boolean | number | string | readonly string[],
  control: QuestionControl,
  locale: Locale,
): string {
  const nameOf = (id: string) => control.options?.find((option) => option.value === id)?.name ?? id;
  if (typeof value === "boolean") return (value ? text.yes : text.no)[locale];
  if (typeof value === "number") return [formatNumber(value, locale), control.unit ?? ""].join(" ").trim();
  if (typeof value === "string") return nameOf(value);
  return value.length === 0 ? text.none[locale] : value.map(nameOf).join(", ");
}

function headcount(count: Headcount | null, locale: Locale): string | null {
  if (count === null) return null;
  const from = formatNumber(count.min, locale);
  if (count.max === null) return `≥ ${from}`;
  return count.min === count.max ? from : `${from}–${formatNumber(count.max, locale)}`;
}

/** A size code stands for a band of the headcount. */
function sizeOfCode(register: ScopeFacts | null, { knowledge }: Services, locale: Locale): string | null {
  if (register === null || register.sizeCode === null) return null;
  const band = knowledge.nis2.sizeCodes[register.country].get(register.sizeCode);
  return band === undefined ? null : headcount(band, locale);
}
