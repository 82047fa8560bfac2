import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import { hasValidCheckDigit, type Ico } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import { type FirmCopy, NO_COPY, type Organization } from "../../state/organizations.ts";
import { Refused } from "../calling/refusal.ts";
import { readStatedNumber } from "../calling/stated-number.ts";
import type { Services } from "../contexts.ts";
import { type FoundCompanies, findCompany } from "../scope/find-company.ts";
import { dataAge } from "../scope/firm-facts.ts";
import { readSupplierName, supplierName } from "../suppliers/listed-supplier.ts";

/** A firm by country and number. */
export interface Firm {
  readonly country: Country;
  readonly ico: Ico;
}

/** What an organization names as its firm: a firm, its country alone, or nothing. */
export interface NamedFirm {
  readonly country: Country | null;
  readonly ico: Ico | null;
}

export const NO_FIRM: NamedFirm = { country: null, ico: null };

/** The fields that choose a firm, in forms and calls. */
export const firmFields = {
  firm: z.string().max(40).default("").describe("Country and number: SK-36536776; `none`: no firm."),
  country: z.enum(["SK", "CZ", ""]).optional().describe("Instead of `firm`; empty: not stated."),
  ico: z.string().max(60).optional().describe("Instead of `firm`: 6-8 digits; empty: not stated."),
};

type FirmFields = Partial<z.output<z.ZodObject<typeof firmFields>>>;

/** The name of a firm in addresses and calls: `SK-36536776`; `none` without a number. */
export function firmIdOf({ country, ico }: NamedFirm): string {
  return country === null || ico === null ? "none" : supplierName({ country, ico });
}

/**
 * The firm that fields name. `firm` wins over `country` and `ico`.
 * @throws Refused `country_missing`, `ico_invalid`; ServiceError for a tax number and for a sign of the other country
 */
export function readFirm({ firm = "", country = "", ico = "" }: FirmFields): NamedFirm {
  if (firm !== "") {
    if (firm === "none") return NO_FIRM;
    const named = readSupplierName(firm);
    if (named === undefined) throw new Refused([{ code: "ico_invalid", field: "firm" }]);
    return named;
  }
  if (ico.trim() === "") return { country: country === "" ? null : country, ico: null };
  const number = readStatedNumber(ico, country === "" ? undefined : country);
  if (number === undefined) throw new Refused([{ code: "ico_invalid", field: "ico" }]);
  if (number.country === undefined) throw new Refused([{ code: "country_missing", field: "country" }]);
  return { country: number.country, ico: number.ico };
}

/** A firm that was looked up: the copy of what the register says, and its company where a register has it. */
export interface LookedUpFirm {
  readonly copy: FirmCopy;
  readonly found: FoundCompanies | null;
}

/**
 * Looks a chosen firm up. A firm that the registers here lack is taken, unless its number contains a typing error.
 * @throws Refused `ico_invalid` for a wrong check digit that no register has
 */
export async function lookUpFirm({ country, ico }: NamedFirm, services: Services): Promise<LookedUpFirm> {
  if (country === null || ico === null) return { copy: NO_COPY, found: null };
  const found = await findCompany(ico, country, services).catch((thrown: unknown) => {
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  });
  if (found === null && !hasValidCheckDigit(ico)) throw new Refused([{ code: "ico_invalid", field: "ico" }]);
  return { copy: copyOf(found, services), found };
}

/** What an organization keeps of its firm as a register knows it. */
export function copyOf(found: Pick<FoundCompanies, "company"> | null, services: Services): FirmCopy {
  if (found === null) return NO_COPY;
  const { company } = found;
  return {
    firm_name: foreignTextOrNull(company.name),
    firm_seat: foreignTextOrNull(company.address),
    firm_day: dataAge(company, services).slice(0, 10),
    firm_listed: 1,
  };
}

export function isSameFirm(one: NamedFirm, other: NamedFirm): boolean {
  return one.country === other.country && one.ico === other.ico;
}

/** The stated facts rest: they were said of another firm, and `/firm` was not answered yet. */
export function factsRest({ firm_other, ico }: Pick<Organization, "firm_other" | "ico">): boolean {
  return firm_other !== null && ico !== null;
}
