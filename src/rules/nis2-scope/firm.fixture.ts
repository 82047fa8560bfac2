import type { RegisterVerdict } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { loadActs } from "../../knowledge/acts.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadNis2 } from "../../knowledge/nis2.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope, type FactsOrigin } from "./explain-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

export const acts = loadActs(`${KNOWLEDGE_DIR}/acts`);
export const knowledge = loadNis2(`${KNOWLEDGE_DIR}/nis2`, acts);

/** The day of every decision that names none. */
export const today = "2026-11-20";

/** A firm in few words; what is not said is not known. */
export interface Firm extends Partial<Omit<ScopeFacts, "nace">> {
  readonly country?: Country;
  readonly staff?: number;
  /** `3513@2`, blanks between; no mark means Rev. 2. */
  readonly nace?: string;
}

/** The firm as the rules see it. */
export function factsOf({ country = "SK", staff, nace = "", ...known }: Firm): ScopeFacts {
  const codes = nace.split(" ").filter((text) => text !== "");
  return {
    ...nothingKnown(country),
    ...known,
    headcount: staff === undefined ? null : { min: staff, max: staff },
    nace: codes.map((text) => {
      const [code = "", revision = "2"] = text.split("@");
      return { code, revision: revision === "2.1" ? "2.1" : "2" };
    }),
  };
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
