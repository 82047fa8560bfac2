import type { Sealing } from "../../identity/sealing.ts";
import type { MailKind } from "../../mail/mail.ts";
import { accountById } from "../../state/accounts.ts";
import { listMembers } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { queueMail } from "./queue-mail.ts";

/** What mails need that no person causes. They hold links and counts, never the name of a firm or a text of others. */
export interface MailOptions {
  /** The key of secrets, read at the first mail. */
  sealing(): Pick<Sealing, "seal">;
  /** Public address, without a slash at the end. */
  readonly baseUrl: string;
}

/** What a mail says, and where it leads. */
export interface MailToAccount {
  readonly kind: MailKind;
  /** Below `/{locale}`. */
  readonly path: string;
  readonly counts?: Readonly<Record<string, number>>;
}

/** Puts a mail for an account on the list, in its language; a disabled account gets none. */
export async function mailAccount(
  tx: StateDatabase,
  { sealing, baseUrl }: MailOptions,
  accountId: string,
  { kind, path, counts }: MailToAccount,
  now: number,
): Promise<void> {
  const account = await accountById(tx, accountId);
  if (account === undefined || account.disabled_at !== null) return;
  const { email: to, locale } = account;
  const link = `${baseUrl}/${locale}${path}`;
  await queueMail(tx, sealing(), { to, locale, kind, link, ...(counts === undefined ? {} : { counts }) }, now);
}

/** Puts a mail for each owner and administrator of an organization on the list. */
export async function mailManagers(
  tx: StateDatabase,
  options: MailOptions,
  orgId: string,
  mail: MailToAccount,
  now: number,
): Promise<void> {
  for (const { account_id: accountId, role } of await listMembers(tx, orgId)) {
    if (role === "owner" || role === "admin") await mailAccount(tx, options, accountId, mail, now);
  }
}
