import { MOST_CODES } from "../../../capabilities/scope/scope-evaluate.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { type Ico, parseIco } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { NACE_REVISIONS, type NaceCode, type NaceRevision, parseNaceDigits } from "../../../core/nace.ts";
import type { Problem } from "../../../core/problem.ts";
import type { FieldError } from "../components/field.tsx";
import { serviceNames } from "../verdict/verdict.ts";
import { parseAmount, parseHeadcount } from "./typed-number.ts";

export type Service = keyof typeof serviceNames;

/** What stands in the form, as it was typed, so that it can be shown again. */
export interface WhatIfValues {
  readonly country?: Country | undefined;
  readonly codes: readonly { readonly code: string; readonly revision: NaceRevision }[];
  readonly employees: string;
  readonly turnover: string;
  readonly balance: string;
  readonly service?: Service | undefined;
  /** The firm whose codes these are; for the way back only. */
  readonly firm?: { readonly ico: Ico; readonly country: Country } | undefined;
}

/** The question in the terms of `scope_evaluate`. */
export interface WhatIfArguments {
  readonly country: Country;
  readonly nace: readonly NaceCode[];
  readonly employees?: number;
  readonly turnoverEur?: number;
  readonly balanceSheetEur?: number;
  readonly sizeIndependentService?: Service;
}

/** A what-if address read: not asked yet, asked wrongly, or ready to be answered. */
export interface WhatIfQuery {
  readonly values: WhatIfValues;
  readonly errors: readonly FieldError[];
  /** Set when something was asked and nothing is wrong. */
  readonly args?: WhatIfArguments;
}

const text = {
  country: { sk: "Vyberte krajinu.", cs: "Vyberte zemi.", en: "Choose a country." },
  code: {
    sk: "Kód NACE má 2 až 5 číslic, napríklad 35.11.",
    cs: "Kód NACE má 2 až 5 číslic, například 35.11.",
    en: "A NACE code has 2 to 5 digits, for example 35.11.",
  },
  noSuchCode: {
    sk: "Taký kód NACE neexistuje. Skontrolujte ho a zvoľte správnu revíziu.",
    cs: "Takový kód NACE neexistuje. Zkontrolujte ho a zvolte správnou revizi.",
    en: "There is no such NACE code. Check it and choose the right revision.",
  },
  nothing: {
    sk: "Zadajte aspoň jeden kód NACE alebo vyberte službu.",
    cs: "Zadejte alespoň jeden kód NACE nebo vyberte službu.",
    en: "Enter at least one NACE code, or choose a service.",
  },
  employees: {
    sk: "Počet zamestnancov napíšte celým číslom, napríklad 60.",
    cs: "Počet zaměstnanců napište celým číslem, například 60.",
    en: "Write the number of employees as a whole number, for example 60.",
  },
  amount: {
    sk: "Sumu napíšte číslom v eurách, napríklad 12 000 000.",
    cs: "Částku napište číslem v eurech, například 12 000 000.",
    en: "Write the amount in euros as a number, for example 12 000 000.",
  },
} satisfies Record<string, Localized>;

/** Reads the address of a what-if page. Every value has its error beside it; nothing typed is lost. */
export function readWhatIf(query: URLSearchParams, locale: Locale): WhatIfQuery {
  const values = readValues(query);
  const isAsked = ["country", "code", "employees", "service"].some((name) => query.has(name));
  if (!isAsked) return { values, errors: [] };

  const errors: FieldError[] = [];
  const complain = (field: string, message: Localized) => errors.push({ field, message: message[locale] });
  const { country, service } = values;
  if (country === undefined) complain("country-SK", text.country);
  const nace: NaceCode[] = [];
  values.codes.forEach(({ code, revision }, index) => {
    const digits = parseNaceDigits(code);
    if (digits !== undefined) nace.push({ code: digits, revision });
    else if (code !== "") complain(`code-${index + 1}`, text.code);
  });
  if (nace.length === 0 && service === undefined && errors.every(({ field }) => !field.startsWith("code"))) {
    complain("code-1", text.nothing);
  }
  const employees = parseHeadcount(values.employees);
  if (employees === "wrong") complain("employees", text.employees);
  const turnover = parseAmount(values.turnover);
  if (turnover === "wrong") complain("turnover", text.amount);
  const balance = parseAmount(values.balance);
  if (balance === "wrong") complain("balance", text.amount);
  if (
    country === undefined ||
    errors.length > 0 ||
    employees === "wrong" ||
    turnover === "wrong" ||
    balance === "wrong"
  ) {
    return { values, errors };
  }
  return {
    values,
    errors,
    args: {
      country,
      nace,
      ...(employees === undefined ? {} : { employees }),
      ...(turnover === undefined ? {} : { turnoverEur: turnover }),
      ...(balance === undefined ? {} : { balanceSheetEur: balance }),
      ...(service === undefined ? {} : { sizeIndependentService: service }),
    },
  };
}

/** What the check of the facts said of a code, beside the row in which it stands; codes and rows have one order. */
export function codeErrors({ field = "" }: Problem, locale: Locale): FieldError[] {
  const index = /^nace\.(\d+)\.code$/.exec(field)?.[1];
  return index === undefined ? [] : [{ field: `code-${Number(index) + 1}`, message: text.noSuchCode[locale] }];
}

function readValues(query: URLSearchParams): WhatIfValues {
  const country = readCountry(query.get("country"));
  const revisions = query.getAll("rev");
  const codes = query
    .getAll("code")
    // An address with more is cut, not worked through.
    .slice(0, MOST_CODES)
    .map((code, index) => ({
      code: code.trim().slice(0, 20),
      // Codes and revisions are paired by their order: a form sends both of every row.
      revision: NACE_REVISIONS.find((known) => known === revisions[index]) ?? "2.1",
    }))
    .filter(({ code }) => code !== "");
  const ico = parseIco(query.get("ico") ?? "");
  const service = query.get("service") ?? "";
  const typed = (name: string) => (query.get(name) ?? "").trim().slice(0, 30);
  return {
    country,
    codes,
    employees: typed("employees"),
    turnover: typed("turnover"),
    balance: typed("balance"),
    service: isService(service) ? service : undefined,
    firm: ico === undefined || country === undefined ? undefined : { ico, country },
  };
}

function readCountry(text: string | null): Country | undefined {
  return COUNTRIES.find((known) => known === text);
}

function isService(text: string): text is Service {
  return Object.hasOwn(serviceNames, text);
}
