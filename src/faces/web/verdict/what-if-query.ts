import { MOST_CODES } from "../../../capabilities/scope/nace-parameter.ts";
import type { QuestionControl } from "../../../capabilities/scope/question-control.ts";
import { parseAmount, parseHeadcount, parseMoney, parseRate } from "../../../capabilities/scope/typed-number.ts";
import { readCompanyNumber } from "../../../core/company-number.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { type Day, isDay } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { NACE_REVISIONS, type NaceRevision } from "../../../core/nace.ts";
import { readNace } from "../../../core/read-nace.ts";
import { readLabel } from "../../reading/label.ts";
import { readAnswer } from "../components/answer.ts";
import type { FieldError } from "../components/form-field.tsx";
import { type GroupValues, groupArgument, readGroup } from "./group-query.ts";
import { serviceNames } from "./verdict-names.ts";

export type Service = keyof typeof serviceNames;

/** A code as it stands in the address; without a revision it has to be found out which one is meant. */
export interface TypedCode {
  readonly code: string;
  readonly revision: NaceRevision | null;
  /** The day on which an old source states it; codes that the visitor adds have none. */
  readonly asOf?: Day | undefined;
}

/** What a register says of the firm; it stands beside what the visitor says and holds until that replaces it. */
export interface KnownFacts {
  readonly staff?: { readonly min: number; readonly max: number | null } | undefined;
  readonly sizeCode?: string | undefined;
  /** The day of a size that is old. */
  readonly since?: Day | undefined;
  /** The shipped sample says it, not a register. */
  readonly isPublished: boolean;
  readonly turnover?: number | undefined;
  readonly balance?: number | undefined;
  readonly legalForm?: string | undefined;
  readonly status?: "ceased" | "unreadable" | undefined;
  readonly mainUnknown: readonly NaceRevision[];
}

/** What stands in the form, as it was typed, so that it can be shown again. */
export interface WhatIfValues {
  readonly country?: Country | undefined;
  readonly codes: readonly TypedCode[];
  /** Numbers of regulated services. */
  readonly does: readonly string[];
  readonly employees: string;
  readonly turnover: string;
  readonly balance: string;
  /** Czech crowns for one euro, for amounts typed in crowns. */
  readonly rate: string;
  readonly service?: Service | "none" | undefined;
  /** Answers by the key of their question, as they stand in the address (`a.<key>`). */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  readonly group: GroupValues;
  readonly known: KnownFacts;
  /** The firm whose codes these are; for the way back only. */
  readonly firm?: { readonly ico: Ico; readonly country: Country } | undefined;
  /** Words for which an activity is looked up. */
  readonly find: string;
  /** What the visitor calls the verdict on paper, at most 80 characters; "" for nothing. Foreign text. */
  readonly label: string;
}

/** The question in the terms of `scope_evaluate`. */
export interface WhatIfArguments extends Readonly<Record<string, unknown>> {
  readonly nace: readonly TypedCode[];
}

/** A what-if address read: not asked yet, asked wrongly, or ready to be answered. */
export interface WhatIfQuery {
  readonly values: WhatIfValues;
  readonly errors: readonly FieldError[];
  /** Set when something was asked and nothing is wrong. */
  readonly args?: WhatIfArguments;
  /** Set where only answers or the group are wrong: the question without them. */
  readonly rest?: WhatIfArguments;
}

const text = {
  country: { sk: "Vyberte krajinu.", cs: "Vyberte zemi.", en: "Choose a country." },
  code: {
    sk: "Kód NACE má 2 až 5 číslic, napríklad 35.11.",
    cs: "Kód NACE má 2 až 5 číslic, například 35.11.",
    en: "A NACE code has 2 to 5 digits, for example 35.11.",
  },
  employees: {
    sk: "Počet zamestnancov napíšte číslom, najviac s dvoma desatinnými miestami, napríklad 60 alebo 49,6.",
    cs: "Počet zaměstnanců napište číslem, nejvýše se dvěma desetinnými místy, například 60 nebo 49,6.",
    en: "Write the number of employees as a number with at most two decimals, for example 60 or 49.6.",
  },
  amount: {
    sk: "Sumu napíšte v eurách alebo v korunách, napríklad 12 000 000, 12 mil. € alebo 300 mil. Kč.",
    cs: "Částku napište v eurech nebo v korunách, například 12 000 000, 12 mil. € nebo 300 mil. Kč.",
    en: "Write the amount in euros or crowns, for example 12 000 000, 12 mil. € or 300 mil. CZK.",
  },
  rate: {
    sk: "Pri sumách v korunách napíšte kurz ČNB, napríklad 25,185.",
    cs: "U částek v korunách napište kurz ČNB, například 25,185.",
    en: "For amounts in Czech crowns write the rate of the Czech National Bank, for example 25.185.",
  },
  number: {
    sk: "Napíšte číslo, napríklad 120.",
    cs: "Napište číslo, například 120.",
    en: "Write a number, for example 120.",
  },
} satisfies Record<string, Localized>;

