import { SHORTEST_TOWN_WORD } from "../../name-words.ts";
import type { KeyBlocks } from "../keys/key-blocks.ts";
import type { FirmList } from "../keys/lists.ts";
import { type Members, union } from "../keys/members.ts";
import { IN_LIST, KIND, LIST_ABOVE } from "../layout/schema.ts";
import { DamagedKeys } from "../records/failure.ts";

/** No search reads more chunks of lists. */
export const MOST_CHUNKS = 600;

/** What a search has read so far; the bound is work, so that the same question has the same answer. */
export interface Budget {
  chunks: number;
}

/** Is thrown where a search would read more than its bound. */
export class BoundReached extends Error {
  override readonly name = "BoundReached";
}

/** The firms that have a word, by where they have it. */
export interface WordSet {
  /** At least as many as there are firms. */
  readonly count: number;
  readonly chunks: readonly number[];
  /** The members of a chunk that have the word in their name, and in their name or town. */
  inName(chunk: number): Members;
  inAny(chunk: number): Members;
}

const NOBODY = new Uint16Array();

/** Prepares to read who has a word in a name of some kinds, or in the town. */
export function wordSets(
  keys: KeyBlocks,
  lists: (kind: number, prefix: string) => FirmList | undefined,
): (word: string, kinds: readonly number[], isLast: boolean, budget: Budget) => WordSet {
  return (word, kinds, isLast, budget) => {
    const town = isLast && word.length >= SHORTEST_TOWN_WORD ? word : `${word} `;
    const names = kinds.map((kind) => listOf(kind, word));
    const towns = word.length < SHORTEST_TOWN_WORD ? [] : [listOf(KIND.town, town)];
    return together(names, towns, budget);
  };

  /** The firms with a key that starts so: of many from their list, of few from the keys. */
  function listOf(kind: number, prefix: string): FirmList {
    const list = lists(kind, prefix);
    if (list !== undefined) return list;
    const { ids } = keys.starting(kind, prefix, LIST_ABOVE);
    if (kind === KIND.town && ids.includes(IN_LIST)) throw new DamagedKeys();
    return listOfFew(ids);
  }
}

/** A list of few firms, ids in any order. */
export function listOfFew(ids: readonly number[]): FirmList {
  const chunks = new Map<number, number[]>();
  for (const id of Uint32Array.from(ids).sort()) {
    const own = chunks.get(id >>> 16);
    if (own === undefined) chunks.set(id >>> 16, [id & 0xffff]);
    else if (own.at(-1) !== (id & 0xffff)) own.push(id & 0xffff);
  }
  return { count: ids.length, chunks: [...chunks.keys()], read: (chunk) => Uint16Array.from(chunks.get(chunk) ?? []) };
}

/** The firms of several lists as one set. */
export function together(names: readonly FirmList[], towns: readonly FirmList[], budget: Budget): WordSet {
  const all = [...names, ...towns];
  const known = new Map<FirmList, ReadonlySet<number>>(all.map((list) => [list, new Set(list.chunks)]));
  const read = (lists: readonly FirmList[], chunk: number): Members =>
    lists.reduce<Members>((members, list) => {
      if (known.get(list)?.has(chunk) !== true) return members;
      if (++budget.chunks > MOST_CHUNKS) throw new BoundReached();
      return union(members, list.read(chunk));
    }, NOBODY);
  let last: { readonly chunk: number; readonly ofNames: Members; readonly ofTowns: Members } | undefined;
  const at = (chunk: number) => {
    if (last?.chunk !== chunk) last = { chunk, ofNames: read(names, chunk), ofTowns: read(towns, chunk) };
    return last;
  };
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    chunks: [...new Set(all.flatMap(({ chunks }) => chunks))].sort((a, b) => a - b),
    inName: (chunk) => at(chunk).ofNames,
    inAny: (chunk) => union(at(chunk).ofNames, at(chunk).ofTowns),
  };
}
