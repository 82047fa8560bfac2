import type { Country } from "../../core/country.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Services } from "../contexts.ts";
import { nis2ScopeCheck } from "../scope/nis2-scope-check.ts";

/** The NIS2 sector of a firm, as the scope check decides it; `null` where it has none, or nobody knows now. */
export async function sectorOfFirm(ico: string, country: Country, services: Services): Promise<string | null> {
  try {
    const input = nis2ScopeCheck.input.parse({ ico, country });
    return (await nis2ScopeCheck.run(input, services)).sector?.id ?? null;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  }
}
