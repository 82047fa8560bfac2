import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { lockAccount } from "../../state/accounts.ts";
import { isSessionOpen } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { sessionNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { countAttempt } from "./attempts.ts";
import { startSession } from "./start-session.ts";
import { acceptCode } from "./use-code.ts";

/** The second step of a sign-in: a code of the app, or a backup code. The session gets a new token. */
export const secondFactor = defineCapability({
  name: "second_factor",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ code: z.string(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  run: async ({ code }, { accounts, visitor, change }) => {
    const { principal } = visitor;
    if (principal.kind !== "challenged") throw new ServiceError(sessionNeeded);
    const { accountId: id, session } = principal;
    const { limiter, sealing } = accounts;
    const ofChallenge = await limiter.take(["second_factor_challenge"], session.hash);
    // A challenge with five wrong codes takes no more; it is over within minutes.
    if (!ofChallenge.allowed) {
      const wait = Math.max(1, Math.ceil((session.expiresAt - accounts.now()) / 1000));
      throw new Refused([{ code: "too_many_attempts" }], wait);
    }
    const counted = sealing.keyedHash(id, "second_factor");
    await countAttempt(accounts, "second_factor", counted);
    const target = { type: "account", id };
    const started = await change(async ({ tx, record }) => {
      // A reset, an operator or another code may have ended the challenge since this request began.
      const account = await lockAccount(tx, id);
      if (account === undefined || !(await isSessionOpen(tx, session.hash, accounts.now()))) {
        throw new ServiceError(sessionNeeded);
      }
      const used = await acceptCode(tx, accounts, id, code);
      if (used === undefined) {
        await record({ action: "session.failed", actorId: id, target, details: { reason: "code" } });
        return undefined;
      }
      const { token } = await startSession(tx, visitor, { accountId: id, stage: "full" }, accounts.now());
      await record({ action: "two_factor.code_used", actorId: id, target, details: { kind: used } });
      // Who has no password came from the identity provider.
      const details = { method: account.password_hash === null ? "oidc" : "password", secondFactor: true };
      await record({ action: "session.started", actorId: id, target, details });
      return { token };
    });
    if (started === undefined) throw new Refused([{ code: "code_wrong", field: "code" }]);
    await limiter.giveBack(["second_factor"], counted);
    return started;
  },
});
