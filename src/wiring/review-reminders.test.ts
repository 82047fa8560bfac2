import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { createState } from "../state/state.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { describeReviewReminders } from "./review-reminders.contract.ts";

describeReviewReminders("reminders of reviews in SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-reminders-"));
  return {
    open: () => createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeReviewReminders("reminders of reviews in PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      open: () => createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }),
      remove: database.drop,
    };
  });
});
