import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Migration } from "./migrations/migration.ts";
import { repeatableSql, sql } from "./sql.ts";
import { createState, type State, type StateHealth } from "./state.ts";
import { StateError } from "./state-error.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.fixture.ts";
import { askServer, createTestDatabase, hasPostgres, type TestDatabase } from "./test-postgres.fixture.ts";

const LAYOUT: Migration = {
  version: 1,
  name: "examined",
  text: `
    CREATE TABLE written (id text PRIMARY KEY) STRICT;
    CREATE TABLE counter (id text PRIMARY KEY, n integer NOT NULL) STRICT;
    INSERT INTO counter VALUES ('all', 0)`,
};

const ADD = repeatableSql("INSERT INTO written (id) VALUES (?) ON CONFLICT (id) DO NOTHING");
const MORE = sql("UPDATE counter SET n = n + 1");
const COUNTER = sql("SELECT n FROM counter");
const WRITTEN = sql("SELECT count(*) AS n FROM written");

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432 that fails", () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let state: State;
  let changes: StateHealth[];

  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await startTcpProxy({ host: "127.0.0.1", port: 5432 });
    changes = [];
    const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.port}/${database.name}`;
    const onHealth = (health: StateHealth) => changes.push(health);
    state = createState({ dir: "", databaseUrl, pool: 6, now: Date.now, migrations: [LAYOUT], onHealth });
    await state.open();
  });
  afterEach(async () => {
    await state.close();
    await proxy.close();
    await database.drop();
  });

  const counted = async () => (await state.get<{ n: number }>(COUNTER))?.n;

  /** Adds to the counter once for each id, however often it is run. */
  const countOnce = (id: string) =>
    state.transaction(
      async (tx) => {
        if ((await tx.run(ADD, id)) === 1) await tx.run(MORE);
      },
      { isRepeatable: true },
    );

  /** Writes from eight callers at once until it is stopped. */
  function load() {
    let isOver = false;
    let acknowledged = 0;
    const failures: unknown[] = [];
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let n = 0; !isOver; n++) {
        try {
          await countOnce(`${caller}/${n}`);
          acknowledged++;
        } catch (error) {
          failures.push(error);
        }
      }
    });
    return {
      failures,
      acknowledged: () => acknowledged,
      stop: async () => {
        isOver = true;
        await Promise.all(callers);
      },
    };
  }

  const terminateAll = () =>
    database.ask(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}' AND pid <> pg_backend_pid()`,
    );

  test("connections that the server ends under load: no write fails, and none is done twice", async () => {
    const writing = load();
    for (let round = 0; round < 8; round++) {
      await sleep(150);
      await terminateAll();
    }
    await expect.poll(writing.acknowledged).toBeGreaterThan(100);
    await writing.stop();
    expect(writing.failures).toEqual([]);
    expect(await counted()).toBe(writing.acknowledged());
    expect(await state.get(WRITTEN)).toEqual({ n: writing.acknowledged() });
    expect(changes).toContain("retrying");
    expect(state.health()).toBe("ok");
  });

  test("a network that is gone for a moment: calls wait, none fails, none is done twice", async () => {
    const writing = load();
    await expect.poll(writing.acknowledged).toBeGreaterThan(0);
    proxy.cut();
    await expect.poll(() => changes).toContain("retrying");
    const before = writing.acknowledged();
    proxy.restore();
    await expect.poll(writing.acknowledged).toBeGreaterThan(before);
    await writing.stop();
    expect(writing.failures).toEqual([]);
    expect(await counted()).toBe(writing.acknowledged());
  });

  test("a server that is unreachable for longer is down after three seconds, and back when it can be reached", async () => {
    const writing = load();
    await expect.poll(writing.acknowledged).toBeGreaterThan(0);
    proxy.cut();
    const begun = performance.now();
    await expect(state.get(COUNTER)).rejects.toMatchObject({ kind: "down" });
    expect(performance.now() - begun).toBeGreaterThan(2_900);
    expect(state.health()).not.toBe("ok");
    proxy.restore();
    expect(await counted()).toBeGreaterThan(0);
    await writing.stop();
    expect(writing.failures.every((error) => error instanceof StateError && error.kind === "down")).toBe(true);
    // What was refused may have been done; what was acknowledged was done, and nothing twice.
    const n = await counted();
    expect(n).toBeGreaterThanOrEqual(writing.acknowledged());
    expect(await state.get(WRITTEN)).toEqual({ n });
  });

  describe("for a process that begins while the server cannot be reached", () => {
    let beginning: State;

    beforeEach(() => {
      const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.port}/${database.name}`;
      beginning = createState({ dir: "", databaseUrl, now: Date.now, migrations: [LAYOUT] });
      proxy.cut();
    });
    afterEach(() => beginning.close());

    test("calls wait for a server that restarts, and none fails", async () => {
      const before = proxy.asked();
      const calls = Promise.all([beginning.get(COUNTER), beginning.run(MORE), beginning.get(WRITTEN)]);
      await expect.poll(proxy.asked).toBeGreaterThan(before + 1);
      proxy.restore();
      await expect(calls).resolves.toMatchObject([{}, 1, { n: 0 }]);
    });

    test("they wait for three seconds once, and fail at once while it stays away", async () => {
      const begun = performance.now();
      await expect(beginning.get(COUNTER)).rejects.toMatchObject({ kind: "down" });
      expect(performance.now() - begun).toBeGreaterThan(2_900);
      const before = proxy.asked();
      await expect(beginning.get(COUNTER)).rejects.toMatchObject({ kind: "down" });
      expect(proxy.asked() - before).toBeLessThanOrEqual(1);
    });
  });

  test("a network that swallows everything is noticed, and the state is back after it", async () => {
    expect(await counted()).toBe(0);
    proxy.freeze();
    await expect(state.get(COUNTER)).rejects.toMatchObject({ kind: "down" });
    proxy.restore();
    expect(await counted()).toBe(0);
  });

  describe("when the answer to a write is lost", () => {
    test("one that may be repeated is, and is done once", async () => {
      proxy.loseAnswerTo("COMMIT");
      await countOnce("a");
      expect(await counted()).toBe(1);
      proxy.loseAnswerTo("INSERT INTO written");
      await state.run(ADD, "b");
      expect(await state.get(WRITTEN)).toEqual({ n: 2 });
    });

    test("one that may not be repeated is not, and its caller learns that nobody knows", async () => {
      proxy.loseAnswerTo("UPDATE counter");
      await expect(state.run(MORE)).rejects.toMatchObject({ kind: "down", isOutcomeUnknown: true });
      proxy.loseAnswerTo("COMMIT");
      const work = state.transaction((tx) => tx.run(MORE));
      await expect(work).rejects.toMatchObject({ kind: "down", isOutcomeUnknown: true });
      await expect.poll(counted).toBe(2);
    });

    test("before the commit nothing was done, so that the whole is done again", async () => {
      proxy.loseAnswerTo("UPDATE counter");
      await state.transaction((tx) => tx.run(MORE));
      expect(await counted()).toBe(1);
    });
  });

  test("a server that became read-only still gives what is read, and takes writes when it may again", async () => {
    await database.ask(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    await terminateAll();
    expect(await counted()).toBe(0);
    await expect(state.run(MORE)).rejects.toMatchObject({ kind: "down", trouble: "read_only" });
    expect(state.health()).toBe("read_only");
    expect(await counted()).toBe(0);
    await askServer(`ALTER DATABASE ${database.name} SET default_transaction_read_only = off`);
    await state.run(MORE);
    expect(await counted()).toBe(1);
  });

  test("transactions that block each other are done again, and each once", async () => {
    const other = sql("INSERT INTO counter VALUES (?, 0) ON CONFLICT (id) DO NOTHING");
    await state.run(other, "b");
    const set = sql("UPDATE counter SET n = n + 1 WHERE id = ?");
    const cross = (first: string, second: string) =>
      state.transaction(async (tx) => {
        await tx.run(set, first);
        await sleep(100);
        await tx.run(set, second);
      });
    await Promise.all([cross("all", "b"), cross("b", "all")]);
    expect(await state.all(sql("SELECT n FROM counter ORDER BY id"))).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
