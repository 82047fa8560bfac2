import { z } from "zod";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { readStatedNumber } from "../calling/stated-number.ts";
import { defineCapability } from "../capability.ts";
import type { Change } from "../contexts.ts";
import { readSupplierName, type SupplierKey, supplierName } from "./listed-supplier.ts";

/** So many firms are added by one form. */
export const MOST_AT_ONCE = 40;

/** Puts firms on the list of suppliers, whether or not they publish a profile. */
export const supplierAdd = defineCapability({
  name: "supplier_add",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    country: z.enum(["SK", "CZ", ""]).default("").describe("With `ico`: instead of `firm`."),
    ico: z.string().max(60).default("").describe("Company identification number, 6-8 digits."),
    firm: z.array(z.string().max(40)).max(MOST_AT_ONCE).default([]).describe("Country and number: SK-36536776."),
    locale: localeParameter,
  }),
  run: async ({ country, ico, firm }, { store, write, trust }) => {
    const firms = firm.length > 0 ? firm.map(readFirm) : [readNumber(country, ico)];
    const listed = new Set((await store.trust.suppliers()).map(supplierName));
    const added = firms.filter((each) => !listed.has(supplierName(each)));
    const [first] = firms;
    const supplier = first === undefined ? "" : supplierName(first);
    if (added.length === 0) return { supplier, isAdded: false };
    await write((change) => addFirms(added, change, trust.now()));
    return { supplier, isAdded: true };
  },
  form: {
    cost: { rows: ["person_write"], stock: ["suppliers"] },
    path: "/organizations/:organizationId/suppliers",
    leadsTo: ({ isAdded }) => `/organizations/:organizationId/suppliers${isAdded ? "" : "/:supplier"}`,
    done: ({ isAdded }) => (isAdded ? "created" : null),
  },
});

/** Adds firms that are not listed, in the transaction of the change. @throws Refused beyond the budget of suppliers */
async function addFirms(
  firms: readonly SupplierKey[],
  { store, record }: Pick<Change<OrganizationStore>, "store" | "record">,
  at: number,
): Promise<void> {
  // Counted where nobody else adds one meanwhile.
  const { length } = await store.trust.suppliers();
  for (const [index, firm] of [...new Map(firms.map((each) => [supplierName(each), each])).values()].entries()) {
    refuseBeyond("suppliers", length + index);
    if (!(await store.trust.addSupplier(firm, at))) throw new Refused([{ code: "changed_meanwhile" }]);
    await record("supplier.added", { type: "supplier", id: supplierName(firm) });
  }
}

function readFirm(named: string): SupplierKey {
  const firm = readSupplierName(named);
  if (firm === undefined) throw new Refused([{ code: "ico_invalid", field: "firm" }]);
  return firm;
}

/** The firm of a typed number, with a country of its own or by its prefix. */
function readNumber(country: "SK" | "CZ" | "", typed: string): SupplierKey {
  const number = readStatedNumber(typed, country === "" ? undefined : country);
  if (number === undefined) throw new Refused([{ code: "ico_invalid", field: "ico" }]);
  if (number.country === undefined) throw new Refused([{ code: "country_missing", field: "country" }]);
  return { country: number.country, ico: number.ico };
}
