import { z } from "zod";
import { safeNext } from "../../core/safe-next.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { type Account, accountByEmail, lockAccount, rehashPassword } from "../../state/accounts.ts";
import { newestSignIns } from "../../state/audit-log.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { VisitorContext } from "../contexts.ts";
import { knownBrowserKey } from "./known-browser.ts";
import { hashPlace, orBusy, refuseWithoutPasswords } from "./password-hashing.ts";
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
  input: z.strictObject({
    email: z.string(),
    password: z.string(),
    next: z.string().default("").describe("Where the person goes once the address is confirmed."),
    locale: localeParameter,
  }),
  run: async ({ email, password, next }, context) => {
    const { accounts, visitor, change } = context;
    refuseWithoutPasswords(accounts);
    const { passwords, sealing, state } = accounts;
    const account = await accountByEmail(state, emailKeyOf(email));
    // A browser that signed in to the account before counts by itself: guesses of strangers do not lock it out.
    const known = account === undefined ? undefined : knownBrowserKey(accounts, visitor.knownBrowser, account);
    const place = hashPlace(visitor.address, known !== undefined);
    const [row, key] =
      known === undefined
        ? ["sign_in_account", sealing.keyedHash(emailKeyOf(email), "sign_in_account")]
        : ["sign_in_known", known];
    const right = await accounts.limiter.attempt(["sign_in_address", row], [visitor.address, key], async () => {
      const isRight = await orBusy(() => passwords.verify(password, account?.password_hash ?? null, place));
      if (account !== undefined && isRight && account.disabled_at === null) return { judged: "right", value: account };
      await noteFailure(context, account);
      return { judged: "wrong", refusal: new Refused([{ code: "credentials_wrong" }]) };
    });
    if (right.email_verified_at === null) return askToVerify(context, right, safeNext(next));

    const weak = right.password_hash !== null && passwords.needsRehash(right.password_hash);
    const rehashed = weak ? await orBusy(() => passwords.hash(password, place)) : undefined;
    const isNoticed = await hasFailedOften(context, right.id);
    return change(async (step) => {
      const { id } = right;
      // A password that was replaced while it was checked signs nobody in, and does not come back.
      const held = await lockAccount(step.tx, id);
      if (held === undefined || held.password_hash !== right.password_hash || held.disabled_at !== null) {
        throw new Refused([{ code: "credentials_wrong" }]);
      }
      if (rehashed !== undefined) await rehashPassword(step.tx, id, rehashed);
      const proof = { account: held, method: "password", assurance: "one" } as const;
      const started = await startSession(step, visitor, accounts, proof);
      if (isNoticed) await step.mail({ to: right.email, locale: right.locale, kind: "sign_in_after_failures" });
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
  next: string | undefined,
): Promise<never> {
  if (await mayMail(accounts, email)) {
    await change(({ tx, mail }) =>
      sendVerification({ tx, mail }, baseUrl, { accountId: id, email, locale, next }, accounts.now()),
    );
  }
  throw new Refused([{ code: "email_unverified" }]);
}

async function hasFailedOften({ accounts }: VisitorContext, accountId: string): Promise<boolean> {
  const newest = await newestSignIns(accounts.state, accountId, NOTICED_FAILURES);
  return newest.length === NOTICED_FAILURES && newest.every((action) => action === "session.failed");
}
