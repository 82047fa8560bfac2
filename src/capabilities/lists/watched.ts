import type { Company } from "../../core/company.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { WatchedFirm } from "../../state/firm-lists.ts";
import type { Services } from "../contexts.ts";
import type { FoundCompany } from "../scope/find-company.ts";
import { datedFactsOf } from "../scope/firm-facts.ts";
import { decideFor, guessedWithout } from "../scope/firm-standing.ts";

/** What is kept of a firm of the register file and of its judgement, for all lists; `null` where it would be a guess. */
export function watchedOf({ company, silent }: FoundCompany, services: Services): WatchedFirm | null {
  const { knowledge, registers, today } = services;
  const verdict = decideFor(company, datedFactsOf(company, null), services);
  if (guessedWithout(verdict, silent) !== undefined) return null;
  return {
    country: company.country,
    ico: company.ico,
    facts: JSON.stringify(keptFacts(company)),
    name: foreignTextOrNull(company.name),
    category: verdict.category,
    sector: verdict.sectorId,
    size: verdict.sizeCategory,
    unknown_reason: verdict.unknownReason,
    regime: verdict.regimeId,
    open_fact: verdict.missingFacts[0]?.id ?? null,
    rule_set: knowledge.changelog.byPart.scope.version,
    snapshot: registers.snapshot().builtAt,
    day: today(),
  };
}

/** The facts that a later file is compared with: all that a verdict rests on, and who stated it. */
function keptFacts(company: Company): Omit<Company, "statements"> {
  const { statements: _statements, ...facts } = company;
  return facts;
}
