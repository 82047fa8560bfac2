import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { foreignLines } from "../../core/foreign-text.ts";
import { JUDGEMENTS } from "../../state/supplier-changes.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import type { Services } from "../contexts.ts";
import { supplierName } from "./listed-supplier.ts";
import { profileOf, supplierProfile } from "./supplier-profile.ts";
import { type SupplierStanding, supplierStanding } from "./supplier-standing.ts";

/** A supplier in the list of an organization, everything side by side. */
export const supplierRow = z.object({
  supplier: z.string().describe("Its name in addresses: SK-31322832."),
  country: z.enum(COUNTRIES),
  ico: z.string(),
  ...supplierStanding.omit({ name: true }).shape,
  profile: supplierProfile,
  judgement: z.enum(JUDGEMENTS).nullable().describe("The organization's own, for Article 21(3); null: none yet."),
  updatedAt: z.string().describe("When the judgement was saved last, or the supplier was added."),
  untrusted: z.object({ name: z.string().nullable(), note: z.string() }),
});

export type SupplierRow = z.output<typeof supplierRow>;

/** The row of a supplier. */
export async function rowOf(
  entry: SupplierEntry,
  { name, ...standing }: SupplierStanding,
  services: Services,
): Promise<SupplierRow> {
  const { country, ico, judgement, note, updated_at } = entry;
  return {
    supplier: supplierName(entry),
    country,
    ico,
    ...standing,
    profile: await profileOf(entry, services),
    judgement,
    updatedAt: new Date(updated_at).toISOString(),
    untrusted: { name, note: foreignLines(note) },
  };
}
