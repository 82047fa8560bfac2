import { dayOf } from "../../core/day.ts";
import { spend } from "../../state/spent.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { newlyWaiting } from "../../state/trust-requests.ts";
import { type MailOptions, mailManagers } from "../accounts/mail-account.ts";

const DAY_MS = 86_400_000;

const BATCH = 500;

/**
 * Says to owners and administrators how many requests for answers of their profile wait, once on a day on which one came.
 * The mail and the note that it was sent stand in one transaction.
 */
export async function tellOfRequests(
  { state, ...options }: MailOptions & { readonly state: StateDatabase },
  now: () => number,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ""; ; ) {
    const at = now();
    const waiting = await newlyWaiting(state, after, at - DAY_MS, BATCH);
    for (const { org_id: orgId, n } of waiting) {
      signal.throwIfAborted();
      await state.transaction(async (tx) => {
        const secret = `access_waiting ${orgId} ${dayOf(new Date(at))}`;
        if (!(await spend(tx, { secret, until: at + 2 * DAY_MS, from: at }))) return;
        const path = `/organizations/${orgId}/trust-profile/requests`;
        await mailManagers(tx, options, orgId, { kind: "access_waiting", path, counts: { n: Number(n) } }, at);
      });
      after = orgId;
    }
    if (waiting.length < BATCH) return;
  }
}
