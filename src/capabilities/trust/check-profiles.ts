import { daysBetween } from "../../core/calendar.ts";
import { dayOf } from "../../core/day.ts";
import { isIdentityGone, isStale, isTooOld, warningDue } from "../../rules/supplier-questionnaire/validity.ts";
import { appendAudit } from "../../state/audit-log.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import {
  lockPublishedTrust,
  noteTrustWarning,
  publishedAfter,
  type ShownProfile,
  type WithdrawnReason,
  withdrawTrustProfile,
} from "../../state/trust-profiles.ts";
import { type MailOptions, mailManagers } from "../accounts/mail-account.ts";
import { editorOf, type IdentityOptions, settleIdentity } from "./identity-change.ts";

const BATCH = 500;

/** What the nightly check of published profiles needs. */
export interface ProfileJobOptions extends IdentityOptions {
  readonly state: StateDatabase;
}

/**
 * Checks every published profile: is its identity still proved, is it still young enough, is a warning due? Each
 * profile is a transaction of its own, in which its mails and the note that they were sent stand together: done twice,
 * or broken off and begun again, nobody is notified twice.
 */
export async function checkProfiles(options: ProfileJobOptions, now: () => number, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const batch = await publishedAfter(options.state, after, BATCH);
    for (const orgId of batch) {
      signal.throwIfAborted();
      await options.state.transaction((tx) => checkProfile(tx, options, orgId, now()));
      after = orgId;
    }
    if (batch.length < BATCH) return;
  }
}

async function checkProfile(tx: StateDatabase, options: IdentityOptions, orgId: string, now: number): Promise<void> {
  const profile = await lockPublishedTrust(tx, orgId);
  if (profile === undefined) return;
  const lostAt = await settleIdentity(tx, orgId, options, now);
  const [revised, today] = [dayOf(new Date(profile.revised_at)), dayOf(new Date(now))];
  if (lostAt !== null && isIdentityGone(lostAt, now)) return withdraw(tx, options, profile, "identity_lost", now);
  if (isTooOld(revised, today)) return withdraw(tx, options, profile, "too_old", now);
  await warn(tx, options, profile, revised, now);
}

async function withdraw(
  tx: StateDatabase,
  options: MailOptions,
  profile: ShownProfile,
  reason: Extract<WithdrawnReason, "identity_lost" | "too_old">,
  now: number,
): Promise<void> {
  const { org_id: orgId, id, published_revision: revision } = profile;
  if (!(await withdrawTrustProfile({ db: tx, orgId }, reason, now))) return;
  const event = { actorId: null, orgId, target: { type: "profile", id }, via: "system", ipPrefix: null } as const;
  await appendAudit(tx, { ...event, action: "trust.withdrawn", details: { revision: revision ?? 0, by: reason } }, now);
  await mailManagers(tx, options, orgId, { kind: "profile_withdrawn", path: editorOf(orgId) }, now);
}

/** Warns of the end of validity: 30 and 7 days before, and on the day. */
async function warn(
  tx: StateDatabase,
  options: MailOptions,
  { org_id: orgId, valid_until: until, last_warning: last }: ShownProfile,
  revised: string,
  now: number,
): Promise<void> {
  const today = dayOf(new Date(now));
  const due = warningDue(revised, until, today);
  const mark = `${until}/${due}`;
  if (due === undefined || last === mark) return;
  await noteTrustWarning(tx, orgId, mark);
  const path = editorOf(orgId);
  if (isStale(until, today)) return mailManagers(tx, options, orgId, { kind: "profile_stale", path }, now);
  const counts = { days: daysBetween(today, until) };
  const kind = counts.days === 0 ? "profile_ends" : "profile_expiring";
  await mailManagers(tx, options, orgId, { kind, path, counts }, now);
}
