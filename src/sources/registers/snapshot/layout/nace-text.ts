import {
  type Activities,
  mainNaceOf,
  NACE_REVISIONS,
  type NaceCode,
  type NaceRevision,
} from "../../../../core/nace.ts";

/**
 * Activities stand in one column, a part per source in the order of their rank:
 * `e62010 63110/62100` = RES says 62010 (main) and 63110 in NACE Rev. 2, 62100 in Rev. 2.1; parts are divided by `|`.
 * `e0 63110` = 63110 is a further activity, the main one is not known.
 */
export function encodeNace(letter: string, nace2: readonly string[], nace21: readonly string[]): string | null {
  if (nace21.length === 0) return nace2.length === 0 ? null : letter + nace2.join(" ");
  return `${letter}${nace2.join(" ")}/${nace21.join(" ")}`;
}

/** Stands first among the codes of a revision whose main one is not known; no code has one digit. */
export const MAIN_UNKNOWN = "0";

/** Joins the parts of two columns; `null` when there is nothing in either. */
export function joinNace(higher: string | null, lower: string | null): string | null {
  if (higher === null) return lower;
  return lower === null ? higher : `${higher}|${lower}`;
}

/** The column without the part of one source. */
export function withoutSource(text: string | null, letter: string): string | null {
  if (text?.includes(letter) !== true) return text;
  const rest = text.split("|").filter((part) => !part.startsWith(letter));
  return rest.length === 0 ? null : rest.join("|");
}

/** The column's part of one source, if it has one. */
export function partOf(text: string | null, letter: string): string | null {
  return text?.split("|").find((part) => part.startsWith(letter)) ?? null;
}

/** The one object for a code, by revision, length and digits in one number: few codes, millions of firms. */
const known = new Map<number, NaceCode>();

function codeOf(digits: number, length: number, revision: NaceRevision): NaceCode {
  const key = (revision === "2" ? 0 : 1 << 20) | (length << 17) | digits;
  let found = known.get(key);
  if (found === undefined) {
    found = Object.freeze({ code: String(digits).padStart(length, "0"), revision });
    known.set(key, found);
  }
  return found;
}

/**
 * All codes of a firm, the main one of each revision first (Rev. 2, then Rev. 2.1), no code twice. The main code is
 * the first one of the source with the highest rank among those that know it.
 */
export function decodeNace(text: string): Activities {
  if (text.length > SHORT) return decode(text);
  let codes = shortTexts.get(text);
  if (codes === undefined) {
    codes = Object.freeze(decode(text));
    Object.freeze(codes.nace);
    if (shortTexts.size < 50_000) shortTexts.set(text, codes);
  }
  return codes;
}

/** Firms with one code per revision are the most, and their texts are few. */
const SHORT = 14;
const shortTexts = new Map<string, Activities>();

function decode(text: string): Activities {
  if (!text.includes("|")) return decodePart(text);
  const parts = text.split("|").map(decodePart);
  const mains: NaceCode[] = [];
  for (const revision of NACE_REVISIONS) {
    const teller = parts.find((part) => part.nace.some((code) => code.revision === revision) && knows(part, revision));
    const main = teller?.nace.find((code) => code.revision === revision);
    if (main !== undefined) mains.push(main);
  }
  const nace = [...mains];
  for (const code of parts.flatMap((part) => part.nace)) if (!nace.includes(code)) nace.push(code);
  return withUnknown(nace, (revision) => !mains.some((main) => main.revision === revision));
}

/** One source's codes: after its letter those of Rev. 2, after the slash those of Rev. 2.1. */
function decodePart(text: string): Activities {
  const codes: NaceCode[] = [];
  const newer: NaceCode[] = [];
  const unknown = { older: false, newer: false };
  let into = codes;
  let digits = 0;
  let length = 0;
  for (let at = 1; at <= text.length; at++) {
    const digit = at === text.length ? END : text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      length++;
      continue;
    }
    if (length > 1) into.push(codeOf(digits, length, into === codes ? "2" : "2.1"));
    else if (length === 1) unknown[into === codes ? "older" : "newer"] = true;
    digits = 0;
    length = 0;
    if (digit === SLASH) into = newer;
  }
  const nace = inOrder(codes, newer);
  if (!unknown.older && !unknown.newer) return { nace };
  return withUnknown(nace, (revision) => unknown[revision === "2" ? "older" : "newer"]);
}

function inOrder(codes: NaceCode[], newer: NaceCode[]): readonly NaceCode[] {
  const main = newer[0];
  if (main === undefined) return codes;
  const first = codes[0];
  if (first === undefined) return newer;
  if (codes.length === 1 && newer.length === 1) return [first, main];
  return [first, main, ...codes.slice(1), ...newer.slice(1)];
}

function knows({ mainUnknown = [] }: Activities, revision: NaceRevision): boolean {
  return !mainUnknown.includes(revision);
}

/** Nearly every firm has a main activity: the list is there only where it says something. */
function withUnknown(nace: readonly NaceCode[], isUnknown: (revision: NaceRevision) => boolean): Activities {
  const mainUnknown = NACE_REVISIONS.filter(
    (revision) => isUnknown(revision) && nace.some((code) => code.revision === revision),
  );
  return mainUnknown.length === 0 ? { nace } : { nace, mainUnknown };
}

/** The slash as it is seen there, one below the digits, and what stands for the end of the text. */
const SLASH = -1;
const END = -2;

/** The main activity of a firm: what a line of a search result shows. */
export function mainNace(text: string | null): NaceCode | null {
  return text === null ? null : (mainNaceOf(decodeNace(text)) ?? null);
}
