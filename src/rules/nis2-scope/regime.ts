import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { NationalRemark, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { REGIME_OF_CATEGORY, type RegimeId } from "../../knowledge/nis2-ids.ts";
import { categoryOf, type Decision, STRICTNESS } from "./decide-category.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts, isListed } from "./match-nace.ts";

/** What the category means in national law, and the remarks that belong to it. */
export interface NationalView {
  readonly regimeId: RegimeId | null;
  readonly remarks: readonly string[];
}

/** True from the day on which the country's act came into force. */
export function isActInForce(country: Country, knowledge: Nis2Knowledge, asOf: Day): boolean {
  return knowledge.acts[country].from <= asOf;
}

/**
 * The national view of a decision. Before the act was in force there is none. A Czech service that the decree does not
 * list keeps its category by the directive and gets the regime that the remark names.
 */
export function nationalViewOf(
  decision: Decision,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  asOf: Day,
): NationalView {
  const { country } = facts;
  if (!isActInForce(country, knowledge, asOf)) return { regimeId: null, remarks: [] };
  const { category, situation } = decision;
  const base = REGIME_OF_CATEGORY[country][category];
  const isInScope = STRICTNESS[category] >= STRICTNESS.important;
  if (!isInScope && situation !== "size_undetermined") return { regimeId: base, remarks: [] };
  const found = knowledge.remarks.filter((remark) => remark.country === country && belongs(remark, decision, facts));
  const remarks = found.map(({ id }) => id);
  if (!isInScope) return { regimeId: base, remarks };
  const by2025 = country === "CZ" ? manufacturerBy2025(decision) : null;
  if (by2025 !== null) return { regimeId: by2025, remarks: [...remarks, "czManufacturing2025"] };
  return { regimeId: found.find(({ regime }) => regime !== undefined)?.regime ?? base, remarks };
}

function belongs(remark: NationalRemark, { situation, match, sectorId }: Decision, facts: ScopeFacts): boolean {
  if (situation === "stated_service") {
    return facts.sizeIndependentService !== null && (remark.services ?? []).includes(facts.sizeIndependentService);
  }
  if (remark.nace !== undefined) return match !== null && isListed(match.code, remark.nace);
  return sectorId !== null && (remark.sectors ?? []).includes(sectorId);
}

const NAMED_DIVISIONS = { "2": ["26", "27", "28", "29", "30"], "2.1": ["26", "27", "28", "29", "30"] } as const;

/**
 * The decree names divisions 26 to 30 of CZ-NACE 2025. Where only a Rev. 2 code says manufacturing and the firm has a
 * 2025 code as well, the 2025 code decides the regime (not the category). Null: no such disagreement.
 */
function manufacturerBy2025({ match, matches, size }: Decision): RegimeId | null {
  const isOldDivision = ({ code }: CodeMatch) => code.revision === "2" && isListed(code, NAMED_DIVISIONS);
  if (match === null || !isOldDivision(match)) return null;
  const newCodes = matches.filter(({ code }) => code.revision === "2.1");
  if (newCodes.length === 0 || newCodes.some(({ code }) => isListed(code, NAMED_DIVISIONS))) return null;
  let category: Category = "out_of_scope";
  for (const other of matches) {
    if (!counts(other) || isOldDivision(other)) continue;
    const found = categoryOf(other.row, size);
    if (STRICTNESS[found] > STRICTNESS[category]) category = found;
  }
  return REGIME_OF_CATEGORY.CZ[category];
}
