import { noteDraftWarned, untouchedDrafts } from "../../state/assessments.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { type MailOptions, mailAccount, mailManagers } from "../accounts/mail-account.ts";

const DAY_MS = 86_400_000;

/** A draft that nobody touched for so long has a mail; a month later it goes (`0007-assessment.ts`). */
const UNTOUCHED_MS = 335 * DAY_MS;

const BATCH = 500;

/**
 * Warns of drafts of questionnaires that go in a month: who began one, and who manages the organization. The mails and the
 * note stand together, so that done twice nobody is warned twice.
 */
export async function warnOfOldDrafts(state: StateDatabase, options: MailOptions, now: number): Promise<void> {
  for (;;) {
    const drafts = await untouchedDrafts(state, now - UNTOUCHED_MS, BATCH);
    for (const { org_id: orgId, id, created_by: by, is_member: isMember } of drafts) {
      await state.transaction(async (tx) => {
        if (!(await noteDraftWarned(tx, orgId, id, { now, before: now - UNTOUCHED_MS }))) return;
        const mail = { kind: "draft_ends", path: `/organizations/${orgId}/questionnaires/${id}` } as const;
        await mailManagers(tx, options, orgId, mail, now);
        // Who manages it has one already.
        if (isMember === 1) await mailAccount(tx, options, by, mail, now);
      });
    }
    if (drafts.length < BATCH) return;
  }
}
