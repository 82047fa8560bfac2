import type { RegisterVerdict } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope, type FactsOrigin } from "./explain-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

export const { acts, activities, nis2: knowledge } = shipped;

/** The day of every decision that names none. */
export const today = "2026-11-20";

/** A firm in few words; what is not said is not known. */
export interface Firm extends Partial<Omit<ScopeFacts, "nace" | "activities">> {
  readonly country?: Country;
  readonly staff?: number;
  /** `3513@2`, blanks between; no mark means Rev. 2. */
  readonly nace?: string;
  /** Numbers of regulated services, blanks between. */
  readonly does?: string;
}

/** The firm as the rules see it. */
export function factsOf({ country = "SK", staff, nace = "", does, ...known }: Firm): ScopeFacts {
  const codes = nace.split(" ").filter((text) => text !== "");
  return {
    ...nothingKnown(country),
    ...known,
    ...(does === undefined ? {} : { activities: servicesOf(does) }),
    headcount: staff === undefined ? null : { min: staff, max: staff },
    nace: codes.map((text) => {
      const [code = "", revision = "2"] = text.split("@");
      return { code, revision: revision === "2.1" ? "2.1" : "2" };
    }),
  };
}

function servicesOf(numbers: string): RegulatedService[] {
  return numbers.split(" ").flatMap((number) => activities.serviceById.get(number) ?? []);
}

/** What the rules say of it. */
export function decide(firm: Firm, asOf = today) {
  return decideScope(factsOf(firm), knowledge, asOf);
}

/** The same in words, beside the verdict of the open-data register. */
export function explain(
  { registerVerdict = null, ...firm }: Firm & { readonly registerVerdict?: RegisterVerdict | null },
  locale: Locale = "sk",
  origin: FactsOrigin = "register",
) {
  const facts = factsOf(firm);
  return explainScope(reconcile(decide(firm), registerVerdict, facts.country), facts, knowledge, acts, locale, origin);
}
