import {
  mailDueReviews,
  organizationsToRemind,
  type ReviewMailOptions,
} from "../capabilities/organizations/review-mails.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { defineReviewJob } from "../jobs/review-job.ts";

/** This instance reminds members, in the morning, of the reviews that are due. */
export function defineReviewReminders(jobs: Jobs, options: ReviewMailOptions): void {
  defineReviewJob(jobs, {
    organizations: () => organizationsToRemind(options),
    remind: async (tx, orgId, now, dueSince) => void (await mailDueReviews(tx, options, orgId, now, dueSince)),
  });
}
