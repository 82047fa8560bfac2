import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { COUNTRIES, type Country } from "../../../../core/country.ts";
import { Dictionaries } from "../layout/dictionaries.ts";
import { createTables, DENSE_ABOVE, SCHEMA_VERSION, schemaOf, upgrade } from "../layout/schema.ts";
import { isDamage, isDiskFull, isMachineFailure, RegisterFileError, writeTrouble } from "../records/failure.ts";
import { openReadOnly, readSealed } from "../serving/open.ts";
import { bootId, type RegisterPaths, removeBuild } from "./files.ts";
import type { BuildOptions, ImportProgress } from "./import-options.ts";

/** Progress of a build, kept in the file that is being built, in the same transaction as the rows it speaks of. */
class BuildState {
  readonly #values: Map<string, string>;
  readonly #write;

  constructor(db: DatabaseSync) {
    const rows = db.prepare("SELECT k, v FROM import_state").all();
    this.#values = new Map(rows.map(({ k, v }) => [String(k), String(v)]));
    this.#write = db.prepare("REPLACE INTO import_state VALUES (?, ?)");
  }

  text(key: string): string | undefined {
    return this.#values.get(key);
  }

  number(key: string): number {
    return Number(this.#values.get(key) ?? 0);
  }

  set(key: string, value: string | number): void {
    const text = String(value);
    if (this.#values.get(key) === text) return;
    this.#write.run(key, text);
    this.#values.set(key, text);
  }

  /** Drops what only a build needs; the rest tells readers what the file is. */
  finish(db: DatabaseSync, kept: readonly string[]): void {
    const list = kept.map((key) => `'${key}'`).join(",");
    db.exec(`DELETE FROM import_state WHERE k NOT IN (${list})`);
  }
}

/** A register file that is being made aside, with its progress. */
export interface Build {
  readonly file: string;
  readonly db: DatabaseSync;
  readonly state: BuildState;
  readonly dictionaries: Dictionaries;
  readonly options: BuildOptions;
  /** The published file whose rows this one goes on from, if there is one. */
  readonly base: Base | undefined;
  /** Lets other work run, reports, and stops when asked to. Not inside a transaction. */
  tick(progress: ImportProgress): Promise<void>;
}

/** What is known of the published file. */
export interface Base {
  readonly file: string;
  readonly version: string;
  readonly schema: number | undefined;
  readonly rulesVersion: string;
  /** True when it was made because the file before it could not be used. */
  readonly isReplacement: boolean;
  /** How many firms each source knows. */
  readonly rows: ReadonlyMap<string, number>;
  /** The sources of the countries. */
  readonly sources: readonly { readonly country: string; readonly slot: number }[];
}

/**
 * Looks at the published file; `undefined` when there is none.
 * @throws RegisterFileError when it is damaged or of another version: what it holds cannot be carried over.
 */
export function baseOf(paths: RegisterPaths): Base | undefined {
  if (!existsSync(paths.published)) return undefined;
  let db: DatabaseSync;
  try {
    db = openReadOnly(paths.published);
  } catch (cause) {
    const reason = "the published register file cannot be carried over; move it away and import all registers anew.";
    throw new RegisterFileError(paths.published, undefined, reason, { cause });
  }
  try {
    const state = readSealed(db);
    const sources = db.prepare("SELECT country, source, slot, rows FROM source").all();
    return {
      file: paths.published,
      version: state.get("version") ?? "",
      schema: schemaOf(db),
      rulesVersion: state.get("rules") ?? "",
      isReplacement: state.has("replacement"),
      rows: new Map(sources.map((row) => [String(row.source), Number(row.rows)])),
      sources: sources.map((row) => ({ country: String(row.country), slot: Number(row.slot) })),
    };
  } catch (cause) {
    const reason = "the published register file is damaged; move it away and import all registers anew.";
    throw new RegisterFileError(paths.published, undefined, reason, { cause });
  } finally {
    db.close();
  }
}

/** A build to run: where, from what, and what makes it different from others. */
export interface BuildPlan {
  readonly file: string;
  /** Everything the new file depends on: a build with another text cannot be taken up. */
  readonly text: string;
  readonly base: Base | undefined;
  /** Makes the file to begin with; default: one with empty tables. */
  readonly begin?: (file: string) => void;
}

/**
 * Runs a build: opens the file of an interrupted run with the same plan or begins a new one, and removes it when
 * the build fails. It stays when the build was stopped by its signal or killed: the next run goes on from it.
 * Nobody else may build in the same file at the same time.
 * @throws RegisterFileError when the disk is full or refuses to write, and whatever `work` throws.
 */
export async function runBuild(
  { file, text, base, begin }: BuildPlan,
  options: BuildOptions,
  work: (build: Build) => Promise<void>,
): Promise<void> {
  let db: DatabaseSync | undefined;
  let isDone = false;
  try {
    db = openBuild(file, `${bootId()} ${text}`, options, begin);
    const state = new BuildState(db);
    const dictionaries = new Dictionaries(db, state.number("firstOrigin"));
    const build: Build = { file, db, state, dictionaries, options, base, tick };
    await work(build);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    isDone = true;
  } catch (cause) {
    const trouble =
      isDiskFull(cause) || isMachineFailure(cause)
        ? writeTrouble(cause)
        : isDamage(cause)
          ? "what the published registers hold is damaged; move the file away and import all registers anew"
          : undefined;
    if (trouble === undefined) throw cause;
    throw new RegisterFileError(file, undefined, `${trouble}; the published registers stay as they were.`, { cause });
  } finally {
    db?.close();
    if (!isDone && options.signal?.aborted !== true) removeBuild(file);
  }

  async function tick(progress: ImportProgress): Promise<void> {
    options.onProgress?.(progress);
    await setImmediate();
    options.signal?.throwIfAborted();
  }
}

function openBuild(file: string, plan: string, options: BuildOptions, begin: BuildPlan["begin"]): DatabaseSync {
  if (existsSync(file)) {
    const unfinished = tryOpen(file, options);
    if (unfinished !== undefined) {
      if (schemaOf(unfinished) === SCHEMA_VERSION && new BuildState(unfinished).text("plan") === plan)
        return unfinished;
      unfinished.close();
    }
    removeBuild(file);
  }
  begin?.(file);
  const db = tune(new DatabaseSync(file), options);
  db.exec("BEGIN");
  if (begin === undefined) createTables(db);
  else upgrade(db);
  new BuildState(db).set("plan", plan);
  db.exec("COMMIT");
  return db;
}

/** The file of an interrupted run; `undefined` when it was cut off so early or so badly that it says nothing. */
function tryOpen(file: string, options: BuildOptions): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = tune(new DatabaseSync(file), options);
    new BuildState(db);
    return db;
  } catch {
    db?.close();
    return undefined;
  }
}

/**
 * Write-ahead log while building: as fast as no journal, and what was committed survives a kill. The disk is waited
 * for once, before the file is published; a build is not taken up after a restart of the machine. What is taken out of
 * a row is overwritten: the name of a sole trader who has ceased must not stay readable between the rows.
 */
function tune(db: DatabaseSync, { maxBytes }: BuildOptions): DatabaseSync {
  db.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768;
    PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON
  `);
  if (maxBytes !== undefined) db.exec(`PRAGMA max_page_count = ${Math.ceil(maxBytes / 4096)}`);
  return db;
}

/** The countries of which the file being built holds no firm and no source yet. */
export function emptyCountries(db: DatabaseSync): Country[] {
  const known = db.prepare("SELECT DISTINCT country FROM source").all();
  return COUNTRIES.filter((country) => !known.some((row) => row.country === country));
}

export function denseAboveOf(options: BuildOptions): number {
  return options.denseAbove ?? DENSE_ABOVE;
}
