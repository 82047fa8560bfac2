import { z } from "zod";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { type Ico, parseIco } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import type { TrustStore } from "../../state/organization-store.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { notYours } from "../calling/principal.ts";

/** A firm as the list of suppliers names it. */
export interface SupplierKey {
  readonly country: Country;
  readonly ico: Ico;
}

/** The name of a supplier in addresses and calls: `SK-31322832`. */
export const supplierParameter = z.string().describe("Country and number of a listed supplier: SK-31322832.");

export function supplierName({ country, ico }: SupplierKey): string {
  return `${country}-${ico}`;
}

/** What `supplierName` wrote; `undefined` for anything else. */
export function readSupplierName(text: string): SupplierKey | undefined {
  const [, prefix, digits = ""] = /^([A-Z]{2})-(\d{8})$/.exec(text) ?? [];
  const country = COUNTRIES.find((each) => each === prefix);
  const ico = parseIco(digits);
  return country === undefined || ico === undefined ? undefined : { country, ico };
}

/**
 * A supplier of the organization.
 * @throws ServiceError the same for one that is not listed and for what is no supplier at all
 */
export async function listedSupplier(trust: Pick<TrustStore, "supplier">, named: string): Promise<SupplierEntry> {
  const key = readSupplierName(named);
  const entry = key === undefined ? undefined : await trust.supplier(key);
  if (entry === undefined) throw new ServiceError(notYours);
  return entry;
}
