import { dayOf } from "../../core/day.ts";
import type { Sealing } from "../../identity/sealing.ts";
import { dueReviews } from "../../rules/obligation-register/due-reviews.ts";
import { accountById } from "../../state/accounts.ts";
import { listRegister } from "../../state/register-entries.ts";
import { reviewsWantedAfter, reviewsWantedIn } from "../../state/reminders.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { queueMail } from "../accounts/queue-mail.ts";

/** So many reminders are read at once. */
const BATCH = 500;

/** What telling of reviews needs. A mail holds counts and a link, nothing that somebody typed. */
export interface ReviewMailOptions {
  readonly state: StateDatabase;
  readonly sealing: Pick<Sealing, "seal">;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
  /** True for an obligation of today's catalog. */
  isKnown(code: string): boolean;
}

/** The organizations of which somebody asked for mails. */
export async function organizationsToRemind({ state }: Pick<ReviewMailOptions, "state">): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (let after = ""; ; ) {
    const batch = await reviewsWantedAfter(state, after, BATCH);
    for (const { org_id } of batch) ids.add(org_id);
    const last = batch.at(-1)?.org_id;
    if (batch.length < BATCH || last === undefined || last === after) return [...ids];
    after = last;
  }
}

/**
 * Puts one mail for each member who wants it on the list, where reviews of the organization are due on this day, or
 * were on a day since `dueSince` on which nobody could be reminded.
 * @returns how many
 */
export async function mailDueReviews(
  tx: StateDatabase,
  { sealing, baseUrl, isKnown }: ReviewMailOptions,
  orgId: string,
  now: number,
  dueSince = now,
): Promise<number> {
  const entries = (await listRegister(tx, orgId)).filter(({ code }) => isKnown(code));
  const due = dueReviews(
    entries.map(({ status, next_review_at: nextReviewAt }) => ({ status, nextReviewAt })),
    dayOf(new Date(now)),
    dayOf(new Date(dueSince)),
  );
  if (due === null) return 0;
  let sent = 0;
  for (const { account_id } of await reviewsWantedIn(tx, orgId)) {
    const account = await accountById(tx, account_id);
    if (account === undefined || account.disabled_at !== null) continue;
    const { email: to, locale } = account;
    const link = `${baseUrl}/${locale}/organizations/${orgId}/obligations?sort=next`;
    await queueMail(tx, sealing, { to, locale, kind: "review_due", link, counts: { ...due } }, now);
    sent += 1;
  }
  return sent;
}
