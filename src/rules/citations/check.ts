import type { Act, ActRegistry } from "../../knowledge/acts.ts";
import { unexpandedReferences } from "./expand.ts";
import { findCitations } from "./find.ts";
import type { Place } from "./place.ts";
import { unitNotation } from "./reference.ts";

/** What the check says of one citation, as on the wire. */
export const CITATION_VERDICTS = ["confirmed", "not_confirmed", "unrecognized"] as const;

export type CitationVerdict = (typeof CITATION_VERDICTS)[number];

/** One citation found in a text. */
export interface CheckedCitation {
  /** The fragment of the text. Foreign when the text is. */
  readonly text: string;
  /** Id of the act, `null` when none is named or it is not registered. */
  readonly act: string | null;
  /** The place in the notation of citation references, `null` when the act alone is cited or the place has none. */
  readonly unit: string | null;
  readonly verdict: CitationVerdict;
}

export interface CitationCheck {
  /** False as soon as one citation is not confirmed. A text without citations is valid. */
  readonly valid: boolean;
  readonly citations: readonly CheckedCitation[];
}

/**
 * Finds every legal citation of a text in Slovak, Czech or English and confirms it against the acts. What cannot be
 * confirmed beyond doubt is not. Never throws; linear in the length of the text.
 */
export function checkCitations(text: string, acts: ActRegistry): CitationCheck {
  const citations: CheckedCitation[] = locateCitations(text, acts).map(({ start: _start, end: _end, ...rest }) => rest);
  for (const left of unexpandedReferences(text)) {
    citations.push({ text: left, act: null, unit: null, verdict: "unrecognized" });
  }
  return { valid: citations.every(({ verdict }) => verdict === "confirmed"), citations };
}

/** A checked citation with where it stands, in UTF-16 units of the text. */
export interface LocatedCitation extends CheckedCitation {
  readonly start: number;
  readonly end: number;
}

/** The citations of a text with their verdicts and places, in its order. References in braces are left out. */
export function locateCitations(text: string, acts: ActRegistry): LocatedCitation[] {
  return findCitations(text, acts).map(({ start, end, place, act }) => ({
    start,
    end,
    text: text.slice(start, end),
    act: act?.id ?? null,
    ...judge(place, act),
  }));
}

const MOST_REMEMBERED = 10_000;
/** Longer texts are checked each time: remembering them would cost more memory than they cost time. */
const LONGEST_REMEMBERED = 2_000;

const remembered = new WeakMap<ActRegistry, Map<string, boolean>>();

/** Returns the text when it has no citation or every citation in it is confirmed, else `null`. Remembers its verdicts. */
export function confirmText(text: string, acts: ActRegistry): string | null {
  if (text.length > LONGEST_REMEMBERED) return checkCitations(text, acts).valid ? text : null;
  let verdicts = remembered.get(acts);
  if (verdicts === undefined) {
    verdicts = new Map();
    remembered.set(acts, verdicts);
  }
  let isValid = verdicts.get(text);
  if (isValid === undefined) {
    isValid = checkCitations(text, acts).valid;
    const oldest = verdicts.size >= MOST_REMEMBERED ? verdicts.keys().next().value : undefined;
    if (oldest !== undefined) verdicts.delete(oldest);
    verdicts.set(text, isValid);
  }
  return isValid ? text : null;
}

type Judgement = Pick<CheckedCitation, "unit" | "verdict">;

function judge(place: Place | null, act: Act | null): Judgement {
  if (place === null) return { unit: null, verdict: act === null ? "unrecognized" : "confirmed" };
  const unit = notation(place);
  if (act === null) return { unit, verdict: "unrecognized" };
  if (unit === null || place.isBroken || !fitsAct(place, act)) return { unit, verdict: "not_confirmed" };
  const existing = readings(place, unit).find((reading) => act.units.has(reading));
  return existing === undefined ? { unit, verdict: "not_confirmed" } : { unit: existing, verdict: "confirmed" };
}

/** Articles are cited of acts that have articles, sections of acts that have sections. */
function fitsAct(place: Place, act: Act): boolean {
  return place.head === "annex" || place.head === act.unit;
}

/**
 * What a place can mean: itself; a definition, since "Article 6(36)" is point 36 of an article without paragraphs; an
 * article of the annex, since practice cites Recommendation 2003/361/EC without the word.
 */
function readings(place: Place, unit: string): string[] {
  if (place.head === "annex") return [unit];
  const isBareNumber = place.inBrackets && place.paragraph !== undefined && place.last === "paragraph";
  const asPoint = isBareNumber ? [`${place.number}/${place.paragraph}`] : [];
  return [unit, ...asPoint, `annex:${unit}`];
}

/** The notation of a place; `null` for one that has none: a chapter, steps without a unit, a sign without a number. */
function notation(place: Place): string | null {
  if (place.head === "other" || place.head === "open" || (place.number === "" && place.head !== "annex")) return null;
  return unitNotation({ ...place, head: place.head === "annex" ? "annex" : "unit" });
}
