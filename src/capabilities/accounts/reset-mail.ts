import { emailKeyOf } from "../../identity/email-address.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import type { Mail } from "../../mail/mail.ts";
import { accountByEmail } from "../../state/accounts.ts";
import { addMailToken } from "../../state/mail-tokens.ts";
import type { Accounts } from "./accounts.ts";

const HOUR_MS = 60 * 60_000;

/**
 * Makes the mail with the link that sets a new password, at the moment of sending. Whoever asked for it was answered
 * before anybody looked whether the address has an account, so neither the answer nor its time tells.
 * @returns `undefined` where there is no such account, or it is disabled: then nothing is sent.
 */
export async function resetMailFor(
  { state, now }: Pick<Accounts, "state" | "now">,
  { to, locale, next }: Mail,
  baseUrl: string,
): Promise<Mail | undefined> {
  const account = await accountByEmail(state, emailKeyOf(to));
  if (account === undefined || account.disabled_at !== null) return undefined;
  const token = newToken();
  const { id: accountId, email } = account;
  const [hash, at] = [hashToken(token), now()];
  await state.transaction((tx) =>
    addMailToken(tx, { hash, accountId, purpose: "reset", email, next, expiresAt: at + HOUR_MS }, at),
  );
  // To the address as the account has it, not as somebody typed it.
  return { to: email, locale, kind: "reset", link: `${baseUrl}/${locale}/reset?token=${token}`, isReset: false };
}
