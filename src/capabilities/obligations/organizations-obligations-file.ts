import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { writeFile } from "../answers/file.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { entryFilters, entryItems, findEntries, type OwnEntryItem } from "./organizations-obligations.ts";
import { columnKinds } from "./register-table.ts";
import { STATUS_TEXTS } from "./status-texts.ts";

const FORMATS = ["csv", "xlsx"] as const;

/** Every entry that the filters leave in the registers of all organizations, as a file. */
export const organizationsObligationsFile = defineCapability({
  name: "organizations_obligations_file",
  access: "person",
  needsSession: true,
  input: z.strictObject({ ...entryFilters, format: z.enum(FORMATS), locale: localeParameter }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/obligations",
    formats: FORMATS,
    name: "nis2-obligations-all",
  },
  run: async ({ format, locale, ...filters }, context) => {
    const { found, organizations } = await findEntries(filters, context, locale);
    const items = await entryItems(found, organizations, context, locale);
    const parts = {
      rows: () => tableOf(items, locale),
      sheet: { title: titles[locale], wide: {}, narrow: 1, kinds: columnKinds(locale) },
    };
    return writeFile(format, parts, { ...context, locale });
  },
});

const titles: Readonly<Record<Locale, string>> = {
  sk: "Povinnosti všetkých organizácií",
  cs: "Povinnosti všech organizací",
  en: "Obligations of all organizations",
};

/** The columns, with these headers in every language. */
const COLUMNS: Readonly<Record<string, (item: OwnEntryItem, locale: Locale) => string>> = {
  organizationId: ({ organizationId }) => organizationId,
  organization: ({ untrusted }) => untrusted.organization,
  code: ({ code }) => code,
  name: ({ name }) => name ?? "",
  status: ({ status }) => status ?? "",
  statusText: ({ status }, locale) => STATUS_TEXTS[status ?? "untracked"][locale],
  responsiblePerson: ({ untrusted }) => untrusted.responsiblePerson ?? "",
  workDueAt: ({ workDueAt }) => workDueAt ?? "",
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt ?? "",
  nextReviewAt: ({ nextReviewAt }) => nextReviewAt ?? "",
  daysOver: ({ daysOver }) => String(daysOver),
  evidenceNote: ({ untrusted }) => untrusted.evidenceNote ?? "",
};

function tableOf(items: readonly OwnEntryItem[], locale: Locale): readonly (readonly string[])[] {
  const rows = items.map((item) => Object.values(COLUMNS).map((cell) => cell(item, locale)));
  return [Object.keys(COLUMNS), ...rows];
}
