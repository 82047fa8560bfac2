import type { Category } from "../../core/company.ts";
import type { MapRow } from "../../knowledge/nis2.ts";
import type { Decision } from "./decision.ts";
import { type CodeMatch, counts, isPublicAdministration } from "./match-nace.ts";
import { isPublicOnly } from "./public-administration.ts";
import type { Size } from "./size.ts";
import { STRICTNESS, stricter } from "./strictness.ts";

/** A decision before the answers are weighed. */
export type Decided = Omit<Decision, "baseSituation">;

/** What is known before the activities are judged. */
export type Judged = Pick<Decision, "matches" | "unusable" | "size" | "publicGround">;

/** A decision in which nothing is found yet. */
export const undecided = {
  match: null,
  sectorId: null,
  unknownReason: null,
  serviceCategory: null,
  grounds: [],
} as const;

/** What the activities and the size alone lead to. */
export function decideByActivity(ground: Judged, publicMatch: CodeMatch | null): Decided {
  if (isPublicOnly(ground.publicGround)) {
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
function notMildOnOpenActivities(decision: Decided): Decided {
  if (decision.category !== "out_of_scope") return decision;
  for (const match of decision.matches) {
    if (match.row === null || !mayReach(match, match.row, decision.size)) continue;
    const reason = { category: "unknown", unknownReason: "activity_undetermined" } as const;
    return { ...decision, ...reason, situation: "activity_undetermined", match, sectorId: match.row.sectorId };
  }
  return decision;
}

function mayReach({ open, statement }: CodeMatch, row: MapRow, size: Size): boolean {
  if (statement !== undefined) return false;
  if (open !== "code") return open === "legal_form";
  return size.category === null || size.oneCeilingExceeded || categoryOf(row, size) !== "out_of_scope";
}

/** A further activity can bring the firm into scope; that none does says nothing of the main one, which is not known. */
function notMildWithoutMain(decision: Decided): Decided {
  if (decision.category !== "out_of_scope" || hasKnownMain(decision)) return decision;
  return { ...decision, category: "unknown", unknownReason: "no_nace", situation: "main_unknown" };
}

/** A stated service says what the firm does, as a main activity would. */
function hasKnownMain({ matches }: Decided): boolean {
  return matches.some(({ isMain, service }) => isMain || service !== undefined);
}

function decideBySectorAndSize(ground: Judged): Decided {
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
function notMildOnPublicBodies(decision: Decided): Decided {
  if (decision.category !== "out_of_scope") return decision;
  const reason = { category: "unknown", unknownReason: "public_administration" } as const;
  const listed =
    decision.publicGround === "answered"
      ? undefined
      : decision.matches.find(({ row }) => row !== null && isPublicAdministration(row));
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
    category = stricter(category, categoryOf(match.row, size));
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
