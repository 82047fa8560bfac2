import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createState, type State } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";

/** How often `npm run trial -- NAME --times N` causes the fault; `undefined` in `npm test`. */
const byHand = process.env.TRIAL_TIMES === undefined ? undefined : Number(process.env.TRIAL_TIMES);

/** Whether somebody asked for the long form. */
export const isByHand = byHand !== undefined;

/** Every trial of one database is made on both. */
export const DATABASES = ["SQLite", "PostgreSQL"] as const;
export type Kind = (typeof DATABASES)[number];

/** The server that a trial on this database lacks here, as `Trial.missing`. */
export const missingServer = (kind: Kind): string =>
  kind === "PostgreSQL" && !hasPostgres ? "no PostgreSQL server at 127.0.0.1:5432" : "";

/** What a trial found: promises that were not kept, and figures for a reader, which decide nothing. */
export interface Verdict {
  readonly broken: readonly string[];
  readonly seen: object;
}

/** Something is started, put under load and made to fail again and again; afterwards the promises are judged. */
export interface Trial<Subject, Loaded> {
  /** The promise, as the title of the test. */
  readonly says: string;
  /** What is not installed here; the trial is then skipped by name. */
  readonly missing?: string;
  /** Starts what is examined, and removes it by `onTestFinished`. */
  readonly start: (times: number) => Promise<Subject>;
  /** Goes on until `isOver` says true. @returns what its callers got as answers */
  readonly load?: (subject: Subject, isOver: () => boolean) => Promise<Loaded>;
  /** Causes the fault for the `n`th time, and resolves when everything should be well again. */
  readonly fault: (subject: Subject, n: number, times: number, isOver: () => boolean) => Promise<void>;
  readonly judge: (subject: Subject, loaded: Loaded, times: number) => Promise<Verdict>;
  /** How often the fault is caused in `npm test`. */
  readonly times: number;
}

/** Makes a trial: a few times as a test, often with `npm run trial`. */
export function trial<Subject, Loaded = undefined>(made: Trial<Subject, Loaded>): void {
  const { says, missing = "", start, load, fault, judge } = made;
  const times = byHand ?? made.times;
  const title = missing === "" ? says : `${says} (missing: ${missing})`;
  test.skipIf(missing !== "")(title, { timeout: isByHand ? 0 : 600_000 }, async () => {
    const began = performance.now();
    const subject = await start(times);
    let isOver = false;
    const loading = load?.(subject, () => isOver);
    const causeAll = async () => {
      for (let n = 0; n < times && !isOver; n++) await fault(subject, n, times, () => isOver);
    };
    const causing = causeAll();
    // A load that breaks ends the trial at once.
    try {
      await Promise.race([causing, loading?.then(() => causing) ?? causing]);
    } finally {
      isOver = true;
      await Promise.allSettled([causing, loading]);
    }
    const { broken, seen } = await judge(subject, (await loading) as Loaded, times);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (isByHand) process.stdout.write(`${says}: ${JSON.stringify({ times, seconds, broken, seen }, null, 2)}\n`);
    expect(broken, JSON.stringify(seen)).toEqual([]);
  });
}

/** The promises that were not kept: each is true or false, or a list of what broke it. */
export function unkept(promises: Readonly<Record<string, boolean | readonly unknown[]>>): readonly string[] {
  return Object.entries(promises).flatMap(([promise, kept]) => {
    if (typeof kept === "boolean") return kept ? [] : [promise];
    return kept.map((each) => `${promise}: ${typeof each === "string" ? each : JSON.stringify(each)}`);
  });
}

/** Compiles Dosah once for the trials of a file, however long that takes. */
export function compileDosah(): () => BuiltDosah {
  let built: BuiltDosah | undefined;
  beforeAll(() => {
    built = buildDosah();
  }, 600_000);
  afterAll(() => built?.remove());
  return () => {
    if (built === undefined) throw new Error("there is no build");
    return built;
  };
}

/** A folder and a database of a trial's own, which go with it. */
export interface Place {
  readonly dir: string;
  readonly databaseUrl?: string;
  readonly database?: TestDatabase;
}

/** Makes a folder and, for PostgreSQL, a database. */
export async function newPlace(kind: Kind): Promise<Place> {
  const dir = newFolder();
  if (kind === "SQLite") return { dir };
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { dir, databaseUrl: database.url, database };
}

/** Makes a folder that goes with the trial. */
export function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "dosah-trial-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Opens the state of a place until the end of the trial. */
export async function openStateOf({ dir, databaseUrl }: Place): Promise<State> {
  const state = createState({ dir, databaseUrl, pool: 2, now: Date.now });
  onTestFinished(() => state.close());
  await state.open();
  return state;
}
