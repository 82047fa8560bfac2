import type { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import type { Column } from "../../documents/document.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { basisWords } from "./basis-texts.ts";
import type { registerItem } from "./register-items.ts";
import type { RegisterRow } from "./register-rows.ts";
import { STATUS_TEXTS } from "./status-texts.ts";

/** An entry with how often the catalog recommends a review, and by when the work on it is to be done. */
export type RegisterTableRow = z.output<typeof registerItem> & Pick<RegisterRow, "reviewIntervalMonths" | "workDueAt">;

/** The columns of a register in a spreadsheet, with these headers in every language. `country`: whose law is cited. */
const COLUMNS: Readonly<Record<string, (item: RegisterTableRow, locale: Locale, country: Country | null) => string>> = {
  code: ({ code }) => code,
  name: ({ name }) => name ?? "",
  status: ({ status }) => status ?? "",
  statusText: ({ status, basis }, locale) => {
    const words = basisWords(status, basis, locale);
    return [STATUS_TEXTS[status ?? "untracked"][locale], words].filter((part) => part !== null).join(", ");
  },
  statusSource: ({ statusSource }) => statusSource ?? "",
  scanId: ({ scanId }) => scanId ?? "",
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt ?? "",
  nextReviewAt: ({ nextReviewAt }) => nextReviewAt ?? "",
  reviewIntervalMonths: ({ reviewIntervalMonths }) => String(reviewIntervalMonths),
  overdue: ({ overdue }) => String(overdue),
  legalBasisSK: ({ legalBasis: { SK } }, _locale, country) => (country === "CZ" ? "" : joined(SK)),
  legalBasisCZ: ({ legalBasis: { CZ } }, _locale, country) => (country === "SK" ? "" : joined(CZ)),
  legalBasisEU: ({ legalBasis: { EU } }) => joined(EU),
  evidenceNote: ({ untrusted: { evidenceNote } }) => evidenceNote ?? "",
  responsiblePerson: ({ untrusted: { responsiblePerson } }) => responsiblePerson ?? "",
  workDueAt: ({ workDueAt }) => workDueAt ?? "",
  answered: ({ basis }) => (basis === undefined ? "" : `${basis.answered}/${basis.asked}`),
};

/**
 * A register as a table, the header first and then one row an obligation in the order of the catalog; what every
 * format of a spreadsheet is written from. Cells are plain text, also those that people wrote.
 */
export function registerTable(
  items: readonly RegisterTableRow[],
  locale: Locale,
  country: Country | null,
): readonly (readonly string[])[] {
  const rows = items.map((item) => Object.values(COLUMNS).map((cell) => cell(item, locale, country)));
  return [Object.keys(COLUMNS), ...rows];
}

/** Writes a register as CSV, in the form that spreadsheets of the language expect. */
export function writeRegisterCsv(items: readonly RegisterTableRow[], locale: Locale, country: Country | null): string {
  return writeSpreadsheetCsv(registerTable(items, locale, country), locale);
}

/** What a workbook knows of its columns besides: the words of their heads, which are days, what is chosen from. */
export function columnKinds(locale: Locale): Readonly<Record<string, Pick<Column, "heading" | "isDay" | "choices">>> {
  const words = OBLIGATION_STATUSES.map((status) => STATUS_TEXTS[status][locale]);
  return Object.fromEntries(
    Object.entries(HEADINGS).map(([code, heading]) => [
      code,
      {
        heading: heading[locale],
        ...(DAYS.has(code) ? { isDay: true } : {}),
        ...(code === "status" ? { choices: OBLIGATION_STATUSES } : {}),
        ...(code === "statusText" ? { choices: words } : {}),
      },
    ]),
  );
}

const DAYS: ReadonlySet<string> = new Set(["lastReviewedAt", "nextReviewAt", "workDueAt"]);

const HEADINGS: Readonly<Record<string, Localized>> = {
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  name: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav (kód)", cs: "Stav (kód)", en: "Status (code)" },
  statusText: { sk: "Stav", cs: "Stav", en: "Status" },
  statusSource: { sk: "Odkiaľ je stav", cs: "Odkud je stav", en: "Source of the status" },
  scanId: { sk: "Výsledok dotazníka", cs: "Výsledek dotazníku", en: "Result of the questionnaire" },
  lastReviewedAt: { sk: "Posledné preskúmanie", cs: "Poslední přezkoumání", en: "Last review" },
  nextReviewAt: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  reviewIntervalMonths: { sk: "Preskúmať po mesiacoch", cs: "Přezkoumat po měsících", en: "Review every … months" },
  overdue: { sk: "Po termíne", cs: "Po termínu", en: "Overdue" },
  legalBasisSK: { sk: "Slovenské právo", cs: "Slovenské právo", en: "Slovak law" },
  legalBasisCZ: { sk: "České právo", cs: "České právo", en: "Czech law" },
  legalBasisEU: { sk: "Právo Únie", cs: "Právo Unie", en: "Law of the Union" },
  evidenceNote: { sk: "Čím je to doložené", cs: "Čím je to doloženo", en: "Evidence" },
  responsiblePerson: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  workDueAt: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězeno", en: "Answered" },
};

function joined(citations: readonly (string | null)[]): string {
  return citations.filter((citation) => citation !== null).join("; ");
}