/** The controls of the questions by their field, as `scope_questions` gives them. */
export type Controls = ReadonlyMap<string, QuestionControl>;

/**
 * Reads the address of a what-if page. Every value has its error beside it; nothing typed is lost.
 * @param controls of the questions of the country; empty while no country is chosen
 */
export function readWhatIf(query: URLSearchParams, controls: Controls, locale: Locale): WhatIfQuery {
  const values = readValues(query);
  const isAsked = ["country", "code", "does", "employees", "service"].some((name) => query.has(name));
  if (!isAsked) return { values, errors: [] };

  const errors: FieldError[] = [];
  const complain = (field: string, message: Localized) => errors.push({ field, message: message[locale] });
  const { country, service, known } = values;
  if (country === undefined) complain("country-SK", text.country);
  const nace = values.codes.flatMap(({ code, revision, asOf }, index) => {
    const digits = readNace(code);
    if (digits === undefined) complain(`code-${index + 1}`, text.code);
    return digits === undefined ? [] : [{ code: digits, revision, ...(asOf === undefined ? {} : { asOf }) }];
  });
  const employees = parseHeadcount(values.employees);
  if (employees === "wrong") complain("employees", text.employees);
  const { turnover, balance, rate } = readMoney(values, complain);
  const isBegun = errors.length === 0;
  const answers = answersOf(values, controls, (key) => complain(`a-${key}`, text.number));
  const group = groupArgument(values.group, rate, (field) => {
    if (field !== "rate") complain(field, text.number);
    else if (!errors.some((error) => error.field === field)) complain(field, text.rate);
  });
  if (!isBegun) return { values, errors };
  const asked = (what: Readonly<Record<string, unknown>>) =>
    withoutEmpty(nace, {
      country,
      mainUnknown: known.mainUnknown,
      ...sizeArguments(employees, known),
      turnoverEur: turnover ?? known.turnover,
      balanceSheetEur: balance ?? known.balance,
      legalForm: known.legalForm,
      status: known.status,
      sizeIndependentService: service === "none" ? undefined : service,
      activities: values.does,
      ...what,
    });
  if (errors.length === 0) return { values, errors, args: asked({ group, answers }) };
  const isGroupWrong = errors.some(({ field }) => !field.startsWith("a-"));
  return { values, errors, rest: asked({ group: isGroupWrong ? undefined : group, answers }) };
}

/** The amounts in euros. Crowns take the rate that the visitor states: the law says of which day it is. */
function readMoney(values: WhatIfValues, complain: (field: string, message: Localized) => void) {
  const rate = parseRate(values.rate);
  if (rate === "wrong") complain("rate", text.rate);
  const known = rate === "wrong" ? undefined : rate;
  const read = (field: "turnover" | "balance") => {
    const amount = parseMoney(values[field], known);
    if (amount === "wrong") complain(field, text.amount);
    return amount;
  };
  const [turnover, balance] = [read("turnover"), read("balance")];
  if (rate === undefined && (turnover === "rateless" || balance === "rateless")) complain("rate", text.rate);
  const number = (amount: typeof turnover) => (typeof amount === "number" ? amount : undefined);
  return { turnover: number(turnover), balance: number(balance), rate: known };
}

/** What the visitor says of the staff comes before what the register says. */
function sizeArguments(employees: number | "wrong" | undefined, { staff, sizeCode, since }: KnownFacts) {
  if (employees !== undefined) return { employees };
  if (since !== undefined) {
    return { olderSize: { asOf: since, ...(staff === undefined ? {} : { employeesRange: staff }), sizeCode } };
  }
  if (staff === undefined) return { sizeCode };
  return staff.min === staff.max ? { employees: staff.min } : { employeesRange: staff };
}

function withoutEmpty(nace: WhatIfArguments["nace"], fields: Readonly<Record<string, unknown>>): WhatIfArguments {
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  return { ...Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))), nace };
}

/** The answers as values; what is not known, or is answered by another field, is left out. */
function answersOf(
  { answers, service }: WhatIfValues,
  controls: Controls,
  complain: (key: string) => void,
): Record<string, unknown> | undefined {
  const given: Record<string, unknown> = service === "none" ? { sizeIndependentService: false } : {};
  for (const [key, values] of answers) {
    const control = controls.get(key);
    if (control === undefined) continue;
    const value = readAnswer(control, values);
    if (value === "wrong") complain(key);
    else if (value !== undefined) given[key] = value;
  }
  return Object.keys(given).length === 0 ? undefined : given;
}

/** The codes of an address, those added to it last, the one that the visitor names as the main one first. */
export function readCodes(query: URLSearchParams): readonly TypedCode[] {
  const revisions = query.getAll("rev");
  const codes = query
    .getAll("code")
    // An address with more is cut, not worked through.
    .slice(0, MOST_CODES)
    .map((code, index) => ({
      code: code.trim().slice(0, 20),
      // Codes and revisions are paired by their order: a form sends both of every row.
      revision: revisionOf(revisions[index]),
    }))
    .filter(({ code }) => code !== "")
    .map((typed, index, all) => withDay(typed, index, all, query));
  const added = query.getAll("add").flatMap((text) => {
    const [code = "", revision] = text.slice(0, 20).split("@");
    return code === "" ? [] : [{ code, revision: revisionOf(revision) }];
  });
  const isNew = ({ code, revision }: TypedCode) => !codes.some((one) => one.code === code && one.revision === revision);
  return mainFirst([...codes, ...added.filter(isNew)].slice(0, MOST_CODES), query);
}

