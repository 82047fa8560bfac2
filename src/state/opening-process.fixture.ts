import type { Migration } from "./migrations/migration.ts";
import { createState } from "./state.ts";

/**
 * A process of its own that opens the state once and prints the versions that it made. Its only word is JSON:
 * `{ dir, databaseUrl, migrations }`.
 */
const { dir, databaseUrl, migrations } = JSON.parse(process.argv[2] ?? "{}") as {
  dir: string;
  databaseUrl?: string;
  migrations?: Migration[];
};
const state = createState({
  dir,
  databaseUrl,
  now: Date.now,
  ...(migrations === undefined ? {} : { migrations }),
});
const done = await state.open();
process.stdout.write(JSON.stringify(done.map(({ version }) => version)));
await state.close();
