import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Migration } from "./migrations/migration.ts";
import { sql } from "./sql.ts";
import { describeState, type ExaminedDatabase } from "./state.contract.ts";
import { createState } from "./state.ts";
import { startTcpProxy } from "./tcp-proxy.fixture.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "./test-postgres.fixture.ts";

async function examined(query = ""): Promise<ExaminedDatabase> {
  const database = await createTestDatabase();
  return {
    open: (migrations) => createState({ dir: "", databaseUrl: `${database.url}${query}`, now: Date.now, migrations }),
    remove: database.drop,
  };
}

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeState("the state in PostgreSQL", () => examined());
  describeState("the state in PostgreSQL without anything that belongs to a connection", () =>
    examined("?pgbouncer=1"),
  );

  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const SHOW = sql("SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS statement");
  const PREPARED = sql("SELECT count(*) AS n FROM pg_prepared_statements");

  test("everything lies in the schema dosah, a statement has five seconds, and it is kept prepared", async () => {
    const state = createState({ dir: "", databaseUrl: database.url, pool: 1, now: Date.now });
    await state.open();
    expect(await state.get(SHOW)).toEqual({ path: "dosah", statement: "5s" });
    expect(Number((await state.get<{ n: number }>(PREPARED))?.n)).toBeGreaterThan(0);
    await state.close();
    const tables = await database.ask(
      "SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_name IN ('job', 'feed_item')",
    );
    expect(tables).toEqual([{ table_schema: "dosah" }]);
  });

  test("with pgbouncer=1 no statement is kept and no setting outlives its transaction", async () => {
    const state = createState({ dir: "", databaseUrl: `${database.url}?pgbouncer=1`, pool: 1, now: Date.now });
    await state.open();
    expect(await state.get(SHOW)).toEqual({ path: "dosah", statement: "5s" });
    expect(await state.get(PREPARED)).toEqual({ n: 0 });
    await state.close();
  });

  test.each(["", "?pgbouncer=1"])(
    "an index is built while others write, over what a broken-off build has left %s",
    async (query) => {
      const layout: Migration = {
        version: 1,
        name: "t",
        text: "CREATE TABLE thing (id text PRIMARY KEY, n integer) STRICT",
      };
      const index: Migration = {
        version: 2,
        name: "thing_n",
        isConcurrent: true,
        text: "CREATE INDEX thing_n ON thing (n)",
      };
      const databaseUrl = `${database.url}${query}`;
      const before = createState({ dir: "", databaseUrl, now: Date.now, migrations: [layout] });
      await before.open();
      const add = sql("INSERT INTO thing (id, n) VALUES (?, ?)");
      await before.run(add, "a", 1);
      // What PostgreSQL leaves behind when a build is broken off: an index that is not valid.
      await database.ask("CREATE INDEX thing_n ON dosah.thing (id)");
      await database.ask("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'dosah.thing_n'::regclass");
      const after = createState({ dir: "", databaseUrl, now: Date.now, migrations: [layout, index] });
      // It waits for this transaction; others go on writing meanwhile.
      const long = new pg.Client({ connectionString: database.url });
      await long.connect();
      await long.query("BEGIN; INSERT INTO dosah.thing VALUES ('b', 2)");
      const opening = after.open();
      const isWaiting = () =>
        database.ask("SELECT 1 FROM pg_stat_activity WHERE query LIKE '%CONCURRENTLY%' AND wait_event = 'virtualxid'");
      await expect.poll(async () => (await isWaiting()).length).toBe(1);
      expect(await before.run(add, "c", 3)).toBe(1);
      await long.query("COMMIT");
      await long.end();
      await opening;
      const [made] = await database.ask(
        "SELECT indisvalid, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indexrelid = 'dosah.thing_n'::regclass",
      );
      expect(made).toMatchObject({ indisvalid: true, definition: expect.stringContaining("(n)") });
      expect((await after.status()).version).toBe(2);
      await before.close();
      await after.close();
    },
    60_000,
  );

  test("a server that is not there is waited for as if it restarted, and then a call does not wait for it", async () => {
    const network = await startTcpProxy({ host: "127.0.0.1", port: 9 });
    network.cut();
    const databaseUrl = `postgres://nobody@127.0.0.1:${network.port}/x`;
    const state = createState({ dir: "", databaseUrl, now: Date.now });
    await expect(state.open()).rejects.toMatchObject({ kind: "down", trouble: "down" });
    const since = performance.now();
    await expect(state.get(PREPARED)).rejects.toMatchObject({ kind: "down" });
    expect(performance.now() - since).toBeGreaterThan(2_000);
    const before = network.asked();
    await expect(state.get(PREPARED)).rejects.toMatchObject({ kind: "down" });
    expect(network.asked() - before).toBeLessThanOrEqual(1);
    expect(state.health()).toBe("down");
    await state.close();
    await network.close();
  });
});
