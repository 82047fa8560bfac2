import { z } from "zod";
import { lockAccount } from "../../state/accounts.ts";
import { findPasskey, passkeyUsed } from "../../state/passkeys.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { openChallenge, sealChallenge } from "./passkey-challenge.ts";
import { startSession } from "./start-session.ts";

/** What a browser needs to sign in with a passkey. */
export const passkeyChallenge = defineCapability({
  name: "passkey_challenge",
  access: "visitor",
  input: z.strictObject({ locale: localeParameter }),
  web: { limits: [] },
  run: async (_input, { accounts }) => {
    const options = await accounts.passkeys.signInOptions();
    return { options: JSON.stringify(options), challenge: sealChallenge(accounts, options.challenge, null) };
  },
});

/** Signs in with a passkey, which counts as both factors. */
export const passkeySignIn = defineCapability({
  name: "passkey_sign_in",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ credential: z.string(), challenge: z.string(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  run: async ({ credential, challenge: sealed }, { accounts, visitor, change }) => {
    const refused = new Refused([{ code: "passkey_refused" }]);
    const challenge = await openChallenge(accounts, sealed, null);
    const id = accounts.passkeys.idOf(credential);
    const passkey = id === undefined ? undefined : await findPasskey(accounts.state, id);
    if (challenge === undefined || passkey === undefined) throw refused;
    const { account_id: accountId, public_key: publicKey, counter } = passkey;
    const target = { type: "account", id: accountId };
    const result = await accounts.passkeys.signIn(credential, challenge, { id: passkey.id, publicKey, counter });
    const fail = async (reason: string): Promise<never> => {
      if (reason === "counter_went_back") {
        accounts.log.warn({ account: accountId }, "a passkey was refused: its counter went back, so it has a copy");
      }
      const details = { reason: `passkey_${reason}` };
      await change(({ record }) => record({ action: "session.failed", actorId: accountId, target, details }));
      throw refused;
    };
    if (result.kind === "refused") return fail(result.why);
    const started = await change(async ({ tx, record }) => {
      const account = await lockAccount(tx, accountId);
      if (account === undefined || account.disabled_at !== null) return undefined;
      const now = accounts.now();
      // Of two sign-ins with the same answer one is refused.
      if (!(await passkeyUsed(tx, passkey.id, result.counter, now))) return undefined;
      const { token } = await startSession(tx, visitor, { accountId, stage: "full" }, now);
      const details = { method: "passkey", secondFactor: true };
      await record({ action: "session.started", actorId: accountId, target, details });
      return { token };
    });
    return started ?? fail("not_valid");
  },
});
