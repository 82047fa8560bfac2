import { dropSharedDatabases } from "../src/state/migrated-state.fixture.ts";
import { hasPostgres } from "../src/state/test-postgres.fixture.ts";

/** After the last test: the databases that tests handed on to each other go. */
export async function teardown(): Promise<void> {
  if (hasPostgres) await dropSharedDatabases();
}
