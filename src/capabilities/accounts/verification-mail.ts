import type { Locale } from "../../core/locale.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { addMailToken } from "../../state/mail-tokens.ts";
import type { VisitorChange } from "../contexts.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Sends a link that confirms the address of an account; an older one ends. */
export async function sendVerification(
  { tx, mail }: Pick<VisitorChange, "tx" | "mail">,
  baseUrl: string,
  { accountId, email, locale }: { readonly accountId: string; readonly email: string; readonly locale: Locale },
  now: number,
): Promise<void> {
  const token = newToken();
  const hash = hashToken(token);
  await addMailToken(tx, { hash, accountId, purpose: "verify", email, expiresAt: now + DAY_MS }, now);
  await mail({ to: email, locale, kind: "verify", link: `${baseUrl}/${locale}/verify?token=${token}` });
}
