import { foreignLines } from "../../core/foreign-text.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import type { Services } from "../contexts.ts";
import { supplierName } from "./listed-supplier.ts";
import { profileOf } from "./supplier-profile.ts";
import type { SupplierStanding } from "./supplier-standing.ts";

/** A supplier in the list of an organization, everything side by side. */
export type SupplierRow = Awaited<ReturnType<typeof rowOf>>;

/** The row of a supplier. */
export async function rowOf(entry: SupplierEntry, { name, ...standing }: SupplierStanding, services: Services) {
  const { country, ico, judgement, note, updated_at } = entry;
  return {
    /** Its name in addresses: SK-31322832. */
    supplier: supplierName(entry),
    country,
    ico,
    ...standing,
    profile: await profileOf(entry, services),
    /** The organization's own, for Article 21(3); `null`: none yet. */
    judgement,
    updatedAt: new Date(updated_at).toISOString(),
    untrusted: { name, note: foreignLines(note) },
  };
}
