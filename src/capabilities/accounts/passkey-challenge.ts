import { z } from "zod";
import type { PasskeyRefusal } from "../../identity/passkey.ts";
import type { Passkey, RightPasskey } from "../../state/passkeys.ts";
import type { Once } from "../../state/spent.ts";
import type { Accounts } from "./accounts.ts";

/** So long a browser may take to answer a challenge, in milliseconds. */
const CHALLENGE_MS = 10 * 60_000;

const sealedChallenge = z.strictObject({
  challenge: z.string(),
  /** Who may answer it; `null`: whoever signs in. */
  accountId: z.string().nullable(),
  expiresAt: z.number(),
});

/** What a form needs to ask a browser for a passkey: the options for the browser, as JSON, and the sealed challenge. */
export interface PasskeyQuestion {
  readonly options: string;
  readonly challenge: string;
}

/** What a form brings back: the answer of the browser, as JSON, and the sealed challenge. */
export interface PasskeyAnswer {
  readonly credential: string;
  readonly challenge: string;
}

/** Asks for a passkey. @param accountId whose; `null`: whoever signs in */
export function askForPasskey(
  accounts: Pick<Accounts, "sealing" | "now" | "passkeys">,
  accountId: string | null,
): PasskeyQuestion {
  const options = accounts.passkeys.signInOptions();
  return { options: JSON.stringify(options), challenge: sealChallenge(accounts, options.challenge, accountId) };
}

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
 * The challenge of a form that came back. What it allows must spend it: an answer that was copied does not work again.
 * @returns `undefined` for one that is too old or of somebody else
 */
export function openChallenge(
  { sealing, now }: Pick<Accounts, "sealing" | "now">,
  sealed: string,
  accountId: string | null,
): Once | undefined {
  const opened = sealing.open(sealed, "passkey");
  const content = opened === undefined ? undefined : sealedChallenge.safeParse(JSON.parse(opened)).data;
  if (content === undefined || content.accountId !== accountId || now() >= content.expiresAt) return undefined;
  return { secret: content.challenge, until: content.expiresAt, from: content.expiresAt - CHALLENGE_MS };
}

/** Judges the answer of a passkey, outside of any transaction. `undefined`: it is of no passkey that `find` knows. */
export async function judgePasskey(
  accounts: Pick<Accounts, "sealing" | "now" | "passkeys" | "log">,
  { credential, challenge }: PasskeyAnswer,
  accountId: string | null,
  find: (id: string) => Promise<Passkey | undefined>,
): Promise<RightPasskey | { readonly passkey: Passkey; readonly refused: PasskeyRefusal } | undefined> {
  const once = openChallenge(accounts, challenge, accountId);
  const id = accounts.passkeys.idOf(credential);
  const passkey = id === undefined ? undefined : await find(id);
  if (once === undefined || passkey === undefined) return undefined;
  const stored = { id: passkey.id, publicKey: passkey.public_key, counter: passkey.counter };
  const result = await accounts.passkeys.signIn(credential, once.secret, stored);
  if (result.kind === "accepted") return { passkey, counter: result.counter, once };
  if (result.why === "counter_went_back") {
    const { account_id: account } = passkey;
    accounts.log.warn({ account }, "a passkey was refused: its counter went back, so it has a copy");
  }
  return { passkey, refused: result.why };
}
