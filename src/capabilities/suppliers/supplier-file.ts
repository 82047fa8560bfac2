import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { writeFile } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { rowOf, rowPartsOf } from "./supplier-row.ts";
import { lookUpSuppliers } from "./supplier-standing.ts";
import { supplierTable } from "./supplier-table.ts";

const FORMATS = ["csv", "xlsx", "json"] as const;

/** Shares of the width of a sheet; the others are narrow. */
const WIDE: Readonly<Record<string, number>> = { name: 30, profileUrl: 30, note: 40, categoryText: 16 };
const NARROW = 10;

/** The whole list of suppliers as a file to be handed over. */
export const supplierFile = defineCapability({
  name: "supplier_file",
  access: "organization",
  openToOperator: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum(FORMATS),
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/suppliers",
    formats: FORMATS,
    name: "suppliers",
  },
  run: async ({ format, locale }, context) => {
    const { store, organization, knowledge } = context;
    const entries = (await store.trust.suppliers()).toReversed();
    const [looked, rowParts] = await Promise.all([lookUpSuppliers(entries, context, locale), rowPartsOf(store)]);
    const rows = await Promise.all(looked.map(({ key, standing }) => rowOf(key, standing, rowParts, context)));
    const parts = {
      rows: () => supplierTable(rows, locale),
      sheet: { title: foreignText(organization.name), wide: WIDE, narrow: NARROW },
      json: () => ({ suppliers: rows, indicative: true, disclaimer: DISCLAIMER[locale], dataAsOf: knowledge.asOf }),
    };
    const name = organizationFileName(organization.name, "suppliers", { locale, day: context.today() });
    return { ...(await writeFile(format, parts, { ...context, locale })), name };
  },
});
