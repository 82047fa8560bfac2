import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeJobs } from "../../src/jobs/worker.contract.ts";
import { sql } from "../../src/state/sql.ts";
import { describeState } from "../../src/state/state.contract.ts";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { hasPgBouncer, startPgBouncer } from "./pgbouncer.fixture.ts";

const PID = sql("SELECT pg_backend_pid() AS pid");
const SETTING = sql("SELECT current_setting('search_path') AS path");

describe.skipIf(!hasPostgres || !hasPgBouncer)(
  "behind PgBouncer in transaction mode, with a PostgreSQL server at 127.0.0.1:5432",
  () => {
    let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
    beforeAll(async () => {
      bouncer = await startPgBouncer(5432);
    });
    afterAll(() => bouncer.stop());

    const behind = (name: string) => `postgres://postgres@127.0.0.1:${bouncer.port}/${name}?pgbouncer=1`;

    describeState("the state", async () => {
      const database = await createTestDatabase();
      return {
        open: (migrations) => createState({ dir: "", databaseUrl: behind(database.name), now: Date.now, migrations }),
        remove: database.drop,
      };
    });

    describeJobs("the jobs", async () => {
      const database = await createTestDatabase();
      return {
        open: () => createState({ dir: "", databaseUrl: behind(database.name), now: Date.now }),
        remove: database.drop,
      };
    });

    test("more callers than it has connections share them, and none sees settings or statements of another", async () => {
      const database = await createTestDatabase();
      const states = [1, 2, 3].map(() =>
        createState({ dir: "", databaseUrl: behind(database.name), now: Date.now, pool: 10 }),
      );
      await Promise.all(states.map((state) => state.open()));
      const asked = Array.from({ length: 300 }, (_, n) => states[n % 3]?.get<{ pid: number }>(PID));
      const pids = new Set((await Promise.all(asked)).map((row) => row?.pid));
      expect(pids.size).toBeGreaterThan(1);
      expect(pids.size).toBeLessThanOrEqual(4);
      const paths = await Promise.all(asked.map((_, n) => states[n % 3]?.get(SETTING)));
      expect(new Set(paths.map((row) => JSON.stringify(row)))).toEqual(new Set(['{"path":"dosah"}']));
      await Promise.all(states.map((state) => state.close()));
      await database.drop();
    });
  },
);

test.skipIf(hasPgBouncer)("the state behind PgBouncer is not examined: it is not installed", () => {});
