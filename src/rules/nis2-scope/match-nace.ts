import type { Activities, NaceCode } from "../../core/nace.ts";
import type { MapRow, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { SectorId } from "../../knowledge/nis2-ids.ts";

/** A code of the firm with the row of the map that speaks about it, if any. */
export interface CodeMatch {
  readonly code: NaceCode;
  readonly row: MapRow | null;
  /** The first code of its revision is the main activity of that revision, where that is known. */
  readonly isMain: boolean;
  /**
   * Set where the code alone leaves open whether the law reaches the firm: `code` (the class mixes what is listed with
   * what is not), `legal_form` (for such a firm something else than code and size decides).
   */
  readonly open: "code" | "legal_form" | null;
  /** What an answer says of the activity under the code: it is one that the law lists, or it is not. Absent: nothing. */
  readonly statement?: "in" | "out" | undefined;
  /** Number of the regulated service that somebody stated; `code` is then a typical one, which the firm may not have. */
  readonly service?: string | undefined;
}

/** The classification of activities ends at four digits; a fifth is national. */
const CLASS_LENGTH = 4;

/**
 * The row of the map that a code belongs to: cut to four digits, longest matching prefix of the same revision.
 * A coarse code (`28`, `620`) therefore meets only rows of its own or a coarser level; a class is never guessed.
 */
export function matchNace({ code, revision }: NaceCode, knowledge: Nis2Knowledge): MapRow | null {
  const rows = knowledge.naceMap[revision];
  for (let length = Math.min(code.length, CLASS_LENGTH); length >= 2; length--) {
    const row = rows.get(code.slice(0, length));
    if (row !== undefined) return row;
  }
  return null;
}

/** The sector to which a code leads by itself; `null` also where it only hints at one. */
export function sectorOfCode(code: NaceCode, knowledge: Nis2Knowledge): SectorId | null {
  const row = knowledge.isCode(code) ? matchNace(code, knowledge) : null;
  return row === null || row.confidence === "weak" ? null : row.sectorId;
}

/** The codes of a firm that their classification does not have: nothing follows from them. */
export function unusableCodes({ nace }: Activities, { isCode }: Nis2Knowledge): readonly NaceCode[] {
  return nace.every(isCode) ? NO_CODES : nace.filter((code) => !isCode(code));
}

const NO_CODES: readonly NaceCode[] = [];

/**
 * Matches all codes of a firm; a code that stands twice counts once. Order is kept. A code that does not exist is left
 * out; one in the place of the main activity leaves that activity unknown.
 * @param openSectors the sectors in which code and size do not decide for a firm of its legal form
 */
export function matchCodes(
  { nace, mainUnknown = [] }: Activities,
  knowledge: Nis2Knowledge,
  openSectors: readonly SectorId[] = [],
): CodeMatch[] {
  const matches: CodeMatch[] = [];
  let hasMain2 = mainUnknown.includes("2");
  let hasMain21 = mainUnknown.includes("2.1");
  for (const code of nace) {
    if (matches.some((other) => other.code.code === code.code && other.code.revision === code.revision)) continue;
    const isMain = code.revision === "2" ? !hasMain2 : !hasMain21;
    if (code.revision === "2") hasMain2 = true;
    else hasMain21 = true;
    if (!knowledge.isCode(code)) continue;
    const row = matchNace(code, knowledge);
    matches.push({ code, row, isMain, open: openAt(row, knowledge, openSectors) });
  }
  return matches;
}

function openAt(
  row: MapRow | null,
  { weakActivities }: Nis2Knowledge,
  openSectors: readonly SectorId[],
): CodeMatch["open"] {
  if (row === null) return null;
  if (row.confidence !== "weak") return openSectors.includes(row.sectorId) ? "legal_form" : null;
  return row.hint !== null && weakActivities.get(row.hint)?.untilAnswered === "unknown" ? "code" : null;
}

/** True for a row that leads to `unknown` and never to a category: NACE 84 and the central bank. */
export function isPublicAdministration(row: MapRow): boolean {
  return row.sizeRule === "special" && row.sectorId === "public-administration";
}

/**
 * True for a match that can bring the firm into scope: `certain` or `likely`, and waste management only as a main
 * activity (directive, Annex II point 2: not where it is not the principal economic activity).
 */
export function counts(match: CodeMatch): match is CodeMatch & { readonly row: MapRow } {
  const { row, isMain, open, statement } = match;
  if (row === null || statement === "out" || isPublicAdministration(row)) return false;
  if (statement === "in") return true;
  if (open !== null || row.confidence === "weak" || row.sizeRule === "special") return false;
  return row.sectorId !== "waste-management" || isMain;
}

/** True for a waste code that the main-activity rule leaves out. */
export function isSideWaste(match: CodeMatch): boolean {
  return match.row?.sectorId === "waste-management" && match.row.confidence !== "weak" && !match.isMain;
}

/** True for a code beside a known main activity; where no main activity is known, no code is a side one. */
export function isSide(match: CodeMatch, matches: readonly CodeMatch[]): boolean {
  return !match.isMain && matches.some(({ isMain }) => isMain);
}

/** Does the code lie at or under one of the listed codes (`351` lists all of `351x`)? */
export function isListed(
  { code, revision }: NaceCode,
  listed: { readonly "2": readonly string[]; readonly "2.1": readonly string[] },
): boolean {
  const codes = listed[revision];
  let known = lookedUp.get(codes);
  if (known === undefined || known.size >= MOST_CODES) {
    known = new Map();
    lookedUp.set(codes, known);
  }
  const before = known.get(code);
  if (before !== undefined) return before;
  const isFound = codes.some((entry) => code.startsWith(entry));
  known.set(code, isFound);
  return isFound;
}

/** By the list: every verdict looks its codes up in all of them. Of each as many codes as both revisions have, and more. */
const lookedUp = new WeakMap<readonly string[], Map<string, boolean>>();
const MOST_CODES = 5_000;

/** Could the firm's activity be one of the listed codes, its own code being too coarse to show it (`25` over `254`)? */
export function mayBeListed(
  { code, revision }: NaceCode,
  listed: { readonly "2": readonly string[]; readonly "2.1": readonly string[] },
): boolean {
  return listed[revision].some((entry) => entry.length > code.length && entry.startsWith(code));
}
