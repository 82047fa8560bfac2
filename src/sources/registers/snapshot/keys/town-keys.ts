import type { DatabaseSync } from "node:sqlite";
import { SHORTEST_TOWN_WORD, wordsOfTown } from "../../name-words.ts";
import { IN_LIST, KIND, LIST_ABOVE } from "../layout/schema.ts";
import { KeyBlockWriter } from "./key-blocks.ts";
import type { ListWriter } from "./lists.ts";

/** Collects which firm is in which town, in register order. */
export class TownCollector {
  #ids: Uint32Array<ArrayBuffer>;
  #towns: Uint32Array<ArrayBuffer>;
  #count = 0;

  constructor(rows: number) {
    this.#ids = new Uint32Array(rows);
    this.#towns = new Uint32Array(rows);
  }

  add(id: number, town: number): void {
    this.#ids[this.#count] = id;
    this.#towns[this.#count++] = town;
  }

  /** The firms of each town, by its id. */
  byTown(): readonly Uint32Array[] {
    const counts: number[] = [];
    for (let at = 0; at < this.#count; at++) {
      const town = this.#towns[at] ?? 0;
      counts[town] = (counts[town] ?? 0) + 1;
    }
    const firms = Array.from(counts, (count = 0) => new Uint32Array(count));
    const filled = new Uint32Array(firms.length);
    for (let at = 0; at < this.#count; at++) {
      const town = this.#towns[at] ?? 0;
      const own = firms[town];
      const place = filled[town] ?? 0;
      filled[town] = place + 1;
      if (own !== undefined) own[place] = this.#ids[at] ?? 0;
    }
    return firms;
  }
}

/**
 * Writes a key for each word of a town and firm, the word with a blank behind, in the order of their bytes. A word that
 * many firms have is one key that says so, and a list; so has each beginning that many firms have, from three letters on.
 */
export function writeTowns(db: DatabaseSync, collected: TownCollector, lists: ListWriter): void {
  const firms = collected.byTown();
  const texts = db.prepare("SELECT id, text FROM town").all();
  const towns = new Map<string, number[]>();
  for (const { id, text } of texts) {
    if ((firms[Number(id)]?.length ?? 0) === 0) continue;
    for (const word of wordsOfTown(String(text))) {
      for (let end = SHORTEST_TOWN_WORD; end <= word.length + 1; end++) {
        const prefix = `${word} `.slice(0, end);
        const known = towns.get(prefix);
        if (known === undefined) towns.set(prefix, [Number(id)]);
        else if (known.at(-1) !== Number(id)) known.push(Number(id));
      }
    }
  }
  const blocks = new KeyBlockWriter(db, KIND.town);
  const keys = [...towns.keys()].map((text) => Buffer.from(text)).sort(Buffer.compare);
  let shared: { readonly prefixes: string[]; readonly ids: readonly number[] } = { prefixes: [], ids: [] };
  for (const key of keys) {
    const prefix = key.toString();
    const ids = towns.get(prefix) ?? [];
    const isWhole = prefix.endsWith(" ");
    const count = ids.reduce((sum, id) => sum + (firms[id]?.length ?? 0), 0);
    if (count > LIST_ABOVE) {
      const isSame = shared.ids.length === ids.length && prefix.startsWith(shared.prefixes.at(-1) ?? " ");
      if (!isSame) {
        lists.add(KIND.town, shared.prefixes, firmsOf(shared.ids, firms));
        shared = { prefixes: [], ids };
      }
      shared.prefixes.push(prefix);
      if (isWhole) blocks.add(key, 0, IN_LIST);
    } else if (isWhole) for (const id of firmsOf(ids, firms).sort()) blocks.add(key, 0, id);
  }
  lists.add(KIND.town, shared.prefixes, firmsOf(shared.ids, firms));
  blocks.finish();
}

function firmsOf(towns: readonly number[], firms: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(towns.reduce((sum, id) => sum + (firms[id]?.length ?? 0), 0));
  let at = 0;
  for (const id of towns) {
    const own = firms[id];
    if (own === undefined) continue;
    all.set(own, at);
    at += own.length;
  }
  return all;
}
