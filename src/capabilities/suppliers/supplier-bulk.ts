import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import type { SupplierPlan } from "../../state/supplier-changes.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { readSupplierName, supplierName } from "./listed-supplier.ts";
import { changedFields } from "./supplier-judge.ts";
import { planFields, readPlan } from "./supplier-plan.ts";

/** More suppliers than a list may have. */
const MOST_CHOSEN = 2_000;

/** What may be set for several suppliers at once. */
const SETTABLE = ["criticality", "responsible", "nextReviewAt"] as const;

/** Plans the same for several suppliers: all of them or none. */
export const supplierBulk = defineCapability({
  name: "supplier_bulk",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    suppliers: z.array(z.string()).max(MOST_CHOSEN).default([]).describe("SK-31322832, repeated."),
    set: z.array(z.enum(SETTABLE)).default([]).describe("What is set, repeated."),
    criticality: planFields.criticality,
    responsible: planFields.responsible,
    nextReviewAt: planFields.nextReviewAt,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/suppliers/bulk",
    shownOn: "/organizations/:organizationId/suppliers",
    leadsTo: "/organizations/:organizationId/suppliers?n=:count",
    done: "bulk",
  },
  run: async ({ suppliers, set, criticality = "", responsible = "", nextReviewAt = "" }, { store, write, trust }) => {
    if (suppliers.length === 0) throw new Refused([{ code: "nothing_chosen", field: "suppliers" }]);
    if (set.length === 0) throw new Refused([{ code: "nothing_chosen", field: "set" }]);
    const values = { criticality, responsible, nextReviewAt };
    const chosen = Object.fromEntries(set.map((name) => [name, values[name]]));
    const plan: Partial<SupplierPlan> = await readPlan(chosen, store);
    const wanted = new Set(suppliers);
    for (const name of wanted) if (readSupplierName(name) === undefined) throw new ServiceError(notYours);
    const count = await write(async ({ store: own, record }) => {
      const entries = (await own.trust.suppliers()).filter((entry) => wanted.has(supplierName(entry)));
      if (entries.length !== wanted.size) throw new ServiceError(notYours);
      for (const { country, ico, version } of entries) {
        const before = await own.trust.saveSupplier({ country, ico, version, updated_at: trust.now(), ...plan });
        if (before === undefined) throw new Refused([{ code: "changed_meanwhile" }]);
        const details = { fields: changedFields(before, plan), bulk: true };
        await record("supplier.changed", { type: "supplier", id: supplierName({ country, ico }) }, details);
      }
      return entries.length;
    });
    return { count };
  },
});
