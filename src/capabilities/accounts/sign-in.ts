import { z } from "zod";
import { emailKeyOf } from "../../identity/email-address.ts";
import { type Account, accountByEmail, lockAccount, rehashPassword } from "../../state/accounts.ts";
import { newestSignIns } from "../../state/audit-log.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { VisitorContext } from "../contexts.ts";
import { countAttempt, orBusy, refuseWithoutPasswords } from "./attempts.ts";
import { mayMail } from "./queue-mail.ts";
import { startSession } from "./start-session.ts";
import { sendVerification } from "./verification-mail.ts";

/** After so many failed attempts in a row a sign-in is announced to the person by mail. */
const NOTICED_FAILURES = 10;

/** Signs in by e-mail and password. A wrong password, an unknown and a disabled account are one answer and cost the same. */
export const signIn = defineCapability({
  name: "sign_in",
  access: "visitor",
  effect: "write",
  startsSession: true,
  input: z.strictObject({ email: z.string(), password: z.string(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  run: async ({ email, password }, context) => {
    const { accounts, visitor, change } = context;
    refuseWithoutPasswords(accounts);
    const { passwords, limiter, sealing, state } = accounts;
    const counted = sealing.keyedHash(emailKeyOf(email), "sign_in_account");
    // Taken first and given back after, so that guesses side by side are all counted.
    await countAttempt(accounts, "sign_in_account", counted);
    const account = await accountByEmail(state, emailKeyOf(email));
    const isRight = await orBusy(() => passwords.verify(password, account?.password_hash ?? null));
    if (account === undefined || !isRight || account.disabled_at !== null) {
      await noteFailure(context, account);
      throw new Refused([{ code: "credentials_wrong" }]);
    }
    await limiter.giveBack(["sign_in_account"], counted);
    if (account.email_verified_at === null) return askToVerify(context, account);

    const weak = account.password_hash !== null && passwords.needsRehash(account.password_hash);
    const rehashed = weak ? await orBusy(() => passwords.hash(password)) : undefined;
    const isNoticed = await hasFailedOften(context, account.id);
    return change(async (step) => {
      const { id } = account;
      // A password that was replaced while it was checked signs nobody in, and does not come back.
      const held = await lockAccount(step.tx, id);
      if (held === undefined || held.password_hash !== account.password_hash || held.disabled_at !== null) {
        throw new Refused([{ code: "credentials_wrong" }]);
      }
      if (rehashed !== undefined) await rehashPassword(step.tx, id, rehashed);
      const proof = { accountId: id, method: "password", assurance: "one" } as const;
      const started = await startSession(step, visitor, accounts, proof);
      if (isNoticed) await step.mail({ to: account.email, locale: account.locale, kind: "sign_in_after_failures" });
      return started;
    });
  },
});

/** Of an account that exists the failure stands in its audit log; of any other only in ours. */
async function noteFailure({ accounts, change }: VisitorContext, account: Account | undefined): Promise<void> {
  if (account === undefined) {
    accounts.log.warn({ reason: "unknown_account" }, "a sign-in failed");
    return;
  }
  const { id } = account;
  const reason = account.disabled_at === null ? "password" : "disabled";
  await change(({ record }) =>
    record({ action: "session.failed", actorId: id, target: { type: "account", id }, details: { reason } }),
  );
}

/** The password is right, so the answer goes to its owner; the link is sent again. */
async function askToVerify(
  { accounts, baseUrl, change }: VisitorContext,
  { id, email, locale }: Account,
): Promise<never> {
  if (await mayMail(accounts, email)) {
    await change(({ tx, mail }) =>
      sendVerification({ tx, mail }, baseUrl, { accountId: id, email, locale }, accounts.now()),
    );
  }
  throw new Refused([{ code: "email_unverified" }]);
}

async function hasFailedOften({ accounts }: VisitorContext, accountId: string): Promise<boolean> {
  const newest = await newestSignIns(accounts.state, accountId, NOTICED_FAILURES);
  return newest.length === NOTICED_FAILURES && newest.every((action) => action === "session.failed");
}
