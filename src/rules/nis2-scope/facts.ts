import type { FirmStatus, Headcount } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { Activities } from "../../core/nace.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";

/** Everything the scope engine may know about a firm. What is not known is `null`, never a guess. */
export interface ScopeFacts extends Activities {
  readonly country: Country;
  readonly status: FirmStatus;
  readonly ceasedOn: Day | null;
  /** Code of the country's size list; `null` when the register holds none. */
  readonly sizeCode: string | null;
  /** A headcount stated as a number or band; it wins over `sizeCode`. */
  readonly headcount: Headcount | null;
  /** Latest approved accounts, EUR. Registers do not know them; a person does. */
  readonly turnoverEur: number | null;
  readonly balanceSheetEur: number | null;
  readonly legalForm: string | null;
  readonly sizeIndependentService: SizeIndependentService | null;
}

/** A firm of which nothing is known but its country: what is added to it is known. */
export function nothingKnown(country: Country): ScopeFacts {
  return {
    country,
    status: "active",
    ceasedOn: null,
    nace: [],
    sizeCode: null,
    headcount: null,
    turnoverEur: null,
    balanceSheetEur: null,
    legalForm: null,
    sizeIndependentService: null,
  };
}
