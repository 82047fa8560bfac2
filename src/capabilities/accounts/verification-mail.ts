import type { Locale } from "../../core/locale.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { addMailToken } from "../../state/mail-tokens.ts";
import type { VisitorChange } from "../contexts.ts";

const DAY_MS = 24 * 60 * 60_000;

/** An account whose address is to be confirmed. */
interface Unconfirmed {
  readonly accountId: string;
  readonly email: string;
  readonly locale: Locale;
  /** Where its person wanted to go: an address within this site. */
  readonly next: string | undefined;
}

/** Sends a link that confirms the address of an account, and then leads to `next`; an older one ends. @returns the link */
export async function sendVerification(
  { tx, mail }: Pick<VisitorChange, "tx" | "mail">,
  baseUrl: string,
  { accountId, email, locale, next }: Unconfirmed,
  now: number,
): Promise<string> {
  const token = newToken();
  const hash = hashToken(token);
  await addMailToken(tx, { hash, accountId, purpose: "verify", email, next, expiresAt: now + DAY_MS }, now);
  const link = `${baseUrl}/${locale}/verify?token=${token}`;
  await mail({ to: email, locale, kind: "verify", link });
  return link;
}
