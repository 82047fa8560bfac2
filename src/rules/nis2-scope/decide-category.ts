import { hasCeased } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { groupSize } from "../group-size/group-size.ts";
import { numberAnswer } from "./answers.ts";
import { type Decided, decideByActivity, type Judged, undecided } from "./decide-by-activity.ts";
import type { Decision } from "./decision.ts";
import type { ScopeFacts } from "./facts.ts";
import { matchCodes, unusableCodes } from "./match-nace.ts";
import { legalFormOf, publicGroundOf, publicKindOf } from "./public-administration.ts";
import { determineSize, type Size } from "./size.ts";
import { serviceMatches, withStatedService, withStatements } from "./stated-activities.ts";
import { atSize, floorOf, type Ground, groundsOf } from "./stated-grounds.ts";
import { STRICTNESS } from "./strictness.ts";

/**
 * Directive (EU) 2022/2555, Articles 2 and 3, in the order of the decision procedure. Pure: no clock, no network.
 * A firm that has ceased is out of scope before anything else, also when a service is stated for it: there is nobody
 * left whom the law could reach. A day of cessation that lies ahead does not count yet; liquidation and insolvency are no
 * cessation. NBÚ's register knows no deletion by itself (Act No. 69/2018 Z. z., § 17(7)), so such a firm may still stand
 * on it; the question about a successor covers that. An end that cannot be read leaves open whether there is anybody, so
 * nothing else is decided either.
 */
export function decideCategory(stated: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): Decision {
  const facts = stated.activities === undefined ? stated : withStatedService(stated);
  const status = statusOf(facts, asOf);
  const form = legalFormOf(facts, knowledge);
  const unusable = unusableCodes(facts, knowledge);
  const codes = matchCodes(facts, knowledge, form?.openSectors);
  const matches = withStatements([...codes, ...serviceMatches(facts, knowledge)], facts, knowledge);
  const size = sizeWithAnswers(facts, knowledge, asOf);
  const base = { ...undecided, matches, unusable, size };
  if (status === "ceased") {
    const situation = "ceased";
    return { ...base, category: "out_of_scope", situation, baseSituation: situation, publicGround: "not_public" };
  }
  if (status === "unreadable") {
    const reason = "status_unreadable";
    return {
      ...base,
      category: "unknown",
      unknownReason: reason,
      situation: reason,
      baseSituation: reason,
      publicGround: "not_public",
    };
  }
  const found = publicGroundOf(facts, matches, knowledge, form);
  const kind = facts.answers === undefined ? null : publicKindOf(found.publicGround, matches, facts, knowledge);
  const ground: Judged =
    kind === null
      ? { ...base, publicGround: found.publicGround }
      : { ...base, publicGround: "answered", size: kind.noEnterprise === true ? sizeOfNoEnterprise(size) : size };
  const byActivity = decideByActivity(ground, kind === null ? found.match : null);
  const decided = withService(byActivity, facts);
  if (facts.answers === undefined && facts.activities === undefined) {
    return { ...decided, baseSituation: decided.situation };
  }
  return withGrounds(decided, groundsOf(decided.situation, matches, kind, facts, knowledge, asOf));
}

/** Whether there is anybody whom the law could reach: an answer to the question of status counts before the register. */
function statusOf(facts: ScopeFacts, asOf: Day): ScopeFacts["status"] {
  const answer = facts.answers?.status;
  if (answer === "active") return "active";
  if (answer === "ended" || answer === "successor" || hasCeased(facts, asOf)) return "ceased";
  return facts.status === "unreadable" ? "unreadable" : "active";
}

/** The statement of a service comes first, but it never makes the answer milder than what the activity alone gives. */
function withService(byActivity: Decided, facts: ScopeFacts): Decided {
  const { size } = byActivity;
  const serviceCategory = categoryOfService(facts, size);
  if (serviceCategory === null || STRICTNESS[byActivity.category] > STRICTNESS[serviceCategory]) {
    return { ...byActivity, serviceCategory };
  }
  const { matches, unusable, publicGround } = byActivity;
  return {
    ...undecided,
    matches,
    unusable,
    size,
    publicGround,
    serviceCategory,
    category: serviceCategory,
    situation: "stated_service",
    sectorId: "digital-infrastructure",
  };
}

/**
 * The strictest ground wins, and none makes the answer milder. A ground that asks for a size leaves the answer open while
 * the size is not known, and makes the firm one that is too small where the codes alone name no sector.
 */
function withGrounds(decided: Decided, grounds: readonly Ground[]): Decision {
  const { size, category, situation } = decided;
  const found = { ...decided, grounds, baseSituation: situation };
  const floor = floorOf(grounds, size);
  if (STRICTNESS[floor] > STRICTNESS[category]) {
    const deciding = grounds.find((ground) => (atSize(ground, size) ?? ground.at.micro) === floor);
    // A ground that names a service names its sector; another one leaves that of the activity.
    const isOfService = deciding !== undefined && deciding.services.length > 0;
    const sectorId = (isOfService ? deciding.sectorId : null) ?? decided.sectorId ?? deciding?.sectorId ?? null;
    return { ...found, category: floor, unknownReason: null, situation: "in_scope", sectorId };
  }
  const bySize = grounds.find(({ at }) => at.large !== "out_of_scope");
  if (category !== "out_of_scope" || bySize === undefined) return found;
  const sectorId = decided.sectorId ?? bySize.sectorId;
  if (atSize(bySize, size) === null) {
    const why = { unknownReason: "size_undetermined", situation: "size_undetermined" } as const;
    return { ...found, ...why, category: "unknown", baseSituation: "size_undetermined", sectorId };
  }
  if (situation !== "no_sector") return found;
  return { ...found, situation: "below_medium", baseSituation: "below_medium", sectorId };
}

/** Articles 2(2)(a) and 3(1)(a), (b): a non-qualified trust service is important, and essential when large. */
export function categoryOfService(
  { sizeIndependentService }: ScopeFacts,
  size: Pick<Size, "category">,
): "essential" | "important" | null {
  if (sizeIndependentService === null) return null;
  return sizeIndependentService === "tsp" && size.category !== "large" ? "important" : "essential";
}

/**
 * The size with what somebody answered about it: the staff of the whole foreign person, the staff without enterprises
 * of separate technical assets, then the group.
 */
function sizeWithAnswers(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): Size {
  const { group, answers } = facts;
  if (group === undefined && answers === undefined) return determineSize(facts, knowledge, asOf);
  const staff = numberAnswer("wholeLegalPerson", facts) ?? numberAnswer("czSeparateAssets", facts);
  const own = staff === null ? facts : { ...facts, sizeCode: null, headcount: { min: staff, max: staff } };
  if (group === undefined) return determineSize(own, knowledge, asOf);
  const { category, isLowerBound, oneCeilingExceeded, sums } = groupSize(own, group, knowledge, asOf);
  return { category, isLowerBound, oneCeilingExceeded, headcount: sums.employees, basis: "group" };
}

/** The size of who is no enterprise at all: size never brings it in. */
function sizeOfNoEnterprise(size: Size): Size {
  return { ...size, category: "micro", isLowerBound: false, oneCeilingExceeded: false };
}
