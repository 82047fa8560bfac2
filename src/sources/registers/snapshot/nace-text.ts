import type { NaceCode, NaceRevision } from "../../../core/nace.ts";

/**
 * Activities stand in one column, a part per source in the order of their rank:
 * `e62010 63110/62100` = RES says 62010 (main) and 63110 in NACE Rev. 2, 62100 in Rev. 2.1; parts are divided by `|`.
 */
export function encodeNace(letter: string, nace2: readonly string[], nace21: readonly string[]): string | null {
  if (nace21.length === 0) return nace2.length === 0 ? null : letter + nace2.join(" ");
  return `${letter}${nace2.join(" ")}/${nace21.join(" ")}`;
}

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

const known = new Map<string, NaceCode>();

/** The one object for a code: there are few thousand codes and millions of firms. */
function codeOf(code: string, revision: NaceRevision): NaceCode {
  const key = revision === "2" ? code : `${code}+`;
  let found = known.get(key);
  if (found === undefined) {
    found = Object.freeze({ code, revision });
    if (known.size < 300_000) known.set(key, found);
  }
  return found;
}

/**
 * All codes of a firm, the main one of each revision first (Rev. 2, then Rev. 2.1), no code twice. The main code is
 * the first one of the source with the highest rank.
 */
export function decodeNace(text: string): readonly NaceCode[] {
  const firstBar = text.indexOf("|");
  if (firstBar === -1) return decodePart(text, 1, text.length);
  const mains: NaceCode[] = [];
  const others: NaceCode[] = [];
  for (const part of text.split("|")) {
    for (const code of decodePart(part, 1, part.length)) {
      const isKnown = mains.includes(code) || others.includes(code);
      if (isKnown) continue;
      if (mains.some((main) => main.revision === code.revision)) others.push(code);
      else mains.push(code);
    }
  }
  mains.sort((a, b) => (a.revision < b.revision ? -1 : 1));
  return [...mains, ...others];
}

/** One source's codes between two positions of the text. */
function decodePart(text: string, from: number, to: number): NaceCode[] {
  const slash = text.indexOf("/", from);
  if (slash === -1) return readCodes(text, from, to, "2", []);
  const codes = readCodes(text, from, slash, "2", []);
  const newer = readCodes(text, slash + 1, to, "2.1", []);
  const main = newer[0];
  if (main === undefined) return codes;
  if (codes.length === 0) return newer;
  codes.splice(1, 0, main);
  for (let index = 1; index < newer.length; index++) {
    const code = newer[index];
    if (code !== undefined) codes.push(code);
  }
  return codes;
}

function readCodes(text: string, from: number, to: number, revision: NaceRevision, into: NaceCode[]): NaceCode[] {
  let start = from;
  while (start < to) {
    let end = text.indexOf(" ", start);
    if (end === -1 || end > to) end = to;
    into.push(codeOf(text.slice(start, end), revision));
    start = end + 1;
  }
  return into;
}

/** The first of a firm's codes, without reading the others: what a line of a search result shows. */
export function mainNace(text: string | null): NaceCode | null {
  return text === null ? null : (decodeNace(text)[0] ?? null);
}
