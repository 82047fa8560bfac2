import { type Category, hasCeased, type UnknownReason } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { NaceCode } from "../../core/nace.ts";
import type { LegalForm, MapRow, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { SectorId, Situation } from "../../knowledge/nis2-ids.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts, isPublicAdministration, matchCodes, unusableCodes } from "./match-nace.ts";
import { determineSize, type Size } from "./size.ts";

/** How public administration was recognised; `public_body`: judged by its activity first. */
export type PublicGround = "not_public" | "public_body" | "legal_form" | "main_activity" | "university";

/** The bare decision, without words, trace or missing facts: what a million rows need. */
export interface Decision {
  readonly category: Category;
  readonly unknownReason: UnknownReason | null;
  readonly situation: Situation;
  readonly sectorId: SectorId | null;
  /** The code that decided, or that named the sector of a firm that is too small. */
  readonly match: CodeMatch | null;
  readonly matches: readonly CodeMatch[];
  /** Codes of the firm that its classification does not have: nothing follows from them. */
  readonly unusable: readonly NaceCode[];
  readonly size: Size;
  readonly publicGround: PublicGround;
  /** Category of the stated service, where one was stated. */
  readonly serviceCategory: "essential" | "important" | null;
}

/** How strict a category is; `unknown` stands above out of scope, for it excludes nothing. */
export const STRICTNESS: Readonly<Record<Category, number>> = {
  out_of_scope: 0,
  unknown: 1,
  important: 2,
  essential: 3,
};

/**
 * Directive (EU) 2022/2555, Articles 2 and 3, in the order of the decision procedure. Pure: no clock, no network.
 * A firm that has ceased is out of scope before anything else, also when a service is stated for it: there is nobody
 * left whom the law could reach. A day of cessation that lies ahead does not count yet; liquidation and insolvency are no
 * cessation. NBÚ's register knows no deletion by itself (Act No. 69/2018 Z. z., § 17(7)), so such a firm may still stand
 * on it; the question about a successor covers that. An end that cannot be read leaves open whether there is anybody, so
 * nothing else is decided either.
 */
export function decideCategory(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): Decision {
  const size = determineSize(facts, knowledge, asOf);
  const form = legalFormOf(facts, knowledge);
  const matches = matchCodes(facts, knowledge, form?.openSectors);
  const unusable = unusableCodes(facts, knowledge);
  const base = {
    matches,
    unusable,
    size,
    sectorId: null,
    match: null,
    unknownReason: null,
    serviceCategory: null,
  } as const;
  if (hasCeased(facts, asOf)) {
    return { ...base, category: "out_of_scope", situation: "ceased", publicGround: "not_public" };
  }
  if (facts.status === "unreadable") {
    const reason = "status_unreadable";
    return { ...base, category: "unknown", unknownReason: reason, situation: reason, publicGround: "not_public" };
  }
  const found = publicGroundOf(facts, matches, knowledge, form);
  const { publicGround } = found;
  const byActivity = decideByActivity({ matches, unusable, size, publicGround }, found.match);
  const serviceCategory = categoryOfService(facts, size);
  // The statement comes first, but it never makes the answer milder than what the activity alone gives.
  if (serviceCategory === null || STRICTNESS[byActivity.category] > STRICTNESS[serviceCategory]) {
    return { ...byActivity, serviceCategory };
  }
  return {
    ...base,
    publicGround,
    serviceCategory,
    category: serviceCategory,
    situation: "stated_service",
    sectorId: "digital-infrastructure",
  };
}

/** Articles 2(2)(a) and 3(1)(a), (b): a non-qualified trust service is important, and essential when large. */
export function categoryOfService(
  { sizeIndependentService }: ScopeFacts,
  size: Pick<Size, "category">,
): "essential" | "important" | null {
  if (sizeIndependentService === null) return null;
  return sizeIndependentService === "tsp" && size.category !== "large" ? "important" : "essential";
}

/** Legal form first, then the main activity of either revision. `match`: the code that says so. */
function publicGroundOf(
  facts: ScopeFacts,
  matches: readonly CodeMatch[],
  knowledge: Nis2Knowledge,
  form: LegalForm | undefined,
): { readonly publicGround: PublicGround; readonly match: CodeMatch | null } {
  const group = form?.group;
  if (group === "A") return { publicGround: "legal_form", match: null };
  for (const match of matches) {
    const { row, isMain } = match;
    if (!isMain || row === null) continue;
    if (isPublicAdministration(row) && row.confidence === "certain") return { publicGround: "main_activity", match };
    if (isListedMainActivity(facts, row, knowledge)) return { publicGround: "university", match };
  }
  return { publicGround: group === "B" && facts.country === "SK" ? "public_body" : "not_public", match: null };
}

/** The entry of `legal-forms.yaml` for the firm's form; undefined for the forms of ordinary companies. */
function legalFormOf(
  { country, legalForm }: Pick<ScopeFacts, "country" | "legalForm">,
  knowledge: Nis2Knowledge,
): LegalForm | undefined {
  return legalForm === null ? undefined : knowledge.legalForms[country].get(legalForm);
}

/** Czech universities of any legal form: decree No. 408/2025 Sb., annex, point 1.1. */
function isListedMainActivity({ country }: ScopeFacts, row: MapRow, { publicActivities }: Nis2Knowledge): boolean {
  return publicActivities.some(
    (listed) => listed.country === country && listed.revision === row.revision && row.digits.startsWith(listed.code),
  );
}

type Ground = Pick<Decision, "matches" | "unusable" | "size" | "publicGround">;

const undecided = { match: null, sectorId: null, unknownReason: null, serviceCategory: null } as const;

function decideByActivity(ground: Ground, publicMatch: CodeMatch | null): Decision {
  if (ground.publicGround !== "not_public" && ground.publicGround !== "public_body") {
    return {
      ...undecided,
      ...ground,
      category: "unknown",
      unknownReason: "public_administration",
      situation: "public_administration",
      sectorId: "public-administration",
      match: publicMatch,
    };
  }
  if (ground.matches.length === 0) {
    return { ...undecided, ...ground, category: "unknown", unknownReason: "no_nace", situation: "no_nace" };
  }
  return notMildWithoutMain(notMildOnPublicBodies(notMildOnOpenActivities(decideBySectorAndSize(ground))));
}

/**
 * Out of scope does not stand where the code alone leaves open whether the law reaches the firm: a class that mixes
 * listed activities with others, at a size the law asks for; or a public research institution, which research in
 * critical technologies brings in at any size (decree No. 408/2025 Sb., annex, point 19.1).
 */
function notMildOnOpenActivities(decision: Decision): Decision {
  if (decision.category !== "out_of_scope") return decision;
  for (const match of decision.matches) {
    if (match.row === null || !mayReach(match, match.row, decision.size)) continue;
    const reason = { category: "unknown", unknownReason: "activity_undetermined" } as const;
    return { ...decision, ...reason, situation: "activity_undetermined", match, sectorId: match.row.sectorId };
  }
  return decision;
}

function mayReach({ open }: CodeMatch, row: MapRow, size: Size): boolean {
  if (open !== "code") return open === "legal_form";
  return size.category === null || size.oneCeilingExceeded || categoryOf(row, size) !== "out_of_scope";
}

/** A further activity can bring the firm into scope; that none does says nothing of the main one, which is not known. */
function notMildWithoutMain(decision: Decision): Decision {
  if (decision.category !== "out_of_scope" || decision.matches.some(({ isMain }) => isMain)) return decision;
  return { ...decision, category: "unknown", unknownReason: "no_nace", situation: "main_unknown" };
}

function decideBySectorAndSize(ground: Ground): Decision {
  const { matches, size } = ground;
  const counting = matches.filter(counts);
  const first = strictest(counting, size);
  if (first === undefined) return { ...undecided, ...ground, category: "out_of_scope", situation: "no_sector" };
  const found = { ...undecided, ...ground, match: first, sectorId: first.row.sectorId };
  const category = size.category === null ? null : categoryOf(first.row, size);
  if (category === null || (category === "out_of_scope" && size.oneCeilingExceeded)) {
    return { ...found, category: "unknown", unknownReason: "size_undetermined", situation: "size_undetermined" };
  }
  return { ...found, category, situation: category === "out_of_scope" ? "below_medium" : "in_scope" };
}

/**
 * Out of scope does not stand for a Slovak public body (it may run public-administration IT, which Act No. 69/2018
 * Z. z., § 17(1)(g), covers at any size), nor for a firm one of whose codes is public administration.
 */
function notMildOnPublicBodies(decision: Decision): Decision {
  if (decision.category !== "out_of_scope") return decision;
  const reason = { category: "unknown", unknownReason: "public_administration" } as const;
  const listed = decision.matches.find(({ row }) => row !== null && isPublicAdministration(row));
  if (listed !== undefined) {
    return {
      ...decision,
      ...reason,
      situation: "public_administration",
      match: listed,
      sectorId: "public-administration",
    };
  }
  return decision.publicGround === "public_body" ? { ...decision, ...reason, situation: "public_body" } : decision;
}

type Counting = CodeMatch & { readonly row: MapRow };

/** Strictest first; on a tie the main activity, then Annex I, then the order of the register. */
function strictest(counting: readonly Counting[], size: Size): Counting | undefined {
  let best: Counting | undefined;
  let bestWeight = -1;
  for (const match of counting) {
    const weight =
      STRICTNESS[categoryOf(match.row, size)] * 4 + (match.isMain ? 2 : 0) + (match.row.annex === "I" ? 1 : 0);
    if (weight > bestWeight) {
      best = match;
      bestWeight = weight;
    }
  }
  return best;
}

/** The strictest category that the listed codes give, and `least` if they give nothing stricter. */
export function strictestOf(matches: readonly CodeMatch[], size: Size, least: Category = "out_of_scope"): Category {
  let category = least;
  for (const match of matches) {
    if (!counts(match)) continue;
    const found = categoryOf(match.row, size);
    if (STRICTNESS[found] > STRICTNESS[category]) category = found;
  }
  return category;
}

/** Directive, Articles 2(1), 2(2)(a)(i), 3(1)(a), (c) and 3(2): the matrix of row and size. */
export function categoryOf(
  row: MapRow,
  { category: size }: Pick<Size, "category">,
): "essential" | "important" | "out_of_scope" {
  const isTelecom = row.sizeRule === "any-size";
  if (size === "large") return row.annex === "I" ? "essential" : "important";
  if (size === "medium") return isTelecom ? "essential" : "important";
  return isTelecom ? "important" : "out_of_scope";
}
