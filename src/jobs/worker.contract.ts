import { describe } from "vitest";
import { describeFailedJobs } from "./failed-jobs.contract.ts";
import type { CreateJobDatabase } from "./job-instances.fixture.ts";
import { describeLeases } from "./job-leases.contract.ts";
import { describeJobList } from "./job-list.contract.ts";

/** What jobs must do on both databases. */
export function describeJobs(name: string, create: CreateJobDatabase): void {
  describe(name, () => {
    describeJobList(create);
    describeLeases(create);
    describeFailedJobs(create);
  });
}
