import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { localeParameter } from "../calling/parameters.ts";
import { sessionNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { countAttempt } from "./attempts.ts";
import { askForPasskey, judgePasskey } from "./passkey-challenge.ts";
import { LONGEST_SESSION_MS } from "./start-session.ts";
import { acceptCode } from "./use-code.ts";

/** What a person can answer the challenge with. */
export const secondFactorWays = defineCapability({
  name: "second_factor_ways",
  access: "person",
  needsSession: true,
  openTo: ["challenged"],
  input: z.strictObject({ locale: localeParameter }),
  run: (_input, { person: { accountId, session }, accounts }) => ({
    hasCode: session?.hasApp === true,
    passkey: session?.hasPasskey === true ? askForPasskey(accounts, accountId) : null,
  }),
});

/** The second step of a sign-in: a code of the app, a backup code or a passkey. The session gets a new token. */
export const secondFactor = defineCapability({
  name: "second_factor",
  access: "person",
  needsSession: true,
  openTo: ["challenged"],
  effect: "write",
  input: z.strictObject({
    code: z.string(),
    credential: z.string().describe("The answer of a passkey, as JSON; empty: it is a code."),
    challenge: z.string(),
    locale: localeParameter,
  }),
  web: { limits: ["sign_in_address"] },
  run: async ({ code, credential, challenge }, { person, accounts, store, write }) => {
    const { accountId: id, session } = person;
    if (session === undefined) throw new ServiceError(sessionNeeded);
    // Counted in the state before it is judged, so on every instance; a challenge with five answers takes no more.
    if (!(await store.own.countTry(session.hash))) {
      const wait = Math.max(1, Math.ceil((session.expiresAt - accounts.now()) / 1000));
      throw new Refused([{ code: "too_many_attempts" }], wait);
    }
    const counted = accounts.sealing.keyedHash(id, "second_factor");
    await countAttempt(accounts, "second_factor", counted);
    const isPasskey = credential !== "";
    const judged = isPasskey
      ? await judgePasskey(accounts, { credential, challenge }, id, store.own.passkey)
      : undefined;
    const token = newToken();
    const isRight = await write(async ({ store: { own }, record, ipPrefix }) => {
      const [target, at] = [{ type: "account", id } as const, accounts.now()];
      const account = await own.lock();
      const used = isPasskey
        ? judged !== undefined && "once" in judged && (await own.usePasskey(judged, at)) && "passkey"
        : await acceptCode(own, accounts, code);
      if (account === undefined || used === undefined || used === false) {
        const reason = isPasskey ? "passkey" : "code";
        await record("session.failed", target, { reason });
        return false;
      }
      // A reset, an operator or another answer may have ended the challenge since this request began.
      if (!(await own.endSession(session.hash))) throw new ServiceError(sessionNeeded);
      const isSignIn = session.stage === "second_factor";
      await own.addSession({
        hash: hashToken(token),
        stage: "full",
        assurance: "two",
        created_at: at,
        seen_at: at,
        expires_at: isSignIn ? at + LONGEST_SESSION_MS : session.expiresAt,
        authenticated_at: at,
        ip_prefix: ipPrefix,
        agent: session.agent,
      });
      if (used !== "passkey") await record("two_factor.code_used", target, { kind: used });
      // Who has no password came from the identity provider.
      const method = account.password_hash === null ? "oidc" : "password";
      if (isSignIn) await record("session.started", target, { method, secondFactor: true, assurance: "two" });
      await record("session.raised", target, { method: RAISED_BY[used] });
      return true;
    });
    if (!isRight) throw new Refused([isPasskey ? { code: "passkey_refused" } : { code: "code_wrong", field: "code" }]);
    await accounts.limiter.giveBack(["second_factor"], counted);
    return { token };
  },
});

/** What raised a session, as the audit log says it. */
const RAISED_BY = { app: "code", backup: "backup_code", passkey: "passkey" } as const;
