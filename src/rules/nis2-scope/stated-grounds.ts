import { type Category, SIZE_CATEGORIES, type SizeCategory } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { AnswerCase } from "../../knowledge/answers.ts";
import type { MissingFactEntry, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { SectorId, Situation } from "../../knowledge/nis2-ids.ts";
import type { RegulatedService } from "../../knowledge/services.ts";
import { resolve } from "./answers.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, isListed, isSideWaste } from "./match-nace.ts";
import type { Size } from "./size.ts";
import { stricter } from "./strictness.ts";

/** A category that a ground gives, `out_of_scope` where it gives none. */
type GroundCategory = Exclude<Category, "unknown">;

/** What an answer or a stated service makes of the firm by national law, beside its activity codes. */
export interface Ground {
  readonly kind: "answer" | "service";
  /** Question that was answered, or number of the service. */
  readonly id: string;
  readonly at: Readonly<Record<SizeCategory, GroundCategory>>;
  readonly sectorId: SectorId | null;
  /** True where the directive reaches the firm on this ground as well. */
  readonly byDirective: boolean;
  /** True where an authority decided it about this firm, whatever its activity and size. */
  readonly byDecision: boolean;
  /** The services to which it leads; none where it says nothing of what the firm does. */
  readonly services: readonly string[];
}

/** Answers that hold whatever else is still open about the firm, by what else could turn out. */
const ALSO: Readonly<Partial<Record<Situation, readonly Situation[]>>> = {
  size_undetermined: ["below_medium", "in_scope"],
  activity_undetermined: ["no_sector", "below_medium", "in_scope"],
  stated_service: ["in_scope", "below_medium"],
  no_nace: ["no_sector"],
  main_unknown: ["no_sector"],
  public_body: ["no_sector", "below_medium"],
};

/** True where the fact could be asked of the firm: by country, legal form, codes, and the situation or one it could be. */
export function concerns(
  fact: MissingFactEntry,
  situation: Situation,
  matches: readonly CodeMatch[],
  facts: ScopeFacts,
): boolean {
  return mayConcern(fact, situation, facts.country) && isOfFirm(fact, matches, facts);
}

/** The part of it that needs no more of the firm than its country and situation. */
export function mayConcern({ country, when, nace }: MissingFactEntry, situation: Situation, where: Country): boolean {
  if (country !== undefined && country !== where) return false;
  // A ground that needs a sector, whatever the codes, says nothing while the activity may turn out to be in none.
  const needsSector = nace === undefined && !when.includes("no_sector") && !when.includes(situation);
  if (situation === "activity_undetermined" && needsSector) return false;
  return when.includes(situation) || ALSO[situation]?.some((also) => when.includes(also)) === true;
}

/** The other part: by legal form and codes. */
export function isOfFirm(fact: MissingFactEntry, matches: readonly CodeMatch[], facts: ScopeFacts): boolean {
  const { forms } = fact;
  if (forms !== undefined && (facts.legalForm === null || !forms.includes(facts.legalForm))) return false;
  return hasListedCode(fact, matches);
}

/** True for a fact of any code, or of one that the firm has. */
export function hasListedCode({ nace, onlySideWaste }: MissingFactEntry, matches: readonly CodeMatch[]): boolean {
  if (nace === undefined) return true;
  return matches.some((match) => isListed(match.code, nace) && (onlySideWaste !== true || isSideWaste(match)));
}

/**
 * The grounds that answers and stated services give.
 * @param situation of the firm by its codes alone; @param publicOutcome what the kind of a public body gives
 */
export function groundsOf(
  situation: Situation,
  matches: readonly CodeMatch[],
  publicOutcome: AnswerCase | null,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  asOf: Day,
): readonly Ground[] {
  const { country } = facts;
  if (knowledge.acts[country].from > asOf) return [];
  const grounds: Ground[] = [];
  for (const service of facts.activities ?? []) {
    const at = nationally(service, country);
    if (at === null) continue;
    const { id, sector, byDirective } = service;
    const isByDirective = byDirective !== undefined;
    const common = { byDirective: isByDirective, byDecision: false, services: [id] };
    grounds.push({ kind: "service", id, at, sectorId: sector ?? null, ...common });
  }
  if (publicOutcome?.category !== undefined) {
    grounds.push({
      kind: "answer",
      id: "publicBodyKind",
      at: bySize(publicOutcome.category),
      sectorId: "public-administration",
      byDirective: publicOutcome.byDirective === true,
      byDecision: false,
      services: publicOutcome.services ?? [],
    });
  }
  if (facts.answers === undefined) return grounds;
  for (const fact of knowledge.missingFacts) {
    const resolved = resolve(fact.id, facts, knowledge);
    if (resolved.isOpen || resolved.outcome?.category === undefined) continue;
    const isOfAnySector = fact.anySector === true && fact.country === country;
    if (!isOfAnySector && !concerns(fact, situation, matches, facts)) continue;
    const { nace } = fact;
    const match =
      nace === undefined ? undefined : matches.find(({ code, row }) => row !== null && isListed(code, nace));
    const { category, byDirective = false, byDecision = false, services = [] } = resolved.outcome;
    const ofService = knowledge.services.serviceById.get(services[0] ?? "")?.sector;
    const sectorId = ofService ?? match?.row?.sectorId ?? null;
    grounds.push({ kind: "answer", id: fact.id, at: bySize(category), sectorId, byDirective, byDecision, services });
  }
  return grounds;
}

/** What national law makes of a stated service by size; `null`: nothing of its own beside the directive's rule. */
function nationally({ SK, CZ, stated }: RegulatedService, country: Country): Ground["at"] | null {
  if (stated.length > 0) return null;
  if (country === "SK") return typeof SK === "object" ? bySize(SK.category) : null;
  if (CZ === undefined) return null;
  const { small, medium, large } = CZ.bySize;
  return { micro: OF_REGIME[small], small: OF_REGIME[small], medium: OF_REGIME[medium], large: OF_REGIME[large] };
}

const OF_REGIME = { none: "out_of_scope", special: "out_of_scope", lower: "important", higher: "essential" } as const;

function bySize(category: NonNullable<AnswerCase["category"]>): Ground["at"] {
  const at = (size: SizeCategory) => (typeof category === "string" ? category : (category[size] ?? "out_of_scope"));
  return { micro: at("micro"), small: at("small"), medium: at("medium"), large: at("large") };
}

/** What a ground gives at a size; `null` where the size is not known and would decide. */
export function atSize({ at }: Ground, { category, oneCeilingExceeded }: Size): GroundCategory | null {
  const found = at[category ?? "micro"];
  if (category === null) return SIZE_CATEGORIES.every((size) => at[size] === found) ? found : null;
  return found === "out_of_scope" && oneCeilingExceeded && at.medium !== found ? null : found;
}

/** The strictest category that grounds give for sure; out of scope where they give none. */
export function floorOf(grounds: readonly Ground[], size: Size): GroundCategory {
  let floor: GroundCategory = "out_of_scope";
  for (const ground of grounds) {
    floor = stricter(floor, atSize(ground, size) ?? leastOf(ground));
  }
  return floor;
}

/** The strictest category of stated grounds that need a sector: they decide as soon as an activity of one counts. */
export function floorInSector(
  matches: readonly CodeMatch[],
  size: Size,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  asOf: Day,
): GroundCategory {
  return facts.answers === undefined
    ? "out_of_scope"
    : floorOf(groundsOf("in_scope", matches, null, facts, knowledge, asOf), size);
}

/** What a ground gives at the very least. */
function leastOf({ at }: Ground): GroundCategory {
  return at.micro;
}
