import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createState } from "../state/state.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { describeJobs } from "./worker.contract.ts";
import { createJobClock } from "./worker.ts";

describeJobs("jobs in SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-jobs-"));
  return {
    open: () => createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeJobs("jobs in PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      open: () => createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }),
      remove: database.drop,
    };
  });
});

test("an instance whose clock is wrong goes by the clock of the database, which it asks once a minute", async () => {
  let asked = 0;
  let own = 0;
  const shared = { at: 3_600_000 };
  const clock = createJobClock(
    async () => {
      asked++;
      return shared.at;
    },
    () => own,
  );
  await clock.adjust();
  expect(clock.now()).toBe(3_600_000);
  own += 59_000;
  await clock.adjust();
  expect([clock.now(), asked]).toEqual([3_659_000, 1]);
  own += 2_000;
  shared.at = 3_600_000;
  await clock.adjust();
  expect([clock.now(), asked]).toEqual([3_600_000, 2]);
});
