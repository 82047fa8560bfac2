import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import type { Migration } from "../../src/state/migrations/migration.ts";
import { createState, STATE_FILE } from "../../src/state/state.ts";
import { DATABASES, type Kind, missingServer, newPlace, type Place, trial, unkept } from "./trial.ts";

const PROCESS = fileURLToPath(new URL("../../src/state/opening-process.fixture.ts", import.meta.url));

/** The migration after the present ones. */
const next = (text: string): Migration => ({
  version: MIGRATIONS.length + 1,
  name: "slow",
  text: `CREATE TABLE half (id text PRIMARY KEY) STRICT; ${text}`,
});

/** A migration that takes long, and whether a process is in the middle of it. */
const SLOW: Readonly<Record<Kind, Migration & { isUnderWay(place: Place): Promise<boolean> }>> = {
  SQLite: {
    ...next("WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 2000000000) SELECT count(*) FROM c"),
    isUnderWay: async ({ dir }) => {
      const db = new DatabaseSync(join(dir, STATE_FILE), { timeout: 0 });
      try {
        db.exec("BEGIN IMMEDIATE; ROLLBACK");
        return false;
      } catch {
        return true;
      } finally {
        db.close();
      }
    },
  },
  PostgreSQL: {
    ...next("SELECT pg_sleep(2)"),
    isUnderWay: async ({ database }) => {
      const inIt = `SELECT 1 FROM pg_stat_activity WHERE datname = '${database?.name}' AND wait_event = 'PgSleep'`;
      return ((await database?.ask(inIt)) ?? []).length > 0;
    },
  },
};

/** A process that opens the state; `versions` are those that it made. */
function start({ dir, databaseUrl }: Place, migrations: readonly Migration[]) {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, JSON.stringify({ dir, databaseUrl, migrations })], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout?.on("data", (text) => (out += text));
  child.stderr?.on("data", (text) => (err += text));
  const versions = new Promise<number[]>((resolve, reject) => {
    child.once("close", (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`${code} ${err}`))));
  });
  versions.catch(() => undefined);
  return { child, versions };
}

describe.each(DATABASES)("on %s", (kind) => {
  trial({
    says: "processes that start at once migrate once, and one that is killed leaves nothing half done",
    missing: missingServer(kind),
    times: 1,
    start: async () => ({ broken: [] as string[] }),
    fault: async ({ broken }) => {
      const place = await newPlace(kind);
      // Three at once on an empty database.
      const three = await Promise.all([1, 2, 3].map(() => start(place, MIGRATIONS).versions));
      const made = three.flat().toSorted((one, other) => one - other);

      // One that is killed in the middle of the next migration.
      const { isUnderWay, ...slow } = SLOW[kind];
      const { child, versions } = start(place, [...MIGRATIONS, slow]);
      await expect.poll(() => isUnderWay(place), { interval: 10 }).toBe(true);
      child.kill("SIGKILL");
      const isKilled = await versions.then(
        () => false,
        () => true,
      );
      const state = createState({ ...place, now: Date.now, migrations: [...MIGRATIONS, next("")] });
      const { version } = await state.status();
      // The table of the killed one would be in the way.
      const opened = (await state.open()).map((each) => each.version);
      await state.close();
      broken.push(
        ...unkept({
          "each migration is made once": made.join() === MIGRATIONS.map((each) => each.version).join(),
          "a process is killed in the middle of a migration": isKilled,
          "nothing of it is left": version === MIGRATIONS.length && opened.join() === String(slow.version),
        }),
      );
    },
    judge: async ({ broken }) => ({ broken, seen: {} }),
  });
});
