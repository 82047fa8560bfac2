import type { Row } from "./columns.ts";

/**
 * The checksum of a row, stored in its column `checksum`: 15 bits over what a search shows or compares (id, number, name,
 * address, activities, end, town, former names) and, below them, 16 bits over everything. A search checks the first, a look-up both. It guards
 * against a disk that rots, not against a person. Every step is one-to-one in what is added, so one changed bit always
 * changes the state; it goes unnoticed only where the final values happen to agree, in a look-up once in two thousand
 * million. 31 bits: larger numbers cost four bytes a row more, and time.
 */
export function checksumOf(row: Row): number {
  let state = shownState(row.id, row.ico, row.name, row.address, row.nace, row.ceased);
  // What layout 4 did not have changes nothing where it is not there: its rows keep their checksums.
  if (row.town !== null) state = addNumber(state, row.town);
  if (row.former !== null) state = addText(state, row.former);
  const shown = finish(state) >>> 17;
  state = addNumber(state, row.legalForm);
  state = addNumber(state, row.size);
  state = addNumber(state, row.employeesMin);
  state = addNumber(state, row.employeesMax);
  state = addNumber(state, row.founded);
  state = addNumber(state, row.verdict);
  state = addNumber(state, row.verdictDay);
  state = addNumber(state, row.entity);
  if (row.entity !== null) state = addNumber(state, Math.floor(row.entity / 2 ** 32));
  if (row.accounts !== null) state = addText(state, row.accounts);
  state = addNumber(state, row.origin);
  state = addNumber(state, row.class);
  if (row.taxNumber !== null) state = addNumber(addNumber(state, row.taxNumber), Math.floor(row.taxNumber / 2 ** 32));
  return (shown << 16) | (finish(state) >>> 16);
}

function shownState(
  id: number,
  ico: number,
  name: string | null,
  address: string | null,
  nace: string | null,
  ceased: number | null,
): number {
  let state = addNumber(addNumber(0x2545f491, id), ico);
  state = name === null ? addNumber(state, null) : addText(state, name);
  state = address === null ? addNumber(state, null) : addText(state, address);
  state = nace === null ? addNumber(state, null) : addText(state, nace);
  return addNumber(state, ceased);
}

function addNumber(state: number, value: number | null): number {
  return (Math.imul(state, MULTIPLIER) + (value === null ? NOTHING : value)) | 0;
}

function addText(from: number, text: string): number {
  const { length } = text;
  let state = addNumber(from, length);
  for (let at = 0; at < length; at++) state = (Math.imul(state, MULTIPLIER) + text.charCodeAt(at)) | 0;
  return state;
}

/** Spreads every bit over the whole word (the last steps of MurmurHash3). */
function finish(state: number): number {
  let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

const MULTIPLIER = 0xcc9e2d51;
const NOTHING = 0x5bd1e995;
