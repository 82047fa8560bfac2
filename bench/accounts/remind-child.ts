import { writeSync } from "node:fs";
import { addReviewJob } from "../../src/jobs/review-job.ts";
import { createJobs } from "../../src/jobs/worker.ts";
import { createState } from "../../src/state/state.ts";
import { defineReviewReminders } from "../../src/wiring/review-reminders.ts";

/**
 * One process that reminds members of reviews, and prints a line for each mail before its transaction ends:
 * `{ dir, databaseUrl, at, stopAt }` as JSON. `at` is its clock when it starts, in milliseconds since 1970; at the mail
 * with the number `stopAt` it stands still, in the middle of its transaction. It goes on until it is killed.
 */
const { dir, databaseUrl, at, stopAt } = JSON.parse(process.argv[2] ?? "{}");
const begun = Date.now();
const now = () => at + Date.now() - begun;
const state = createState({ dir, databaseUrl, pool: 4, now });
await state.open();
const jobs = createJobs({
  state: { ...state, now: async () => now() },
  now,
  random: Math.random,
  instance: "child",
  onEvent: (event) => process.stderr.write(`${JSON.stringify(event)}\n`),
  pollMs: 20,
  firstMs: 0,
});
let mails = 0;
const sealing = {
  seal: (text: string) => {
    writeSync(1, "mail\n");
    mails += 1;
    if (mails === stopAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return text;
  },
};
defineReviewReminders(jobs, { state, sealing, baseUrl: "https://dosah.sk", isKnown: () => true });
await addReviewJob(jobs, state, now());
jobs.start();
setInterval(() => undefined, 60_000);
