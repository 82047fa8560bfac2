import { z } from "zod";
import { readSupplierName, type SupplierKey, supplierName } from "./listed-supplier.ts";
import { MOST_AT_ONCE } from "./supplier-add.ts";

/** Firms as an address names them. */
export const firmsField = z.string().max(2_000).describe("SK-36536776,CZ-45274649: at most 40.");

/** The firms that an address names; what is no firm is left aside. */
export function readFirms(named: string): readonly SupplierKey[] {
  const firms = named.split(",").flatMap((each) => readSupplierName(each.trim()) ?? []);
  return [...new Map(firms.map((firm) => [supplierName(firm), firm])).values()].slice(0, MOST_AT_ONCE);
}
