import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "./migrations/list.ts";
import type { Migration } from "./migrations/migration.ts";
import { createState, STATE_FILE } from "./state.ts";
import { createTestDatabase, hasPostgres } from "./test-postgres.fixture.ts";

const PROCESS = fileURLToPath(new URL("./opening-process.fixture.ts", import.meta.url));

interface Place {
  readonly dir: string;
  readonly databaseUrl?: string;
}

/** A process that opens the state; `versions` are those that it made. */
function start(place: Place, migrations: readonly Migration[]) {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, JSON.stringify({ ...place, migrations })], {
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

async function examineStarts(place: Place, slowly: Migration, isInTheMiddle: () => Promise<boolean>): Promise<void> {
  // Three at once on an empty database.
  const three = await Promise.all([1, 2, 3].map(() => start(place, MIGRATIONS).versions));
  expect(three.flat().toSorted((one, other) => one - other)).toEqual(MIGRATIONS.map(({ version }) => version));

  // One that is killed in the middle of the next migration.
  const { child, versions } = start(place, [...MIGRATIONS, slowly]);
  await expect.poll(isInTheMiddle, { interval: 10 }).toBe(true);
  child.kill("SIGKILL");
  await expect(versions).rejects.toThrow();
  const quick = { ...slowly, text: "CREATE TABLE half (id text PRIMARY KEY) STRICT" };
  const state = createState({ ...place, now: Date.now, migrations: [...MIGRATIONS, quick] });
  expect((await state.status()).version).toBe(MIGRATIONS.length);
  // The table of the killed one would be in the way.
  expect((await state.open()).map(({ version }) => version)).toEqual([slowly.version]);
  await state.close();
}

const version = MIGRATIONS.length + 1;

const newFolder = () => mkdtempSync(join(tmpdir(), "dosah-starts-"));

describe("processes that start at once migrate once, and one that is killed leaves nothing half done", () => {
  test("in SQLite", async () => {
    const dir = newFolder();
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const endless =
      "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 2000000000) SELECT count(*) FROM c";
    const text = `CREATE TABLE half (id text PRIMARY KEY) STRICT; ${endless}`;
    await examineStarts({ dir }, { version, name: "slow", text }, async () => {
      const db = new DatabaseSync(join(dir, STATE_FILE), { timeout: 0 });
      try {
        db.exec("BEGIN IMMEDIATE; ROLLBACK");
        return false;
      } catch {
        return true;
      } finally {
        db.close();
      }
    });
  });

  test.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const text = "CREATE TABLE half (id text PRIMARY KEY) STRICT; SELECT pg_sleep(2)";
    await examineStarts({ dir: "", databaseUrl: database.url }, { version, name: "slow", text }, async () => {
      const asleep = await database.ask(
        `SELECT 1 FROM pg_stat_activity WHERE datname = '${database.name}' AND wait_event = 'PgSleep'`,
      );
      return asleep.length > 0;
    });
  });
});
