import { randomUUID } from "node:crypto";
import { emailKeyOf } from "../../identity/email-address.ts";
import type { Sealing } from "../../identity/sealing.ts";
import type { Mail } from "../../mail/mail.ts";
import { addJob } from "../../state/job-table.ts";
import { addMail } from "../../state/mails.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Accounts } from "./accounts.ts";

/** A mail to be sent. `link` is an address of ours, or left out for a notice. */
export type NewMail = Pick<Mail, "to" | "locale" | "kind"> &
  Partial<Pick<Mail, "link" | "isReset" | "counts" | "facts" | "stopLink" | "next">>;

/**
 * Puts a mail on the list of those to be sent, sealed, in the transaction of what causes it. A job sends it: no answer
 * waits for a mail server.
 */
export async function queueMail(
  tx: StateDatabase,
  sealing: Pick<Sealing, "seal">,
  { link = null, isReset = false, ...rest }: NewMail,
  now: number,
): Promise<void> {
  const id = randomUUID();
  const mail: Mail = { link, isReset, ...rest };
  await addMail(tx, { id, sealed: sealing.seal(JSON.stringify(mail), "mail"), created_at: now });
  // Due at once, whatever the clocks of the instances say.
  await addJob(tx, { kind: "mail.send", key: id, runAt: 0 }, now);
}

/**
 * Counts a mail that a stranger caused, by a keyed hash of the recipient.
 * @returns false when the recipient has had enough mail today: then none is sent, and nobody learns of it.
 */
export async function mayMail({ allowance, sealing, log }: Accounts, address: string): Promise<boolean> {
  const decision = await allowance.take(["mail_to"], sealing.keyedHash(emailKeyOf(address), "mail_to"));
  if (!decision.allowed) log.warn({ limit: "mail_to" }, "a mail was not sent: its recipient has had enough today");
  return decision.allowed;
}

/**
 * Counts a mail with a link that sets a new password. One an hour is sent to a recipient whatever others asked for, and
 * counts in nothing else; the others count as `mayMail` does.
 */
export async function mayMailReset(accounts: Accounts, address: string): Promise<boolean> {
  const { allowance, sealing } = accounts;
  const hourly = await allowance.take(["reset_mail"], sealing.keyedHash(emailKeyOf(address), "mail_to"));
  return hourly.allowed || mayMail(accounts, address);
}
