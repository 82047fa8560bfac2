import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { listedSupplier, supplierName, supplierParameter } from "./listed-supplier.ts";

/** Takes a firm off the list of suppliers; what was noted about it goes with it. */
export const supplierRemove = defineCapability({
  name: "supplier_remove",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/suppliers/:supplier/remove",
    leadsTo: "/organizations/:organizationId/suppliers",
    done: "removed",
    gone: ({ country, ico }) => `${country} ${ico}`,
  },
  run: async ({ supplier }, { store, write }) => {
    const entry = await listedSupplier(store.trust, supplier);
    await write(async ({ store: own, record }) => {
      if (!(await own.trust.removeSupplier(entry))) throw new ServiceError(notYours);
      await record("supplier.removed", { type: "supplier", id: supplierName(entry) });
    });
    return { country: entry.country, ico: entry.ico };
  },
});
