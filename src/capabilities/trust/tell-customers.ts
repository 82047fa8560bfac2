import { type Day, dayOf } from "../../core/day.ts";
import { isStale } from "../../rules/supplier-questionnaire/validity.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { type CustomerNotice, customerNotices, customersAfter, saveNotice } from "../../state/suppliers.ts";
import { addEvents, type NewEvent } from "../../state/watch.ts";
import { newEvent } from "../watch/new-event.ts";

const BATCH = 500;

type News = "published" | "revised" | "stale" | "withdrawn";

/**
 * Tells every organization that keeps a list of suppliers what became of their profiles, as events, of which the digest
 * tells. Each organization is a transaction of its own, in which the event and the note that it was told stand together:
 * done twice, nothing is told twice.
 */
export async function tellCustomers(state: StateDatabase, now: () => number, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const batch = await customersAfter(state, after, BATCH);
    for (const orgId of batch) {
      signal.throwIfAborted();
      await state.transaction((tx) => tellCustomer(tx, orgId, now()));
      after = orgId;
    }
    if (batch.length < BATCH) return;
  }
}

async function tellCustomer(tx: StateDatabase, orgId: string, at: number): Promise<void> {
  const today = dayOf(new Date(at));
  const events: NewEvent[] = [];
  for (const supplier of await customerNotices(tx, orgId)) {
    const news = newsOf(supplier, today);
    if (news === undefined || !(await saveNotice(tx, orgId, supplier, news.notice))) continue;
    const { country, ico } = supplier;
    const severity = news.kind === "stale" || news.kind === "withdrawn" ? "warning" : "info";
    const subject = { country, ico };
    events.push(newEvent({ orgId, type: `profile.${news.kind}`, severity, at, subject, once: `${news.notice} ${at}` }));
  }
  await addEvents(tx, events);
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
  if (last === shown) return undefined;
  return { kind: last === null || last === "withdrawn" ? "published" : "revised", notice: shown };
}
