import { expect, test } from "vitest";
import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";
import { addReviewJob } from "./review-job.ts";

test.each([
  ["in winter", "2026-11-24T12:00:00Z", "2026-11-25T05:00:00.000Z"],
  ["in summer", "2026-07-01T12:00:00Z", "2026-07-02T04:00:00.000Z"],
  ["before six of the same day", "2026-07-01T03:59:00Z", "2026-07-01T04:00:00.000Z"],
  ["just at six", "2026-07-01T04:00:00Z", "2026-07-02T04:00:00.000Z"],
  ["in the night that loses an hour", "2027-03-27T23:00:00Z", "2027-03-28T04:00:00.000Z"],
  ["in the night that wins one", "2026-10-24T22:30:00Z", "2026-10-25T05:00:00.000Z"],
])("members are reminded at six by the clocks of Slovakia and Czechia, %s", async (_case, now, expected) => {
  const runAt: number[] = [];
  const jobs: Pick<Jobs, "add"> = {
    add: async (_tx, job) => {
      runAt.push(job.runAt);
      return true;
    },
  };
  await addReviewJob(jobs, {} as StateDatabase, Date.parse(now));
  expect(runAt.map((at) => new Date(at).toISOString())).toEqual([expected]);
});
