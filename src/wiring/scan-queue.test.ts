import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { createState } from "../state/state.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { describeFairUse } from "./scan-fair-use.contract.ts";
import { describeScanLanes } from "./scan-lanes.contract.ts";
import { describeScanQueue } from "./scan-queue.contract.ts";
import type { CreateQueueState } from "./scan-queue.fixture.ts";
import { describeScheduledScans } from "./scheduled-scans.contract.ts";

function describeAll(where: string, create: CreateQueueState): void {
  describeScanQueue(`the queue of scans in ${where}`, create);
  describeScanLanes(`the places of scans in ${where}`, create);
  describeFairUse(`fair use of scans in ${where}`, create);
  describeScheduledScans(`what comes every night for scans in ${where}`, create);
}

describeAll("SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-scans-"));
  return {
    open: () => createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeAll("PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      open: () => createState({ dir: "", databaseUrl: database.url, pool: 4, now: Date.now }),
      remove: database.drop,
    };
  });
});
