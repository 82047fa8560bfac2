import { z } from "zod";
import { safeNext } from "../../core/safe-next.ts";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { hashToken } from "../../identity/token.ts";
import { type Account, accountById, lockAccount, setPassword, setVerified } from "../../state/accounts.ts";
import { endMailTokens, findMailToken, useMailToken } from "../../state/mail-tokens.ts";
import { organizationsOf } from "../../state/organizations.ts";
import { ownAccountStore } from "../../state/person-store.ts";
import { endSession, endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { knownBrowserKey } from "./known-browser.ts";
import { hashPlace, orBusy, refuseWithoutPasswords } from "./password-hashing.ts";
import { countWays, shownWay, type Way, waysLeftSentences, waysOf } from "./ways.ts";
import { withNext } from "./with-next.ts";

/**
 * True for what a reset ends unless its person says otherwise: what was added since the password was set, and every
 * connection of an agent.
 */
function isTicked({ addedAt, kind }: Way, { password_set_at: since }: Account): boolean {
  return kind === "connection" || since === null || addedAt >= since;
}

/** What opens the account of a link that is valid, for whoever holds it; `null` for any other link. */
export const resetWays = defineCapability({
  name: "reset_ways",
  access: "visitor",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  run: async ({ token }, { accounts: { state, now } }) => {
    const found = await findMailToken(state, hashToken(token), "reset", now());
    const account = found === undefined ? undefined : await accountById(state, found.account_id);
    if (account === undefined || account.disabled_at !== null) return null;
    const own = ownAccountStore({ db: state, accountId: account.id });
    const app = await own.totp();
    const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      passwordSetAt: isoOf(account.password_set_at),
      appSince: isoOf(app?.confirmed_at ?? null),
      ways: (await waysOf(own, account.id, now())).map((way) => ({
        ...shownWay(way),
        isTicked: isTicked(way, account),
      })),
    };
  },
});

/**
 * Sets a new password by the link that was sent. Every session of the account ends, and of what else opens it what its
 * person ticked, what the list did not show, and without a list what was added since the former password; the app stays.
 * Who has the link has the mailbox, so the address is confirmed too.
 */
export const resetPassword = defineCapability({
  name: "reset_password",
  access: "visitor",
  effect: "write",
  startsSession: true,
  input: z.strictObject({
    token: z.string(),
    password: z.string(),
    listed: z.string().optional().describe("The ways that the page listed, separated by spaces."),
    end: z.array(z.string()).default([]).describe("Those of them that end."),
    locale: localeParameter,
  }),
  run: async ({ token, password, listed, end }, { accounts, visitor, baseUrl, change }) => {
    refuseWithoutPasswords(accounts);
    const { state, passwords, isBreached } = accounts;
    const [hash, at] = [hashToken(token), accounts.now()];
    // A password that is refused must not use the link up.
    const found = await accounts.limiter.attempt(["sign_in_address"], [visitor.address], async () => {
      const valid = await findMailToken(state, hash, "reset", at);
      if (valid !== undefined) return { judged: "right", value: valid };
      return { judged: "wrong", refusal: new Refused([{ code: "token_invalid" }]) };
    });
    const holder = await accountById(state, found.account_id);
    const organizations = await organizationsOf(state, found.account_id);
    const names = [...(holder === undefined ? [] : [holder.name]), ...organizations.map(({ name: own }) => own)];
    const fault = await faultOfPassword(password, found.email, isBreached, names);
    if (fault !== undefined) throw new Refused([{ code: fault, field: "password" }]);
    const isKnown = holder !== undefined && knownBrowserKey(accounts, visitor.knownBrowser, holder) !== undefined;
    const passwordHash = await orBusy(() => passwords.hash(password, hashPlace(visitor.address, isKnown)));
    const shown = listed?.split(" ");
    const next = await change(async ({ tx, former, record, mail }) => {
      // The account first, as everywhere: who changes a password at the same time waits, and neither waits for the other.
      const locked = await lockAccount(tx, found.account_id);
      const used = await useMailToken(tx, hash, "reset", at);
      const account = used === undefined ? undefined : locked;
      if (used === undefined || account === undefined || account.disabled_at !== null)
        throw new Refused([{ code: "token_invalid" }]);
      // The session that this browser had may be of another account.
      if (former !== null) await endSession(tx, former);
      const { id, email, locale } = account;
      const target = { type: "account", id };
      const own = ownAccountStore({ db: tx, accountId: id });
      const ways = await waysOf(own, id, at);
      const ending = ways.filter((way) =>
        shown === undefined ? isTicked(way, account) : !shown.includes(way.id) || end.includes(way.id),
      );
      for (const way of ending) {
        await way.end(own, at);
        await record({ ...way.ended, actorId: id, details: { why: "reset" } });
      }
      const left = { ended: countWays(ending), stays: countWays(ways.filter((way) => !ending.includes(way))) };
      await own.setWaysLeft(ways.length === 0 ? null : JSON.stringify(left));
      await setPassword(tx, id, passwordHash, at);
      await endSessionsOf(tx, id);
      await endMailTokens(tx, id);
      if (await setVerified(tx, id, at)) await record({ action: "account.email_verified", actorId: id, target });
      await record({ action: "account.password_reset", actorId: id, target });
      const facts = { ways: waysLeftSentences(left, locale) };
      await mail({ to: email, locale, kind: "password_reset", link: `${baseUrl}/${locale}/account`, facts });
      return used.next;
    });
    return { next: safeNext(next) };
  },
  form: {
    cost: { rows: ["web_page"] },
    path: "/reset",
    leadsTo: ({ next }) => withNext("/sign-in", next),
    done: "reset",
    session: () => null,
    // Whatever session this browser had may be one of those that ended.
    isOpen: true,
  },
});
