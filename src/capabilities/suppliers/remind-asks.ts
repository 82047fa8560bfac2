import { dayOf } from "../../core/day.ts";
import { formatDay } from "../../core/text.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { lockOrganization } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { askReminded, countAsksSince, type DueAsk, dueAsks } from "../../state/supplier-asks.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { queueMail } from "../accounts/queue-mail.ts";
import { chargeOrganization } from "../calling/charge.ts";
import { Refused } from "../calling/refusal.ts";
import type { Services } from "../contexts.ts";
import { askMail } from "./ask-mail.ts";
import { supplierName } from "./listed-supplier.ts";
import { askStopOf, askTokenOf } from "./send-ask.ts";
import { MOST_ASKS_A_DAY } from "./supplier-ask.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

const DAY_MS = 86_400_000;

/** A request is reminded of once, so long after it was sent. */
const REMIND_AFTER_MS = 14 * DAY_MS;

const BATCH = 200;

/** What reminders need. */
export interface RemindOptions extends Pick<Accounts, "sealing"> {
  readonly state: StateDatabase;
  readonly services: Services;
}

/**
 * Sends the one reminder of each request whose asker wanted one, where nothing came of it for 14 days. Mail and note stand
 * in one transaction, so that done twice nobody is reminded twice; what would be more than a day allows waits.
 */
export async function remindAsks(options: RemindOptions, now: () => number, signal: AbortSignal): Promise<void> {
  for (let after = ""; ; ) {
    const at = now();
    const due = await dueAsks(options.state, after, { sentBefore: at - REMIND_AFTER_MS, now: at, limit: BATCH });
    for (const ask of due) {
      signal.throwIfAborted();
      await remind(ask, options, at);
      after = ask.id;
    }
    if (due.length < BATCH) return;
  }
}

async function remind(ask: DueAsk, { state, services, sealing }: RemindOptions, at: number): Promise<void> {
  const { org_id: orgId, id, country, ico, email_key: to, locale } = ask;
  const { name } = await lookUpSupplier({ country, ico }, services, locale);
  const { token, tokenHash } = askTokenOf(id, { sealing });
  try {
    await state.transaction(async (tx) => {
      const organization = await lockOrganization(tx, orgId);
      if (organization === undefined || (await countAsksSince(tx, orgId, at - DAY_MS)) >= MOST_ASKS_A_DAY) return;
      if (!(await askReminded({ db: tx, orgId }, id, tokenHash, at))) return;
      await chargeOrganization({ tx, at, isOperator: false }, orgId)("mail_out");
      const stop = askStopOf(orgId, to, { sealing });
      const request = { organization, supplier: { country, ico, name }, by: ask.by_email, token, stop };
      const mail = askMail({ ...request, baseUrl: services.baseUrl }, locale);
      const facts = { ...mail.facts, day: formatDay(dayOf(new Date(ask.at)), locale) };
      await queueMail(tx, sealing, { ...mail, to, kind: "supplier_remind", facts }, at);
      const target = { type: "supplier", id: supplierName(ask) };
      const event = {
        action: "supplier.reminded",
        actorId: null,
        orgId,
        target,
        via: "system",
        ipPrefix: null,
      } as const;
      await appendAudit(tx, event, at);
    });
  } catch (thrown) {
    // Today's budget of mails is used up: another night will do.
    if (!(thrown instanceof Refused)) throw thrown;
  }
}
