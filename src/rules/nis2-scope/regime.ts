import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { NationalRemark, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { type NationalEffect, REGIME_OF_CATEGORY, type RegimeId } from "../../knowledge/nis2-ids.ts";
import { type Decision, STRICTNESS, strictestOf } from "./decide-category.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts, isListed, isSide, mayBeListed } from "./match-nace.ts";

/** What the category means in national law, and the remarks that belong to it. */
export interface NationalView {
  readonly regimeId: RegimeId | null;
  /** The regimes that the open questions leave; one, where `regimeId` names it. Mildest first. */
  readonly possibleRegimes: readonly RegimeId[];
  readonly remarks: readonly string[];
  /** Entries of `missing-facts.yaml` that decide the regime. */
  readonly regimeQuestions: readonly string[];
}

/** True from the day on which the country's act came into force. */
export function isActInForce(country: Country, knowledge: Nis2Knowledge, asOf: Day): boolean {
  return knowledge.acts[country].from <= asOf;
}

/**
 * The national view of a decision. Before the act was in force there is none. A Czech service that the decree does not
 * list, or may not list, keeps its category by the directive; the regime is what the other services of the firm give,
 * and `undetermined` while an open question decides.
 */
export function nationalViewOf(
  decision: Decision,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  asOf: Day,
): NationalView {
  const { country } = facts;
  if (!isActInForce(country, knowledge, asOf)) return only(null);
  const { category, situation } = decision;
  const base = REGIME_OF_CATEGORY[country][category];
  const isInScope = STRICTNESS[category] >= STRICTNESS.important;
  if (!isInScope && situation !== "size_undetermined") return only(base);
  const national = knowledge.remarks.filter((remark) => remark.country === country);
  const texts = national.filter((remark) => remark.effect === undefined && belongs(remark, decision, facts));
  const ids = texts.map(({ id }) => id);
  if (!isInScope) return only(base, ids);
  const special = specialOnes(national, decision, facts);
  if (special.length === 0) return only(base, ids);
  const possible = possibleRegimes(special, decision, country);
  const isOpen = possible.length > 1;
  // Where another service gives the same regime anyway, what is special about one of them need not be said.
  const said = special.filter(({ matches }) => isOpen || possible[0] !== base || isDeciding(decision, matches));
  return {
    regimeId: isOpen ? "undetermined" : (possible[0] ?? base),
    possibleRegimes: possible,
    remarks: [...said.map(({ remark }) => remark.id), ...ids],
    regimeQuestions: isOpen ? said.flatMap(({ remark }) => remark.question ?? []) : [],
  };
}

function only(regimeId: RegimeId | null, remarks: readonly string[] = []): NationalView {
  return { regimeId, possibleRegimes: regimeId === null ? [] : [regimeId], remarks, regimeQuestions: [] };
}

/** A remark that changes what some codes, or the stated service, are in national law. */
interface Special {
  readonly remark: NationalRemark & { readonly effect: NationalEffect };
  readonly matches: readonly CodeMatch[];
  readonly isService: boolean;
}

function specialOnes(national: readonly NationalRemark[], decision: Decision, facts: ScopeFacts): Special[] {
  return national.flatMap((remark) => {
    const { effect, services } = remark;
    if (effect === undefined) return [];
    const matches = decision.matches.filter((match) => counts(match) && isSpecial(match, remark, decision));
    const isService =
      facts.sizeIndependentService !== null && services?.includes(facts.sizeIndependentService) === true;
    return matches.length === 0 && !isService ? [] : [{ remark: { ...remark, effect }, matches, isService }];
  });
}

function isSpecial(match: CodeMatch, { nace, effect, sideOnly, byCzNace2025 }: NationalRemark, { matches }: Decision) {
  if (byCzNace2025 === true) return isDeniedBy2025(match, matches);
  if (nace === undefined || (sideOnly === true && !isSide(match, matches))) return false;
  return isListed(match.code, nace) || (effect !== "not_listed" && mayBeListed(match.code, nace));
}

/** The regimes between what surely counts nationally and what may count, mildest first. */
function possibleRegimes(special: readonly Special[], decision: Decision, country: Country): RegimeId[] {
  const { matches, size, serviceCategory } = decision;
  const having = (...effects: readonly NationalEffect[]) =>
    special.filter(({ remark }) => effects.includes(remark.effect));
  const without = (left: readonly Special[]): Category => {
    const kept = matches.filter((match) => !left.some((one) => one.matches.includes(match)));
    const isServiceLeft = left.some(({ isService }) => isService);
    return strictestOf(kept, size, isServiceLeft ? undefined : (serviceCategory ?? undefined));
  };
  const sure = without(having("not_listed", "perhaps_not_listed"));
  const perhaps = without(having("not_listed"));
  const strictest = having("perhaps_higher").length > 0 ? "essential" : perhaps;
  return [...new Set([sure, perhaps, strictest].map((category) => REGIME_OF_CATEGORY[country][category]))];
}

function isDeciding({ match, situation }: Decision, matches: readonly CodeMatch[]): boolean {
  return situation === "stated_service" || (match !== null && matches.includes(match));
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
 * The decree names divisions 26 to 30 of CZ-NACE 2025. True for a Rev. 2 code of these divisions where the firm has
 * 2025 codes and none of them is one of them: then the actual activity decides, which no register shows.
 */
function isDeniedBy2025({ code }: CodeMatch, matches: readonly CodeMatch[]): boolean {
  if (code.revision !== "2" || !isListed(code, NAMED_DIVISIONS)) return false;
  const newCodes = matches.filter((other) => other.code.revision === "2.1");
  return newCodes.length > 0 && !newCodes.some((other) => isListed(other.code, NAMED_DIVISIONS));
}
