import { rmSync } from "node:fs";
import { dropSharedDatabases } from "../src/state/migrated-state.fixture.ts";
import { hasPostgres } from "../src/state/test-postgres.fixture.ts";

/** After the last test: the databases and files that tests handed on to each other go. */
export async function teardown(): Promise<void> {
  if (hasPostgres) await dropSharedDatabases();
  const shared = process.env.TEST_SHARED;
  if (shared !== undefined) rmSync(shared, { recursive: true, force: true });
}
