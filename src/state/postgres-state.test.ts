import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "./sql.ts";
import { describeState, type ExaminedDatabase } from "./state.contract.ts";
import { createState } from "./state.ts";
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

  test("a server that is not there is down, and until it is tried again a call does not wait for it", async () => {
    const state = createState({ dir: "", databaseUrl: "postgres://nobody@127.0.0.1:9/x", now: Date.now });
    await expect(state.open()).rejects.toMatchObject({ kind: "down", trouble: "down" });
    const begun = performance.now();
    await expect(state.get(PREPARED)).rejects.toMatchObject({ kind: "down" });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(state.health()).toBe("down");
    await state.close();
  });
});
