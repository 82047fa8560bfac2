import type { Country } from "../../../core/country.ts";
import type { Ico } from "../../../core/ico.ts";
import type { Lookup, SearchOutcome } from "../register.ts";

/** How the registers are asked (`REGISTERS`, docs/settings.md). */
export type RegisterMode = "auto" | "mirror" | "live";

/** The registers of both countries as one, whatever is behind them. */
export interface CombinedRegisters {
  find(ico: Ico, country: Country): Promise<Lookup>;
  /** At most `limit` (<= 1 000) firms, see `searchRegisters`. */
  search(query: string, country: Country | undefined, limit: number): Promise<SearchOutcome>;
}
