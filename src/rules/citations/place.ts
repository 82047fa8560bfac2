import type { HeadKind, StepLevel } from "./words.ts";

/** A place that a text cites, as far as it was read. */
export interface Place {
  /** `open`: steps without article, section or annex ("ods. 2 písm. a)"). */
  readonly head: HeadKind | "open";
  /** `""` for the annex of an act that has only one; `I part II` for part II of annex I. */
  readonly number: string;
  readonly annexArticle?: string;
  readonly paragraph?: string;
  readonly letter?: string;
  readonly point?: string;
  /** The part that was read last, and whether it stood in brackets: a list goes on in the same manner. */
  readonly last: "head" | StepLevel;
  readonly inBrackets: boolean;
  /** Written so that no registered place can be meant: "§ 20/1", "prvý odsek". Never confirmed. */
  readonly isBroken: boolean;
}

/** The parts of a place from the outside in. In an annex a letter belongs to a point, elsewhere a point to a letter. */
export function levelsOf(place: Place): readonly StepLevel[] {
  return place.head === "annex" && place.annexArticle === undefined
    ? ["point", "letter"]
    : ["paragraph", "letter", "point"];
}

/** A new place from a head word and its number. */
export function headPlace(head: HeadKind, number: string, isBroken = false): Place {
  return { head, number, last: "head", inBrackets: false, isBroken };
}

/** Steps that stand before their head or without one. */
export const OPEN_PLACE: Place = { head: "open", number: "", last: "head", inBrackets: false, isBroken: false };

/** The place with one part set: outer parts stay, inner ones go, since they belonged to what stood there before. */
export function withPart(place: Place, level: StepLevel, value: string, inBrackets = false): Place {
  const parts: Partial<Record<StepLevel, string>> = {};
  if (place.head === "open") {
    for (const part of LEVELS) if (part !== level && place[part] !== undefined) parts[part] = place[part];
    return { ...bare(place), ...parts, [level]: value, last: level, inBrackets };
  }
  const levels = levelsOf(place);
  const depth = levels.indexOf(level);
  if (depth < 0) return { ...place, last: level, inBrackets, isBroken: true };
  for (const part of levels.slice(0, depth)) if (place[part] !== undefined) parts[part] = place[part];
  return { ...bare(place), ...parts, [level]: value, last: level, inBrackets };
}

const LEVELS: readonly StepLevel[] = ["paragraph", "letter", "point"];

/** The place without its steps. */
function bare({ head, number, annexArticle, isBroken, last, inBrackets }: Place): Place {
  return { head, number, ...(annexArticle === undefined ? {} : { annexArticle }), isBroken, last, inBrackets };
}

/**
 * A new member of an open list keeps the paragraph of the one before, unless it has its own, and a further letter keeps
 * the point it was written behind: "bod 6 písm. a) až e) prílohy III".
 */
export function nextOpen(last: Place, level: StepLevel, value: string, inBrackets: boolean): Place {
  const { paragraph, point } = last;
  if (level !== "paragraph" && paragraph !== undefined) {
    return withPart({ ...OPEN_PLACE, paragraph }, level, value, inBrackets);
  }
  const keepsPoint = level === "letter" && last.last === "letter" && point !== undefined;
  return withPart(keepsPoint ? { ...OPEN_PLACE, point } : OPEN_PLACE, level, value, inBrackets);
}

/** True when the level lies deeper than everything the place has: "§ 14 ods. 1" may still get "písm. a)". */
export function isDeeper(place: Place, level: StepLevel): boolean {
  if (place.head === "open") return place[level] === undefined;
  const levels = levelsOf(place);
  return levels.slice(levels.indexOf(level)).every((part) => place[part] === undefined) && levels.includes(level);
}

/**
 * Puts steps onto a place that was read before ("§ 20 ods. 1 a ods. 2"), from the outside in.
 * A step that an annex or a section cannot have makes the result broken.
 */
export function continued(base: Place, steps: Place): Place {
  let place = base;
  for (const level of levelsOf(base)) {
    const value = steps[level];
    if (value !== undefined) place = withPart(place, level, value, steps.inBrackets);
  }
  return { ...place, isBroken: place.isBroken || steps.isBroken || hasForeignStep(base, steps) };
}

/** Puts steps that stood before their head into it: "písm. a) ods. 2 § 20". Both may not give the same level. */
export function completed(head: Place, steps: Place): Place {
  const twice = LEVELS.some((level) => head[level] !== undefined && steps[level] !== undefined);
  const levels = levelsOf(head);
  let place: Place = bare(head);
  for (const level of levels) {
    const value = head[level] ?? steps[level];
    if (value !== undefined) place = withPart(place, level, value, head.inBrackets);
  }
  return { ...place, isBroken: head.isBroken || steps.isBroken || twice || hasForeignStep(head, steps) };
}

/** Steps of a list before one head share what the last of them says: "písm. a) až d) ods. 2 § 20". */
export function shared(steps: Place, last: Place): Place {
  const own = LEVELS.filter((level) => steps[level] !== undefined);
  const innermost = own.at(-1);
  if (innermost === undefined) return steps;
  let place = steps;
  for (const level of LEVELS.slice(0, LEVELS.indexOf(innermost))) {
    const value = last[level];
    if (place[level] === undefined && value !== undefined) place = { ...place, [level]: value };
  }
  return place;
}

function hasForeignStep(base: Place, steps: Place): boolean {
  const levels = levelsOf(base);
  return LEVELS.some((level) => steps[level] !== undefined && !levels.includes(level));
}
