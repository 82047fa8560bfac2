import type { DatabaseSync } from "node:sqlite";
import { CATEGORIES, UNKNOWN_REASONS } from "../../../../core/company.ts";
import type { Outcome } from "../records/firm-record.ts";
import { decodeSources, encodeSources, type FactSource, type Origin, originOf } from "./origins.ts";
import { FORMER_SCHEMA, schemaOf } from "./schema.ts";

/** Reads the outcomes of a file, by id. Values that this version does not know are read as `unknown`. */
export function readOutcomes(db: DatabaseSync): (Outcome | undefined)[] {
  const outcomes: (Outcome | undefined)[] = [];
  for (const { id, category, sector, reason } of db.prepare("SELECT id, category, sector, reason FROM outcome").all()) {
    outcomes[Number(id)] = Object.freeze({
      category: CATEGORIES.find((one) => one === category) ?? "unknown",
      sector: typeof sector === "string" ? sector : null,
      reason: UNKNOWN_REASONS.find((one) => one === reason) ?? null,
    });
  }
  return outcomes;
}

/** Reads the origins of a file, by id. */
export function readOrigins(db: DatabaseSync): (Origin | undefined)[] {
  const origins: (Origin | undefined)[] = [];
  for (const { id, sources } of db.prepare("SELECT id, sources FROM origin").all()) {
    origins[Number(id)] = originOf(decodeSources(String(sources)));
  }
  return origins;
}

/** Reads the towns of a file, by id; none where the file has no such table. */
export function readTowns(db: DatabaseSync): (string | undefined)[] {
  const towns: (string | undefined)[] = [];
  if (schemaOf(db) === FORMER_SCHEMA) return towns;
  for (const { id, text } of db.prepare("SELECT id, text FROM town").all()) towns[Number(id)] = String(text);
  return towns;
}

/** Both countries have some 30 000 parts of towns; a broken file must not fill the memory with others. */
const MOST_TOWNS = 200_000;

/** The dictionaries of a file that is being built: rows name their entries by small numbers. */
export class Dictionaries {
  outcomes: (Outcome | undefined)[] = [];
  origins: (Origin | undefined)[] = [];
  /** Origins from this id on were dealt in the current step: a row that has one is named in it. */
  firstOrigin: number;
  readonly #db: DatabaseSync;
  readonly #originIds = new Map<string, number>();
  readonly #sole: number[] = [];
  #soleDay = 0;
  #soleSlot = -1;
  readonly #insertOutcome;
  readonly #insertOrigin;
  readonly #insertTown;
  readonly #towns = new Map<string, number>();

  constructor(db: DatabaseSync, firstOrigin: number) {
    this.#db = db;
    this.firstOrigin = firstOrigin;
    this.#insertOutcome = db.prepare("INSERT INTO outcome VALUES (?, ?, ?, ?)");
    this.#insertOrigin = db.prepare("INSERT INTO origin VALUES (?, ?)");
    this.#insertTown = db.prepare("INSERT INTO town VALUES (?, ?)");
    this.reload();
  }

  /** Reads the tables again, after entries were copied into them. */
  reload(): void {
    this.outcomes = readOutcomes(this.#db);
    this.origins = readOrigins(this.#db);
    readTowns(this.#db).forEach((text, id) => {
      if (text !== undefined) this.#towns.set(text, id);
    });
    this.origins.forEach((origin, id) => {
      if (origin !== undefined && id >= this.firstOrigin) this.#originIds.set(encodeSources(origin.sources), id);
    });
  }

  /** Starts the next source: its rows get origins of their own, even where the words are the same. */
  startStep(): number {
    this.firstOrigin = Math.max(1, this.origins.length);
    this.#originIds.clear();
    this.#soleSlot = -1;
    return this.firstOrigin;
  }

  outcomeId({ category, sector, reason }: Outcome): number {
    // Few dozen entries, looked through for every row: comparing beats making a key.
    for (let id = 1; id < this.outcomes.length; id++) {
      const known = this.outcomes[id];
      if (known?.category === category && known.sector === sector && known.reason === reason) return id;
    }
    const id = Math.max(1, this.outcomes.length);
    this.#insertOutcome.run(id, category, sector, reason);
    this.outcomes[id] = Object.freeze({ category, sector, reason });
    return id;
  }

  /** The id of a town; `null` for none. */
  townId(text: string | null | undefined): number | null {
    if (text == null) return null;
    const known = this.#towns.get(text);
    if (known !== undefined || this.#towns.size >= MOST_TOWNS) return known ?? null;
    const id = this.#towns.size + 1;
    this.#insertTown.run(id, text);
    this.#towns.set(text, id);
    return id;
  }

  /** The origin of a firm that only one source tells of; remembered by the facts it tells. */
  soleOriginId({ source, slot, rank, day }: Omit<FactSource, "mask">, mask: number): number {
    if (day !== this.#soleDay || slot !== this.#soleSlot) {
      this.#sole.length = 0;
      this.#soleDay = day;
      this.#soleSlot = slot;
    }
    const known = this.#sole[mask];
    if (known !== undefined) return known;
    const id = this.originId([{ source, slot, rank, day, mask }]);
    this.#sole[mask] = id;
    return id;
  }

  originId(sources: readonly FactSource[]): number {
    const key = encodeSources(sources);
    const known = this.#originIds.get(key);
    if (known !== undefined) return known;
    const id = Math.max(1, this.origins.length);
    this.#insertOrigin.run(id, key);
    this.origins[id] = originOf(sources);
    this.#originIds.set(key, id);
    return id;
  }

  /** The entry of a row. @throws Error for a row that names none: the file is damaged. */
  origin(id: number): Origin {
    const origin = this.origins[id];
    if (origin === undefined) throw new Error(`origin ${id} is missing`);
    return origin;
  }
}
