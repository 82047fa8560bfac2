import {
  type Activities,
  mainNaceOf,
  NACE_REVISIONS,
  type NaceCode,
  type NaceRevision,
} from "../../../../core/nace.ts";
import { letterOf } from "./slots.ts";

/**
 * Activities stand in one column, a section per source in the order of their rank, divided by `|`. Each begins with
 * the letter of the source's slot: `b62010 63110/62100` = RES says 62010 (main) and 63110 in NACE Rev. 2, 62100 in
 * Rev. 2.1; `b0 63110` = 63110 is a further activity, the main one is not known.
 */
export function encodeNace(slot: number, nace2: readonly string[], nace21: readonly string[]): string | null {
  if (nace21.length === 0) return nace2.length === 0 ? null : letterOf(slot) + nace2.join(" ");
  return `${letterOf(slot)}${nace2.join(" ")}/${nace21.join(" ")}`;
}

/** Stands first among the codes of a revision whose main one is not known; no code has one digit. */
export const MAIN_UNKNOWN = "0";

/** The column with the section of one more source, after the sections of `higher` sources of a higher rank. */
export function insertCodes(text: string | null, codes: string, higher: number): string {
  if (text === null) return codes;
  const sections = text.split("|");
  sections.splice(Math.min(higher, sections.length), 0, codes);
  return sections.join("|");
}

/** The column without the section of one source. */
export function withoutSource(text: string | null, slot: number): string | null {
  const letter = letterOf(slot);
  if (text?.includes(letter) !== true) return text;
  const rest = text.split("|").filter((section) => !section.startsWith(letter));
  return rest.length === 0 ? null : rest.join("|");
}

/** The codes of NACE Rev. 2 in the column's section of one source; `undefined` when it has none. */
export function rev2CodesOf(text: string | null, slot: number): readonly string[] | undefined {
  const section = text?.split("|").find((one) => one.startsWith(letterOf(slot)));
  return section?.slice(1).split("/")[0]?.split(" ");
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
  const only = decodeSection(text);
  if (only !== undefined) return only;
  const sections = text.split("|").flatMap((section) => decodeSection(section) ?? []);
  const mains: NaceCode[] = [];
  for (const revision of NACE_REVISIONS) {
    const best = sections.find((one) => one.nace.some((code) => code.revision === revision) && knows(one, revision));
    const main = best?.nace.find((code) => code.revision === revision);
    if (main !== undefined) mains.push(main);
  }
  const nace = [...mains];
  for (const code of sections.flatMap((one) => one.nace)) if (!nace.includes(code)) nace.push(code);
  return withUnknown(nace, (revision) => !mains.some((main) => main.revision === revision));
}

/**
 * One source's codes: after its letter those of Rev. 2, after the slash those of Rev. 2.1; `undefined` for a text of
 * several sections. Every look-up of a firm comes here: one list and no search for the divider beforehand.
 */
function decodeSection(text: string): Activities | undefined {
  const nace: NaceCode[] = [];
  let revision: NaceRevision = "2";
  let hasNewer = false;
  let isOlderUnknown = false;
  let isNewerUnknown = false;
  let digits = 0;
  let length = 0;
  for (let at = 1; at <= text.length; at++) {
    const digit = at === text.length ? END : text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      length++;
      continue;
    }
    if (digit === DIVIDER) return undefined;
    if (length > 1) {
      const code = codeOf(digits, length, revision);
      if (revision === "2" || hasNewer) nace.push(code);
      else {
        insertSecond(nace, code);
        hasNewer = true;
      }
    } else if (length === 1) {
      if (revision === "2") isOlderUnknown = true;
      else isNewerUnknown = true;
    }
    digits = 0;
    length = 0;
    if (digit === SLASH) revision = "2.1";
  }
  if (!isOlderUnknown && !isNewerUnknown) return { nace };
  return withUnknown(nace, (one) => (one === "2" ? isOlderUnknown : isNewerUnknown));
}

/** Puts the main code of the newer revision behind that of the older one, before its further ones. */
function insertSecond(nace: NaceCode[], code: NaceCode): void {
  nace.push(code);
  for (let at = nace.length - 1; at > 1; at--) nace[at] = nace[at - 1] ?? code;
  if (nace.length > 1) nace[1] = code;
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

/** The slash as it is seen there, one below the digits, the divider, and what stands for the end of the text. */
const SLASH = -1;
const DIVIDER = 76;
const END = -2;

/** The main activity of a firm: what a line of a search result shows. */
export function mainNace(text: string | null): NaceCode | null {
  return text === null ? null : (mainNaceOf(decodeNace(text)) ?? null);
}
