import { writeSync } from "node:fs";
import { createJobs } from "../../src/jobs/worker.ts";
import { sql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { ADD_ENTRY, ADD_ROW, LAYOUT } from "./layout.ts";

/** One process of the bench: `{ dir, databaseUrl, does, name }` as JSON. It prints one line for each thing done. */
const { dir, databaseUrl, does, name } = JSON.parse(process.argv[2] ?? "{}");
const state = createState({ dir, databaseUrl, pool: 4, now: Date.now, migrations: LAYOUT });
const say = (line: string) => writeSync(1, `${line}\n`);
for (const { version } of await state.open()) say(`migrated ${version}`);

if (does === "write") {
  for (let n = 0; ; n++) {
    const id = `${name}/${n}`;
    await state.transaction(async (tx) => {
      await tx.run(ADD_ROW, id);
      await tx.run(ADD_ENTRY, id);
    });
    say(id);
  }
}

if (does === "jobs") {
  const jobs = createJobs({
    state,
    now: Date.now,
    random: Math.random,
    instance: name,
    pollMs: 20,
    firstMs: 0,
    onEvent: ({ kind }) => say(`event ${kind}`),
  });
  jobs.define(
    "feed.source",
    async (_payload, _signal, run) => {
      await run.complete(async (tx) => void (await tx.run(ADD_ENTRY, run.key)));
      say(run.key);
    },
    { leaseMs: 60_000, retries: 3, backoffMs: 1_000 },
  );
  jobs.start();
  const left = sql("SELECT count(*) AS n FROM job");
  while ((await state.get<{ n: number }>(left))?.n !== 0) await new Promise((resolve) => setTimeout(resolve, 100));
  await jobs.stop(5_000);
}
await state.close();
