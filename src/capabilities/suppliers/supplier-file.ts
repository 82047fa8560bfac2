import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { writeXlsx, XLSX_TYPE } from "../../documents/write-xlsx.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { fileShape } from "../answers/report-file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import { rowOf } from "./supplier-row.ts";
import { lookUpSuppliers } from "./supplier-standing.ts";
import { supplierTable } from "./supplier-table.ts";

const NAME = "suppliers";

/** Shares of the width of a sheet; the others are narrow. */
const WIDE: Readonly<Record<string, number>> = { name: 30, profileUrl: 30, note: 40, categoryText: 16 };
const NARROW = 10;

/** The whole list of suppliers as a file to be handed over. */
export const supplierFile = defineCapability({
  name: "supplier_file",
  title: { sk: "Zoznam dodávateľov", cs: "Seznam dodavatelů", en: "List of suppliers" },
  description: "The suppliers of an organization with category, profile, coverage and judgement, as CSV, XLSX or JSON.",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum(["csv", "xlsx", "json"]),
    locale: localeParameter,
  }),
  output: fileShape,
  web: { limits: [] },
  run: async ({ format, locale }, context) => {
    const { store, organization, knowledge, today } = context;
    const entries = (await store.trust.suppliers()).toReversed();
    const looked = await lookUpSuppliers(entries, context, locale);
    const rows = await Promise.all(looked.map(({ key, standing }) => rowOf(key, standing, context)));
    const fileName = `${NAME}.${format}`;
    if (format === "json") {
      const document = {
        suppliers: rows,
        indicative: true,
        disclaimer: DISCLAIMER[locale],
        dataAsOf: knowledge.asOf,
      };
      const content = `${JSON.stringify(document, null, 2)}\n`;
      return { mediaType: "application/json; charset=utf-8", fileName, content };
    }
    const [head = [], ...cells] = supplierTable(rows, locale);
    if (format === "csv") {
      return { mediaType: "text/csv; charset=utf-8", fileName, content: writeSpreadsheetCsv([head, ...cells], locale) };
    }
    const table = { columns: head.map((title) => ({ title, width: WIDE[title] ?? NARROW })), rows: cells };
    const title = foreignText(organization.name);
    return {
      mediaType: XLSX_TYPE,
      fileName,
      content: writeXlsx({ locale, title, day: today(), sheet: "NIS2", table }),
    };
  },
});
