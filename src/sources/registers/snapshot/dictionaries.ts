import type { DatabaseSync } from "node:sqlite";
import { CATEGORIES, UNKNOWN_REASONS } from "../../../core/company.ts";
import { decodeTellers, encodeTellers, type Origin, originOf, type Teller } from "./origins.ts";
import type { Outcome } from "./told.ts";

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
  for (const { id, tellers } of db.prepare("SELECT id, tellers FROM origin").all()) {
    origins[Number(id)] = originOf(decodeTellers(String(tellers)));
  }
  return origins;
}

/** The two dictionaries of a file that is being built: rows name their entries by small numbers. */
export class Dictionaries {
  outcomes: (Outcome | undefined)[] = [];
  origins: (Origin | undefined)[] = [];
  /** Origins from this id on were dealt in the current step: a row that has one was told of in it. */
  firstOrigin: number;
  readonly #db: DatabaseSync;
  readonly #outcomeIds = new Map<string, number>();
  readonly #originIds = new Map<string, number>();
  readonly #insertOutcome;
  readonly #insertOrigin;

  constructor(db: DatabaseSync, firstOrigin: number) {
    this.#db = db;
    this.firstOrigin = firstOrigin;
    this.#insertOutcome = db.prepare("INSERT INTO outcome VALUES (?, ?, ?, ?)");
    this.#insertOrigin = db.prepare("INSERT INTO origin VALUES (?, ?)");
    this.reload();
  }

  /** Reads the tables again, after entries were copied into them. */
  reload(): void {
    this.outcomes = readOutcomes(this.#db);
    this.origins = readOrigins(this.#db);
    this.outcomes.forEach((outcome, id) => {
      if (outcome !== undefined) this.#outcomeIds.set(keyOf(outcome), id);
    });
    this.origins.forEach((origin, id) => {
      if (origin !== undefined && id >= this.firstOrigin) this.#originIds.set(encodeTellers(origin.tellers), id);
    });
  }

  /** Starts the next source: its rows get origins of their own, even where the words are the same. */
  startStep(): number {
    this.firstOrigin = Math.max(1, this.origins.length);
    this.#originIds.clear();
    return this.firstOrigin;
  }

  outcomeId(outcome: Outcome): number {
    const key = keyOf(outcome);
    const known = this.#outcomeIds.get(key);
    if (known !== undefined) return known;
    const id = Math.max(1, this.outcomes.length);
    this.#insertOutcome.run(id, outcome.category, outcome.sector, outcome.reason);
    this.outcomes[id] = outcome;
    this.#outcomeIds.set(key, id);
    return id;
  }

  originId(tellers: readonly Teller[]): number {
    const key = encodeTellers(tellers);
    const known = this.#originIds.get(key);
    if (known !== undefined) return known;
    const id = Math.max(1, this.origins.length);
    this.#insertOrigin.run(id, key);
    this.origins[id] = originOf(tellers);
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

function keyOf({ category, sector, reason }: Outcome): string {
  return `${category} ${sector ?? ""} ${reason ?? ""}`;
}
