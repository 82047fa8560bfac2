import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { describePrivateState } from "./private-state.contract.ts";
import { createState } from "./state.ts";
import { createTestDatabase, hasPostgres } from "./test-postgres.fixture.ts";

describePrivateState("people, organizations, keys and the audit log in SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-private-"));
  return {
    state: createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describePrivateState("people, organizations, keys and the audit log in PostgreSQL", async () => {
    const database = await createTestDatabase();
    return { state: createState({ dir: "", databaseUrl: database.url, now: Date.now }), remove: database.drop };
  });
});
