import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { NationalRemark, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { type NationalEffect, REGIME_OF_CATEGORY, type RegimeId } from "../../knowledge/nis2-ids.ts";
import { resolve } from "./answers.ts";
import { strictestOf } from "./decide-by-activity.ts";
import type { Decision } from "./decision.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts, isListed, isSide, mayBeListed } from "./match-nace.ts";
import { isByDecisionOnly } from "./services-in-scope.ts";
import { floorOf } from "./stated-grounds.ts";
import { STRICTNESS, stricter } from "./strictness.ts";

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
 * @param services those by which the law reaches the firm
 */
export function nationalViewOf(
  decision: Decision,
  services: readonly string[],
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
  if (isInScope && isByDecisionOnly(decision)) {
    return only(
      base,
      national.filter(({ byDecision }) => byDecision === true).map(({ id }) => id),
    );
  }
  const texts = national.filter((remark) => isOnlySaid(remark) && belongs(remark, decision, services, facts));
  const ids = texts.map(({ id }) => id);
  if (!isInScope) return only(base, ids);
  const special = specialOnes(national, decision, facts, knowledge);
  const presumed = presumedQuestions(national, special, decision, facts, knowledge);
  if (special.length === 0) return { ...only(base, ids), regimeQuestions: presumed };
  const possible = possibleRegimes(special, decision, country);
  const isOpen = possible.length > 1;
  // Where another service gives the same regime anyway, what is special about one of them need not be said.
  const said = special.filter(({ matches }) => isOpen || possible[0] !== base || isDeciding(decision, matches));
  return {
    regimeId: isOpen ? "undetermined" : (possible[0] ?? base),
    possibleRegimes: possible,
    remarks: [...said.map(({ remark }) => remark.id), ...ids],
    regimeQuestions: [...new Set([...(isOpen ? said.flatMap(({ question }) => question ?? []) : []), ...presumed])],
  };
}

const CATEGORY_OF_REGIME = { none: "out_of_scope", lower: "important", higher: "essential" } as const;

/**
 * The category up to which further grounds change nothing: that of the verdict, or the milder one that a Czech regime
 * stands for where the decree does not list what the directive does.
 */
export function categoryToExceed({ category }: Decision, { regimeId }: NationalView): Category {
  if (regimeId !== "none" && regimeId !== "lower" && regimeId !== "higher") return category;
  const national = CATEGORY_OF_REGIME[regimeId];
  return STRICTNESS[national] < STRICTNESS[category] ? national : category;
}

function only(regimeId: RegimeId | null, remarks: readonly string[] = []): NationalView {
  return { regimeId, possibleRegimes: regimeId === null ? [] : [regimeId], remarks, regimeQuestions: [] };
}

/** A remark that changes what some codes, or the stated service, are in national law. */
interface Special {
  readonly remark: NationalRemark;
  readonly effect: NationalEffect;
  /** The question that is open. */
  readonly question: string | null;
  readonly matches: readonly CodeMatch[];
  readonly isService: boolean;
}

function specialOnes(
  national: readonly NationalRemark[],
  decision: Decision,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): Special[] {
  return national.flatMap((remark) => {
    const { effect, question } = effectOf(remark, facts, knowledge);
    if (effect === null || effect === "presumed_listed") return [];
    const found = spokenOf(remark, decision, facts);
    return found === null ? [] : [{ remark, effect, question, ...found }];
  });
}

/** The codes, or the stated service, that a remark speaks of; `null`: nothing of the firm. */
function spokenOf(remark: NationalRemark, decision: Decision, { sizeIndependentService }: ScopeFacts) {
  const matches = decision.matches.filter((match) => counts(match) && isSpecial(match, remark, decision));
  const isService = sizeIndependentService !== null && remark.services?.includes(sizeIndependentService) === true;
  return matches.length === 0 && !isService ? null : { matches, isService };
}

/** What a remark makes of a service after the answers; `null`: nothing, it is listed like any other. */
function effectOf(
  { effect, question }: NationalRemark,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): { readonly effect: NationalEffect | null; readonly question: string | null } {
  if (effect === undefined || question === undefined) return { effect: effect ?? null, question: null };
  const resolved = resolve(question, facts, knowledge);
  if (resolved.isOpen) return { effect, question: resolved.id };
  return { effect: resolved.outcome?.listed === false ? "not_listed" : null, question: null };
}

/**
 * The open questions about services that national law lists unless the answer says otherwise, where that would change
 * the regime. Until they are answered the regime stands.
 */
function presumedQuestions(
  national: readonly NationalRemark[],
  special: readonly Special[],
  decision: Decision,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): string[] {
  return national.flatMap((remark) => {
    const { effect, question } = effectOf(remark, facts, knowledge);
    if (effect !== "presumed_listed" || question === null) return [];
    const found = spokenOf(remark, decision, facts);
    if (found === null) return [];
    const unlisted: Special = { remark, effect: "not_listed", question, ...found };
    const before = possibleRegimes(special, decision, facts.country);
    const after = possibleRegimes([...special, unlisted], decision, facts.country);
    return before.join() === after.join() ? [] : [question];
  });
}

/** A remark that changes nothing as long as no answer says otherwise. */
function isOnlySaid({ effect }: NationalRemark): boolean {
  return effect === undefined || effect === "presumed_listed";
}

function isSpecial(match: CodeMatch, remark: NationalRemark, { matches }: Decision): boolean {
  const { nace, effect, sideOnly, byCzNace2025, hints, sectors } = remark;
  const { row, statement, service } = match;
  const isOfService = speaksOfService(remark, match);
  if (isOfService !== null) return isOfService;
  if (byCzNace2025 === true) return service === undefined && isDeniedBy2025(match, matches);
  if (hints !== undefined) return statement === "in" && row?.hint != null && hints.includes(row.hint);
  if (sectors !== undefined) return row !== null && sectors.includes(row.sectorId);
  if (nace === undefined || (sideOnly === true && !isSide(match, matches))) return false;
  return isListed(match.code, nace) || (effect !== "not_listed" && mayBeListed(match.code, nace));
}

/**
 * Whether a remark that names services speaks of a stated one; `null`: nothing is stated, or no service is named. The
 * typical code of a service is no code of the firm, and others share it: diagnostics in vitro that of medicines.
 */
function speaksOfService({ activities }: NationalRemark, { service }: Pick<CodeMatch, "service">): boolean | null {
  return activities === undefined || service === undefined ? null : activities.includes(service);
}

/** The regimes between what surely counts nationally and what may count, mildest first. */
function possibleRegimes(special: readonly Special[], decision: Decision, country: Country): RegimeId[] {
  const { matches, size, serviceCategory, grounds } = decision;
  const having = (...effects: readonly NationalEffect[]) => special.filter(({ effect }) => effects.includes(effect));
  const without = (left: readonly Special[]): Category => {
    const kept = matches.filter((match) => !left.some((one) => one.matches.includes(match)));
    const isServiceLeft = left.some(({ isService }) => isService);
    const services = left.flatMap((one) => one.matches.map(({ service }) => service));
    const floor = floorOf(
      grounds.filter(({ kind, id }) => kind !== "service" || !services.includes(id)),
      size,
    );
    return strictestOf(kept, size, isServiceLeft ? floor : stricter(floor, serviceCategory ?? "out_of_scope"));
  };
  const sure = without(having("not_listed", "perhaps_not_listed"));
  const perhaps = without(having("not_listed"));
  const strictest = having("perhaps_higher").length > 0 ? "essential" : perhaps;
  return [...new Set([sure, perhaps, strictest].map((category) => REGIME_OF_CATEGORY[country][category]))];
}

function isDeciding({ match, situation }: Decision, matches: readonly CodeMatch[]): boolean {
  return situation === "stated_service" || (match !== null && matches.includes(match));
}

function belongs(
  remark: NationalRemark,
  { situation, match, matches, sectorId }: Decision,
  services: readonly string[],
  facts: ScopeFacts,
): boolean {
  if (remark.inScopeBy !== undefined) return remark.inScopeBy.some((service) => services.includes(service));
  if (situation === "stated_service") {
    return facts.sizeIndependentService !== null && (remark.services ?? []).includes(facts.sizeIndependentService);
  }
  const isOfService = match === null ? null : speaksOfService(remark, match);
  if (isOfService !== null) return isOfService;
  if (remark.sideOnly === true && (match === null || !isSide(match, matches))) return false;
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
