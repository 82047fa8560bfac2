import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { REPORT_FORMATS, writeFile } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { registerIcs, revisedAt } from "./register-ics.ts";
import { registerReport } from "./register-report.ts";
import { eachRegisterRow, itemWithInterval } from "./register-rows.ts";
import { columnKinds, registerTable } from "./register-table.ts";

const FORMATS = [...REPORT_FORMATS, "xlsx", "csv", "json", "ics"] as const;

/** A long register takes some milliseconds to put into words: others are answered between so many entries. */
const ROWS_AT_ONCE = 20;

/** The whole register of an organization as a file to be handed over. */
export const registerFile = defineCapability({
  name: "register_file",
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
    path: "/organizations/:organizationId/obligations",
    formats: FORMATS,
    name: "nis2-obligations",
  },
  run: async ({ format, locale }, context) => {
    const { store, organization, knowledge, today, baseUrl } = context;
    const entries = await store.register();
    const rows = await collectYielding(eachRegisterRow(entries, context, locale), ROWS_AT_ONCE);
    const completion = completionOf(rows.map(({ status }) => status));
    const name = foreignText(organization.name);
    const report = async () => {
      await nextTurn();
      const document = registerReport(rows, {
        locale,
        day: today(),
        organization: name,
        firm: organization.ico === null ? null : { name: organization.firm_name, ico: organization.ico },
        country: organization.country,
        completion,
        disclaimer: DISCLAIMER[locale],
        dataAsOf: knowledge.asOf,
        catalogVersion: knowledge.obligations.version,
        address: `${baseUrl}/${locale}/organizations/${organization.id}/obligations`,
      });
      await nextTurn();
      return document;
    };
    const parts = {
      report,
      rows: () => registerTable(rows, locale, organization.country),
      sheet: { title: name, wide: {}, narrow: 1, kinds: columnKinds(locale) },
      // As `my_obligations` gives them.
      json: () => ({
        items: rows.map(itemWithInterval),
        completion,
        indicative: true,
        disclaimer: DISCLAIMER[locale],
        dataAsOf: knowledge.asOf,
      }),
      calendar: () =>
        registerIcs(rows, {
          organizationId: organization.id,
          organizationName: name,
          baseUrl,
          revisedAt: revisedAt(entries),
          locale,
        }),
    };
    const saved = organizationFileName(organization.name, "obligations", { locale, day: today() });
    return { ...(await writeFile(format, parts, { ...context, locale })), name: saved };
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
