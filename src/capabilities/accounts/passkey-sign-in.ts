import { z } from "zod";
import { lockAccount } from "../../state/accounts.ts";
import { findPasskey, usePasskey } from "../../state/passkeys.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { askForPasskey, judgePasskey } from "./passkey-challenge.ts";
import { startSession } from "./start-session.ts";

/** What a browser needs to sign in with a passkey. */
export const passkeyChallenge = defineCapability({
  name: "passkey_challenge",
  access: "visitor",
  input: z.strictObject({ locale: localeParameter }),
  run: (_input, { accounts }) => askForPasskey(accounts, null),
});

/** Signs in with a passkey, which counts as both factors. */
export const passkeySignIn = defineCapability({
  name: "passkey_sign_in",
  access: "visitor",
  effect: "write",
  startsSession: true,
  input: z.strictObject({ credential: z.string(), challenge: z.string(), locale: localeParameter }),
  run: async ({ credential, challenge }, { accounts, visitor, change }) => {
    const wrong = { judged: "wrong", refusal: new Refused([{ code: "passkey_refused" }]) } as const;
    const find = (id: string) => findPasskey(accounts.state, id);
    return accounts.limiter.attempt(["sign_in_address"], [visitor.address], async () => {
      const judged = await judgePasskey(accounts, { credential, challenge }, null, find);
      if (judged === undefined) return wrong;
      const accountId = judged.passkey.account_id;
      const fail = async (reason: string): Promise<typeof wrong> => {
        const [target, details] = [{ type: "account", id: accountId }, { reason: `passkey_${reason}` }];
        await change(({ record }) => record({ action: "session.failed", actorId: accountId, target, details }));
        return wrong;
      };
      if ("refused" in judged) return fail(judged.refused);
      const started = await change(async (step) => {
        const account = await lockAccount(step.tx, accountId);
        if (account === undefined || account.disabled_at !== null) return undefined;
        if (!(await usePasskey(step.tx, judged, accounts.now()))) return undefined;
        return startSession(step, visitor, accounts, { account, method: "passkey", assurance: "two" });
      });
      return started === undefined ? fail("not_valid") : { judged: "right", value: started };
    });
  },
});
