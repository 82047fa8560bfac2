import { z } from "zod";
import { JUDGEMENTS, type SupplierNote } from "../../state/supplier-changes.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { listedSupplier, supplierName, supplierParameter } from "./listed-supplier.ts";
import { planFields, readPlan } from "./supplier-plan.ts";

const LONGEST_NOTE = 4_000;

/** Saves what the organization thinks of a supplier, for Article 21(3). */
export const supplierJudge = defineCapability({
  name: "supplier_judge",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    judgement: z.enum([...JUDGEMENTS, ""]).describe("Empty: none yet."),
    note: z.string().default("").describe("0 to 4000 characters."),
    ...planFields,
    version: z.coerce.number().int().min(0).describe("The version that the form showed."),
    revision: z.coerce
      .number()
      .int()
      .min(0)
      .optional()
      .describe("The revision of the profile that was looked at; default: the one that is public."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/suppliers/:supplier",
    leadsTo: "/organizations/:organizationId/suppliers/:supplier",
    done: "saved",
  },
  run: async ({ supplier, judgement: chosen, note: typed, version, revision: seen, ...fields }, context) => {
    const { store, write, trust } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const note = typed.replace(/\r\n?/g, "\n").trim();
    if ([...note].length > LONGEST_NOTE) throw new Refused([{ code: "note_long", field: "note" }]);
    const judgement = chosen === "" ? null : chosen;
    const plan = await readPlan(fields, store);
    const { country, ico, revision } = entry;
    await write(async ({ store: own, record }) => {
      const noted = { judgement, note, ...plan };
      const before = await own.trust.saveSupplier({ country, ico, version, updated_at: trust.now(), ...noted });
      if (before === undefined) throw new Refused([{ code: "changed_meanwhile" }]);
      // Reading a page changes nothing: what was looked at is what somebody saved a judgement beside.
      if (revision !== null) await own.trust.supplierSeen(entry, Math.min(seen ?? revision, revision));
      const changed = changedFields(before, noted);
      const details = { before: before.judgement, after: judgement, fields: changed, revision };
      await record("supplier.judged", { type: "supplier", id: supplierName(entry) }, details);
    });
    return { version: version + 1 };
  },
});

/** The names of what a save changes, as the audit log has them. */
export function changedFields(before: SupplierNote, after: Partial<SupplierNote>): string[] {
  return Object.entries(after).flatMap(([name, value]) => (before[name as keyof SupplierNote] === value ? [] : [name]));
}
