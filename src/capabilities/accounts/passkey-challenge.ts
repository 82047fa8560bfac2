import { z } from "zod";
import { hashToken } from "../../identity/token.ts";
import type { Accounts } from "./accounts.ts";

/** So long a browser may take to answer a challenge, in milliseconds. */
const CHALLENGE_MS = 10 * 60_000;

const sealedChallenge = z.strictObject({
  challenge: z.string(),
  /** Who may answer it; `null`: whoever signs in. */
  accountId: z.string().nullable(),
  expiresAt: z.number(),
});

/** Seals a challenge into the form: nothing is stored for people who only look at the page. */
export function sealChallenge(
  { sealing, now }: Pick<Accounts, "sealing" | "now">,
  challenge: string,
  accountId: string | null,
): string {
  const content = { challenge, accountId, expiresAt: now() + CHALLENGE_MS };
  return sealing.seal(JSON.stringify(content), "passkey");
}

/**
 * The challenge of a form that came back, once: an answer that somebody copied does not work again.
 * @returns `undefined` for one that is too old, of somebody else, or was answered
 */
export async function openChallenge(
  { sealing, now, limiter }: Pick<Accounts, "sealing" | "now" | "limiter">,
  sealed: string,
  accountId: string | null,
): Promise<string | undefined> {
  const opened = sealing.open(sealed, "passkey");
  const content = opened === undefined ? undefined : sealedChallenge.safeParse(JSON.parse(opened)).data;
  if (content === undefined || content.accountId !== accountId || now() >= content.expiresAt) return undefined;
  const decision = await limiter.take(["passkey_challenge"], hashToken(content.challenge));
  return decision.allowed ? content.challenge : undefined;
}
