import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { localeParameter } from "../calling/parameters.ts";
import { sessionNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { withKnownAccount } from "./known-browser.ts";
import { askForPasskey, judgePasskey } from "./passkey-challenge.ts";
import { CHALLENGE_MS, LONGEST_SESSION_MS } from "./start-session.ts";
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
  run: async ({ code, credential, challenge }, { person, accounts, store, write }) => {
    const { accountId: id, session } = person;
    if (session === undefined) throw new ServiceError(sessionNeeded);
    // Counted in the state before it is judged, so on every instance; a challenge with five answers takes no more.
    const endsAt = accounts.now() + CHALLENGE_MS;
    if (!(await store.own.countTry(session.hash, endsAt))) {
      const wait = Math.max(1, Math.ceil((Math.min(session.expiresAt, endsAt) - accounts.now()) / 1000));
      throw new Refused([{ code: "too_many_attempts" }], wait);
    }
    const isPasskey = credential !== "";
    const counted = accounts.sealing.keyedHash(id, "second_factor");
    return accounts.limiter.attempt(
      ["sign_in_address", "second_factor"],
      [person.address ?? null, counted],
      async () => {
        const judged = isPasskey
          ? await judgePasskey(accounts, { credential, challenge }, id, store.own.passkey)
          : undefined;
        const token = newToken();
        const raised = await write(async ({ store: { own }, record, ipPrefix }) => {
          const [target, at] = [{ type: "account", id } as const, accounts.now()];
          const account = await own.lock();
          const used = isPasskey
            ? judged !== undefined && "once" in judged && (await own.usePasskey(judged, at)) && "passkey"
            : await acceptCode(own, accounts, code);
          if (account === undefined || used === undefined || used === false) {
            const reason = isPasskey ? "passkey" : "code";
            await record("session.failed", target, { reason });
            return undefined;
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
          return { token, knownBrowser: withKnownAccount(accounts, person.knownBrowser, account) };
        });
        if (raised !== undefined) return { judged: "right", value: raised };
        const refusal = new Refused([isPasskey ? { code: "passkey_refused" } : { code: "code_wrong", field: "code" }]);
        return { judged: "wrong", refusal };
      },
    );
  },
});

/** What raised a session, as the audit log says it. */
const RAISED_BY = { app: "code", backup: "backup_code", passkey: "passkey" } as const;
