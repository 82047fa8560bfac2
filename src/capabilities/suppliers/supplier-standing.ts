import type { Category, FirmStatus } from "../../core/company.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { RegimeId } from "../../knowledge/nis2-ids.ts";
import type { Services } from "../contexts.ts";
import { type FoundCompanies, findCompany } from "../scope/find-company.ts";
import { statusShown } from "../scope/firm-facts.ts";
import { standingOf } from "../scope/firm-standing.ts";
import type { SupplierKey } from "./listed-supplier.ts";

/** So many firms are looked up at once: a live register is not to be asked for a thousand at a time. */
const AT_ONCE = 4;

/** What the registers say of a supplier. A firm that no register knows is not known; it is never out of scope. */
export interface SupplierStanding {
  /** `unavailable`: a register that may know it is silent. */
  readonly register: "found" | "absent" | "unavailable";
  readonly status: FirmStatus | null;
  /** `null`: not known, because no register knows the firm. */
  readonly category: Category | null;
  readonly regime: { readonly id: RegimeId; readonly name: string } | null;
  /** From the register: foreign text. */
  readonly name: string | null;
}

/** Where a firm stands, and the firm as it was found. */
export interface LookedUp extends SupplierStanding {
  readonly found: FoundCompanies | null;
}

/** What the registers say of a supplier today. */
export async function lookUpSupplier(
  { country, ico }: SupplierKey,
  services: Services,
  locale: Locale,
): Promise<LookedUp> {
  const nothing = { status: null, category: null, regime: null, name: null, found: null };
  try {
    const found = await findCompany(ico, country, services);
    const { category, regime: id } = standingOf(found, services);
    const regime = id === null ? undefined : services.knowledge.nis2.regimes[country].get(id);
    return {
      register: "found",
      status: statusShown(found.company, services),
      category,
      regime: regime === undefined ? null : { id: regime.id, name: regime.name[locale] },
      name: foreignTextOrNull(found.company.name),
      found,
    };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { ...nothing, register: thrown.problem.code === "not_found" ? "absent" : "unavailable" };
  }
}

/** The same for many, in their order. */
export async function lookUpSuppliers<Key extends SupplierKey>(
  keys: readonly Key[],
  services: Services,
  locale: Locale,
): Promise<readonly { readonly key: Key; readonly standing: SupplierStanding }[]> {
  const all: { readonly key: Key; readonly standing: SupplierStanding }[] = [];
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    const standings = await Promise.all(some.map((key) => lookUpSupplier(key, services, locale)));
    for (const [at, key] of some.entries()) {
      const { found: _found, ...standing } = standings[at] as LookedUp;
      all.push({ key, standing });
    }
  }
  return all;
}
