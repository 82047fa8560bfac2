import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { madeOnce } from "./made-once.fixture.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { checksumOf } from "./migrations/migration.ts";
import { SCHEMA } from "./sql.ts";
import { createState, STATE_FILE } from "./state.ts";
import { askServer, connectAsAdministrator, type TestDatabase, testDatabase } from "./test-postgres.fixture.ts";

/** Names the layout that the migrations of this program make. */
const LAYOUT = createHash("sha256").update(MIGRATIONS.map(checksumOf).join()).digest("hex").slice(0, 12);

/** Databases that tests hand on to each other, so that not each makes, migrates and drops one. */
const SHARED = "dosah_test_shared_";

/** Puts the state of a first start into a data folder: migrations take a hundred times longer than a copy of the file. */
export async function layOutState(dataDir: string): Promise<void> {
  const template = await madeOnce("state", async (dir) => {
    const state = createState({ dir, now: Date.now });
    await state.open();
    await state.close();
  });
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(join(template, STATE_FILE), join(dataDir, STATE_FILE));
}

/**
 * Lends a database with today's layout and no rows but those of the migrations. `drop` gives it back. An advisory lock says
 * that it is in use, which ends with this process in any case.
 */
export async function lendDatabase(): Promise<TestDatabase> {
  const holder = await connectAsAdministrator();
  for (let number = 1; ; number++) {
    const database = testDatabase(`${SHARED}${LAYOUT}_${number}`, () => holder.end());
    if (!(await lock(holder, database.name))) continue;
    if (!(await empty(holder, database.name))) await make(database);
    return database;
  }
}

/** Removes the shared databases that nobody uses, those of other layouts too. */
export async function dropSharedDatabases(): Promise<void> {
  const holder = await connectAsAdministrator();
  const { rows } = await holder.query(`SELECT datname FROM pg_database WHERE datname LIKE '${SHARED}%'`);
  for (const { datname } of rows) {
    if (await lock(holder, datname)) await holder.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  }
  await holder.end();
}

async function lock(holder: pg.Client, name: string): Promise<boolean> {
  const { rows } = await holder.query("SELECT pg_try_advisory_lock(hashtext($1)) AS free", [name]);
  return rows[0].free;
}

async function make({ name, url }: TestDatabase): Promise<void> {
  await askServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await askServer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  // What a test wrote need not outlive the server.
  await askServer(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  const state = createState({ dir: tmpdir(), databaseUrl: url, now: Date.now });
  await state.open();
  await state.close();
  await inside(name, async (client) => {
    for (const table of await tablesWithRows(client)) {
      await client.query(`CREATE TABLE public.${table} AS TABLE ${SCHEMA}.${table}`);
    }
    await client.query(`COMMENT ON DATABASE ${name} IS '${await layoutOf(client)}'`);
  });
}

/** Removes what a test left. @returns false where there is no such database, or a test changed its layout */
async function empty(holder: pg.Client, name: string): Promise<boolean> {
  const { rows: databases } = await holder.query(
    "SELECT shobj_description(oid, 'pg_database') AS layout FROM pg_database WHERE datname = $1",
    [name],
  );
  const [found] = databases;
  if (typeof found?.layout !== "string") return false;
  return inside(name, async (client) => {
    if (found.layout !== (await layoutOf(client))) return false;
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    const used = await tablesWithRows(client);
    const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    await client.query(
      [
        "SET session_replication_role = replica",
        ...used.map((table) => `DELETE FROM ${SCHEMA}.${table}`),
        ...rows.map(({ tablename }) => `INSERT INTO ${SCHEMA}.${tablename} SELECT * FROM public.${tablename}`),
      ].join("; "),
    );
    return true;
  });
}

async function inside<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAsAdministrator(name);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function tablesWithRows(client: pg.Client): Promise<readonly string[]> {
  const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [SCHEMA]);
  const questions = tables.rows.map(
    ({ tablename }) => `SELECT '${tablename}' AS name WHERE EXISTS (SELECT FROM ${SCHEMA}.${tablename})`,
  );
  return (await client.query(questions.join(" UNION ALL "))).rows.map(({ name }) => name);
}

/** What tells that somebody changed the layout: how many rows of the catalog there are, and the last change of one. */
async function layoutOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `WITH tables AS (SELECT oid, xmin FROM pg_class WHERE relnamespace = $1::regnamespace)
     SELECT string_agg(format('%s %s', count, latest), ' ') AS layout FROM (
       SELECT count(*), max(xmin::text::bigint) AS latest FROM tables
       UNION ALL SELECT count(*), max(xmin::text::bigint) FROM pg_attribute WHERE attrelid IN (SELECT oid FROM tables)
       UNION ALL SELECT count(*), max(xmin::text::bigint) FROM pg_constraint WHERE conrelid IN (SELECT oid FROM tables)
       UNION ALL SELECT count(*), max(xmin::text::bigint) FROM pg_trigger WHERE NOT tgisinternal) AS catalogs`,
    [SCHEMA],
  );
  return rows[0].layout;
}
