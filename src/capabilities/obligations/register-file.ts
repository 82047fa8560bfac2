import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { writeXlsx, XLSX_TYPE } from "../../documents/write-xlsx.ts";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { fileShape, REPORT_FORMATS, reportFile } from "../answers/report-file.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { registerReport } from "./register-report.ts";
import { eachRegisterRow } from "./register-rows.ts";
import { registerTable } from "./register-table.ts";

const NAME = "nis2-obligations";

/** A long register takes some milliseconds to put into words: others are answered between so many entries. */
const ROWS_AT_ONCE = 20;

/** Shares of the width of a sheet; the others are narrow. */
const WIDE: Readonly<Record<string, number>> = {
  name: 30,
  legalBasisSK: 30,
  legalBasisCZ: 30,
  legalBasisEU: 30,
  evidenceNote: 40,
  responsiblePerson: 18,
};
const NARROW = 12;

/** The whole register of an organization as a file to be handed over. */
export const registerFile = defineCapability({
  name: "register_file",
  title: { sk: "Zostava evidencie povinností", cs: "Sestava evidence povinností", en: "Report of the register" },
  description: "The obligation register of an organization with evidence and dates, as PDF, DOCX or XLSX.",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum([...REPORT_FORMATS, "xlsx"]),
    locale: localeParameter,
  }),
  output: fileShape,
  web: { limits: [] },
  run: async ({ format, locale }, context) => {
    const { store, organization, knowledge, today, baseUrl } = context;
    const rows = await collectYielding(eachRegisterRow(await store.register(), context, locale), ROWS_AT_ONCE);
    const name = foreignText(organization.name);
    if (format === "xlsx") {
      const [head = [], ...cells] = registerTable(rows, locale);
      const table = {
        columns: head.map((title) => ({ title, width: WIDE[title] ?? NARROW })),
        rows: cells,
      };
      const content = writeXlsx({ locale, title: name, day: today(), sheet: "NIS2", table });
      return { mediaType: XLSX_TYPE, fileName: `${NAME}.xlsx`, content };
    }
    await nextTurn();
    const report = registerReport(rows, {
      locale,
      day: today(),
      organization: name,
      country: organization.country,
      completion: completionOf(rows.map(({ status }) => status)),
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
      catalogVersion: knowledge.obligations.version,
      address: `${baseUrl}/${locale}/organizations/${organization.id}/obligations`,
    });
    await nextTurn();
    return reportFile(report, format, NAME, context);
  },
});

/**
 * All items of a long list that is made as it is read, some at a time: whoever waits is answered between.
 * @param atOnce items that are made without a pause; what they cost is the longest that others wait
 */
async function collectYielding<T>(items: Iterable<T>, atOnce: number): Promise<T[]> {
  const all: T[] = [];
  for (const item of items) {
    if (all.length > 0 && all.length % atOnce === 0) await nextTurn();
    all.push(item);
  }
  return all;
}