/**
 * A code with the day of the old source that states it (`r.nace=3511@2@2015-01-01`). The same code once more is the
 * visitor's own statement.
 */
function withDay(typed: TypedCode, index: number, all: readonly TypedCode[], query: URLSearchParams): TypedCode {
  const { code, revision } = typed;
  if (all.findIndex((one) => one.code === code && one.revision === revision) !== index) return typed;
  const start = `${code}@${revision}@`;
  const asOf = query
    .getAll("r.nace")
    .find((each) => each.startsWith(start))
    ?.slice(start.length);
  return asOf !== undefined && isDay(asOf) ? { ...typed, asOf } : typed;
}

function readValues(query: URLSearchParams): WhatIfValues {
  const country = COUNTRIES.find((known) => known === query.get("country"));
  const number = readCompanyNumber(query.get("ico") ?? "");
  const ico = number?.kind === "ico" ? number.ico : undefined;
  const typed = (name: string) => (query.get(name) ?? "").trim().slice(0, 30);
  return {
    country,
    codes: readCodes(query),
    does: [...new Set(query.getAll("does").map((id) => id.slice(0, 40)))].slice(0, 60),
    employees: typed("employees"),
    turnover: typed("turnover"),
    balance: typed("balance"),
    rate: typed("rate"),
    service: serviceOf(query.get("service") ?? ""),
    ...readSaid(query),
    known: readKnown(query),
    firm: ico === undefined || country === undefined ? undefined : { ico, country },
    find: (query.get("find") ?? "").trim().slice(0, 100),
    label: readLabel(query.get("label")),
  };
}

/** The code that the visitor names as the main one comes first. */
function mainFirst(codes: readonly TypedCode[], query: URLSearchParams): readonly TypedCode[] {
  const [code, revision] = (query.get("main") ?? "").split("@");
  const main = codes.find((one) => one.code === code && one.revision === revisionOf(revision));
  return main === undefined ? codes : [main, ...codes.filter((one) => one !== main)];
}

function revisionOf(text: string | undefined): NaceRevision | null {
  return NACE_REVISIONS.find((known) => known === text) ?? null;
}

function serviceOf(text: string): Service | "none" | undefined {
  if (text === "none") return text;
  return isService(text) ? text : undefined;
}

function isService(text: string): text is Service {
  return Object.hasOwn(serviceNames, text);
}

/** More answers than there are questions. */
const MOST_ANSWERS = 200;

function readAnswers(query: URLSearchParams): WhatIfValues["answers"] {
  const answers = new Map<string, string[]>();
  for (const [name, value] of query) {
    const typed = value.trim().slice(0, 40);
    if (!name.startsWith("a.") || typed === "" || answers.size >= MOST_ANSWERS) continue;
    const key = name.slice(2);
    const values = answers.get(key) ?? [];
    values.push(typed);
    answers.set(key, values);
  }
  return answers;
}

/** The answers and the group; whoever types a firm of the group says that there is one. */
function readSaid(query: URLSearchParams): Pick<WhatIfValues, "answers" | "group"> {
  const [answers, group] = [readAnswers(query), readGroup(query)];
  const isGroupSaid = group.lines.length > 0 || group.consolidated.staff !== "";
  if (!isGroupSaid || answers.has("linkedEnterprises")) return { answers, group };
  return { answers: new Map([...answers, ["linkedEnterprises", ["yes"]]]), group };
}

/** What a register said stands in fields of its own (`r.`), so that it stays beside what the visitor says. */
function readKnown(query: URLSearchParams): KnownFacts {
  const [, min, max] = /^(\d{1,8})-(\d{0,8})$/.exec(query.get("r.staff") ?? "") ?? [];
  const amount = (name: string) => {
    const value = parseAmount(query.get(name) ?? "");
    return value === "wrong" ? undefined : value;
  };
  const status = query.get("r.status");
  const isMainNamed = query.has("main");
  return {
    staff: min === undefined ? undefined : { min: Number(min), max: max === "" ? null : Number(max) },
    sizeCode: /^\d{2,3}$/.exec(query.get("r.size") ?? "")?.[0],
    isPublished: query.get("r.by") === "published",
    since: [query.get("r.since") ?? ""].find(isDay),
    turnover: amount("r.turnover"),
    balance: amount("r.balance"),
    legalForm: /^\d{3}$/.exec(query.get("r.form") ?? "")?.[0],
    status: status === "ceased" || status === "unreadable" ? status : undefined,
    mainUnknown: isMainNamed ? [] : NACE_REVISIONS.filter((revision) => query.getAll("r.nomain").includes(revision)),
  };
}
