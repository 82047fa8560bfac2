import { type Cause, causeOf, type Standing } from "../../rules/verdict-change/cause.ts";
import {
  changedFacts,
  decidingFacts,
  type FactChange,
  type KeptCompany,
} from "../../rules/verdict-change/changed-facts.ts";
import type { WatchedFirm } from "../../state/firm-lists.ts";
import type { StoredFirm } from "../../state/watch.ts";
import type { Services } from "../contexts.ts";
import { watchedOf } from "../lists/watched.ts";
import { datedFactsOf, isSample } from "../scope/firm-facts.ts";
import { decideFor } from "../scope/firm-standing.ts";
import { statusChange } from "./status-change.ts";

/** What came of looking at a watched firm in a register file. */
export type Looked =
  /** The source is silent, or a verdict would be a guess: nothing is known. */
  | { readonly kind: "silent" }
  | { readonly kind: "missing" }
  | {
      readonly kind: "there";
      readonly firm: WatchedFirm;
      /** `undefined`: category, sector and regime are what they were. */
      readonly cause: Cause | undefined;
      readonly facts: readonly FactChange[];
      readonly status: "ceased" | "resumed" | undefined;
    };

/** Compares a watched firm with the register file of now, by the rules of today. */
export async function lookAtFirm(stored: StoredFirm, services: Services): Promise<Looked> {
  const lookup = await services.registers.findStored(stored.ico, stored.country);
  if (lookup.kind === "unavailable") return { kind: "silent" };
  // The sample knows few firms: what it lacks, or says of a firm of a register, is no news.
  const before: KeptCompany = JSON.parse(stored.facts);
  const isSampleNow =
    services.registers.holdings().find(({ country }) => country === stored.country)?.isSample !== false;
  if (isSampleNow && (lookup.kind === "absent" || !isSample({ ...before, statements: undefined })))
    return { kind: "silent" };
  if (lookup.kind === "absent") return { kind: "missing" };
  const firm = watchedOf({ company: lookup.company, silent: lookup.silent ?? [] }, services);
  if (firm === null) return { kind: "silent" };
  const facts = changedFacts(before, lookup.company);
  const cause = causeOf({
    before: standingOf(stored),
    oldFacts: decidedBy(before, services),
    after: standingOf(firm),
    areRulesNew: stored.rule_set !== firm.rule_set,
    facts: decidingFacts(facts),
  });
  return { kind: "there", firm, cause, facts, status: statusChange(before, lookup.company, services.today()) };
}

/** Old facts by the rules of today. */
function decidedBy(company: KeptCompany, services: Services): Standing {
  const { category, sectorId, regimeId } = decideFor(company, datedFactsOf(company, null), services);
  return { category, sector: sectorId, regime: regimeId };
}

export function standingOf({
  category,
  sector,
  regime,
}: Pick<WatchedFirm, "category" | "sector" | "regime">): Standing {
  return { category, sector, regime };
}
