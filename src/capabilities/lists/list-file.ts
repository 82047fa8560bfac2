import { z } from "zod";
import type { Locale, Localized } from "../../core/locale.ts";
import { writeWorkbook } from "../../documents/write-xlsx.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { FILE_TYPES, type FileContent } from "../answers/file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { listIn, listParameter } from "./list-parameter.ts";
import {
  filteredRows,
  type ListRowAnswer,
  listRowAnswer,
  listRowShape,
  type RowFilters,
  rowFilters,
} from "./list-rows.ts";

const FORMATS = ["csv", "xlsx", "json"] as const;

type Format = (typeof FORMATS)[number];

const COLUMNS: Readonly<Record<string, { readonly head: Localized; readonly of: (row: ListRowAnswer) => string }>> = {
  ico: { head: { sk: "IČO", cs: "IČO", en: "Number" }, of: ({ ico }) => ico },
  country: { head: { sk: "Krajina", cs: "Země", en: "Country" }, of: ({ country }) => country },
  label: { head: { sk: "Označenie", cs: "Označení", en: "Label" }, of: ({ untrusted }) => untrusted.label },
  tags: { head: { sk: "Značky", cs: "Štítky", en: "Tags" }, of: ({ untrusted }) => untrusted.tags.join(", ") },
  name: { head: { sk: "Názov", cs: "Název", en: "Name" }, of: ({ untrusted }) => untrusted.name ?? "" },
  category: { head: { sk: "Kategória", cs: "Kategorie", en: "Category" }, of: ({ category }) => category ?? "" },
  sector: { head: { sk: "Sektor", cs: "Odvětví", en: "Sector" }, of: ({ sector }) => sector?.id ?? "" },
  size: { head: { sk: "Veľkosť", cs: "Velikost", en: "Size" }, of: ({ size }) => size ?? "" },
  unknownReason: {
    head: { sk: "Prečo nie je známe", cs: "Proč není známo", en: "Why not known" },
    of: ({ unknownReason }) => unknownReason ?? "",
  },
  regime: {
    head: { sk: "Vnútroštátny režim", cs: "Vnitrostátní režim", en: "National regime" },
    of: ({ regime }) => regime ?? "",
  },
  judgedOn: {
    head: { sk: "Posúdené dňa", cs: "Posouzeno dne", en: "Judged on" },
    of: ({ judgedOn }) => judgedOn ?? "",
  },
  nextReviewAt: {
    head: { sk: "Ďalšie preskúmanie", cs: "Další přezkoumání", en: "Next review" },
    of: ({ nextReviewAt }) => nextReviewAt ?? "",
  },
  note: { head: { sk: "Poznámka", cs: "Poznámka", en: "Note" }, of: ({ untrusted }) => untrusted.note },
  verdictUrl: { head: { sk: "Výsledok", cs: "Výsledek", en: "Verdict" }, of: ({ verdictUrl }) => verdictUrl },
};

/** A list as a file: every row that the filters leave, never a page of them. */
export const listFile = defineCapability({
  name: "list_file",
  access: "organization",
  ofList: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    list: listParameter,
    format: z.enum(FORMATS),
    ...rowFilters,
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/lists/:list",
    formats: FORMATS,
    name: "list",
  },
  run: ({ list, format, locale, ...filters }, context) => fileOf(list, format, filters, context, locale),
});

const exported = z.object({ rows: z.array(listRowShape), asOf: z.string() });

/** The same by key. */
export const listExport = defineCapability({
  name: "list_export",
  access: "organization",
  ofList: true,
  input: z.strictObject({ list: listParameter, format: z.enum(FORMATS).default("json"), locale: localeParameter }),
  published: {
    title: "A list as a file",
    description: "All rows of a list as JSON, CSV or XLSX.",
    output: exported,
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/lists/{list}/export",
      cost: { rows: ["person_read", "person_file"] },
      forms: {
        argument: "format",
        types: { csv: FILE_TYPES.csv, xlsx: FILE_TYPES.xlsx },
        name: "list",
        of: ({ rows, asOf }, { format, locale }) =>
          format === "json" ? undefined : tableFile(rows, format, locale, asOf),
      },
    },
  ],
  run: async ({ list, locale }, context) => ({
    rows: await rowsOf(
      list,
      { category: undefined, tag: undefined, due: undefined, q: "", sort: "name" },
      context,
      locale,
    ),
    asOf: context.today(),
  }),
});

async function rowsOf(listId: string, filters: RowFilters, context: OrganizationContext, locale: Locale) {
  await listIn(context.store, listId);
  const rows = filteredRows(await context.store.listRows(listId), filters, context.today());
  return rows.map((row) => listRowAnswer(row, context, locale));
}

async function fileOf(
  listId: string,
  format: Format,
  filters: RowFilters,
  context: OrganizationContext,
  locale: Locale,
): Promise<FileContent> {
  const rows = await rowsOf(listId, filters, context, locale);
  if (format !== "json") return tableFile(rows, format, locale, context.today());
  const about = { indicative: true, disclaimer: DISCLAIMER[locale], dataAsOf: context.knowledge.asOf };
  return { content: `${JSON.stringify({ rows, ...about }, null, 2)}\n` };
}

function tableFile(rows: readonly ListRowAnswer[], format: "csv" | "xlsx", locale: Locale, day: string): FileContent {
  const cells = rows.map((row) => Object.values(COLUMNS).map(({ of }) => of(row)));
  if (format === "csv") return { content: writeSpreadsheetCsv([Object.keys(COLUMNS), ...cells], locale) };
  const columns = Object.entries(COLUMNS).map(([name, { head }]) => ({
    title: head[locale],
    kind: name === "judgedOn" || name === "nextReviewAt" ? ("day" as const) : ("text" as const),
  }));
  const note = { name: "About", columns: [{ title: "NIS2", kind: "text" as const }], rows: [[DISCLAIMER[locale]]] };
  return {
    content: writeWorkbook({ locale, title: "NIS2", day, sheets: [{ name: "Firms", columns, rows: cells }, note] }),
  };
}
