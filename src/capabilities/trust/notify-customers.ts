import { type Day, dayOf } from "../../core/day.ts";
import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { type CustomerNotice, customerNotices, customersAfter, saveNotice } from "../../state/suppliers.ts";
import { type MailOptions, mailManagers } from "../accounts/mail-account.ts";

/** What telling customers needs. */
interface NoticeOptions extends MailOptions {
  readonly state: StateDatabase;
}

const BATCH = 500;

type News = "revised" | "stale" | "withdrawn";

/**
 * Notifies every organization that keeps a list of suppliers what became of their profiles: new revisions, profiles that
 * are out of date, withdrawn ones; one mail with counts. Each organization is a transaction of its own, in which the
 * mail and the note that it was sent stand together: done twice, nobody is notified twice.
 */
export async function notifyCustomers(options: NoticeOptions, now: () => number, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const batch = await customersAfter(options.state, after, BATCH);
    for (const orgId of batch) {
      signal.throwIfAborted();
      await options.state.transaction((tx) => notifyCustomer(tx, options, orgId, now()));
      after = orgId;
    }
    if (batch.length < BATCH) return;
  }
}

async function notifyCustomer(tx: StateDatabase, options: MailOptions, orgId: string, now: number): Promise<void> {
  const today = dayOf(new Date(now));
  const counts: Record<News, number> = { revised: 0, stale: 0, withdrawn: 0 };
  for (const supplier of await customerNotices(tx, orgId)) {
    const news = newsOf(supplier, today);
    if (news === undefined || !(await saveNotice(tx, orgId, supplier, news.notice))) continue;
    counts[news.kind] += 1;
  }
  if (Object.values(counts).every((count) => count === 0)) return;
  await mailManagers(
    tx,
    options,
    orgId,
    { kind: "supplier_news", path: `/organizations/${orgId}/suppliers`, counts },
    now,
  );
}

/** What is new of a supplier since the last notice, and the notice that is remembered. */
function newsOf(
  { last_notice: last, revision, valid_until: until }: CustomerNotice,
  today: Day,
): { readonly kind: News; readonly notice: string } | undefined {
  if (revision === null || until === null) {
    return last === null || last === "withdrawn" ? undefined : { kind: "withdrawn", notice: "withdrawn" };
  }
  const shown = String(revision);
  if (isStale(until, today)) return last === `${shown}/stale` ? undefined : { kind: "stale", notice: `${shown}/stale` };
  return last === shown ? undefined : { kind: "revised", notice: shown };
}
