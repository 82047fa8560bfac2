import { createState, type State } from "../../src/state/state.ts";
import type { StateDatabase } from "../../src/state/state-database.ts";
import { night, publishOn } from "../../src/wiring/trust-nights.fixture.ts";

/**
 * A process that publishes a revision, or does the nightly job, and kills itself (SIGKILL) right after one of the
 * changes that it makes: `{ dir, databaseUrl, orgId, act, day, after }` as JSON. `after` counts its writes from 1.
 */
const { dir, databaseUrl, orgId, act, day, after } = JSON.parse(process.argv[2] ?? "{}");
const state = createState({ dir, databaseUrl, pool: 2, now: Date.now });
await state.open();

let writes = 0;
/** The same database; after the write that is meant, the process is gone. */
function dying<T extends StateDatabase>(database: T): T {
  return {
    ...database,
    run: async (...statement: Parameters<StateDatabase["run"]>) => {
      const changed = await database.run(...statement);
      if (++writes === after) process.kill(process.pid, "SIGKILL");
      return changed;
    },
    transaction: (work: (tx: StateDatabase) => Promise<unknown>) => database.transaction((tx) => work(dying(tx))),
  };
}

const doomed: State = dying(state);
if (act === "night") await night(doomed, day);
else await publishOn(doomed, orgId, day);
process.stdout.write(`done after ${writes} writes\n`);
await state.close();
