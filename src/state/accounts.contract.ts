import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import {
  accountByEmail,
  accountById,
  addAccount,
  deleteAccount,
  setDisabled,
  setEmail,
  setVerified,
} from "./accounts.ts";
import { addApiKey } from "./api-keys.ts";
import { addIdentity } from "./identities.ts";
import { addMailToken, findMailToken, useMailToken } from "./mail-tokens.ts";
import { organizationFor } from "./organizations.ts";
import { addPasskey } from "./passkeys.ts";
import { HOUR, keyOf, NOW, type PrivateState } from "./private-state.fixture.ts";
import { setBackupCodes, startTotp } from "./second-factors.ts";
import { addSession, endSessionAt, endSessionsOf, findSession, IDLE_MS, type Session, sessionsOf } from "./sessions.ts";
import { composedSql } from "./sql.ts";
import type { State } from "./state.ts";

/** Accounts, sessions and links in mails. They do the same in both databases. */
export function describeAccounts(examined: PrivateState): void {
  const { person, organization } = examined;
  let state: State;

  beforeAll(() => {
    state = examined.state();
  });

  describe("accounts", () => {
    test("an address has one account, and a second one with it changes nothing", async () => {
      const first = await person();
      expect(await addAccount(state, { ...first, id: newId("account"), name: "Another" }, NOW)).toBe(false);
      expect(await accountByEmail(state, first.email_key)).toMatchObject({ id: first.id, name: "Jana" });
    });

    test("of two sign-ups with one address at once, one makes the account", async () => {
      const email = `${newId("account")}@firma.sk`;
      const make = () =>
        addAccount(
          state,
          {
            id: newId("account"),
            email,
            email_key: email,
            name: "J",
            locale: "cs",
            password_hash: null,
            email_verified_at: null,
          },
          NOW,
        );
      expect((await Promise.all([make(), make(), make()])).filter(Boolean)).toHaveLength(1);
    });

    test("an address that somebody has cannot be taken over by a change", async () => {
      const [first, second] = [await person(), await person()];
      const change = setEmail(state, second.id, { email: first.email, emailKey: first.email_key }, NOW);
      await expect(change).rejects.toMatchObject({ kind: "conflict" });
    });

    test("an address is verified once", async () => {
      const account = await person({ email_verified_at: null });
      expect(await setVerified(state, account.id, NOW + 1)).toBe(true);
      expect(await setVerified(state, account.id, NOW + 2)).toBe(false);
      expect((await accountById(state, account.id))?.email_verified_at).toBe(NOW + 1);
    });

    test("a deleted account leaves no row behind in any table, and its address is free again", async () => {
      const account = await person();
      const orgId = await organization(account.id);
      await addSession(state, sessionOf(account.id, "s-del"));
      await addMailToken(
        state,
        { hash: "m-del", accountId: account.id, purpose: "reset", email: "x", expiresAt: NOW + HOUR },
        NOW,
      );
      await startTotp(state, account.id, "sealed");
      await setBackupCodes(state, account.id, ["c-del"]);
      await addPasskey(state, {
        id: "p-del",
        account_id: account.id,
        public_key: "k",
        counter: 0,
        name: "n",
        created_at: NOW,
      });
      await addIdentity(state, { issuer: "i-del", subject: "s", account_id: account.id, created_at: NOW });
      await addApiKey(state, keyOf(account.id, "k-del"), NOW);
      expect(await deleteAccount(state, account.id)).toBe(true);
      for (const table of [
        "session",
        "mail_token",
        "totp",
        "backup_code",
        "passkey",
        "identity",
        "api_key",
        "membership",
      ]) {
        const orphans = composedSql(
          `SELECT count(*) AS n FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM account a WHERE a.id = t.account_id)`,
        );
        expect(await state.get(orphans), table).toEqual({ n: 0 });
      }
      expect(await organizationFor(state, account.id, orgId)).toBeUndefined();
      expect(await addAccount(state, { ...account, id: newId("account") }, NOW)).toBe(true);
    });
  });

  function sessionOf(accountId: string, hash: string, fields: Partial<Session> = {}): Session {
    return {
      hash,
      account_id: accountId,
      stage: "full",
      assurance: "one",
      created_at: NOW,
      seen_at: NOW,
      expires_at: NOW + 14 * 24 * HOUR,
      authenticated_at: NOW,
      ip_prefix: "203.0.113.0/24",
      agent: "Firefox",
      ...fields,
    };
  }

  describe("sessions", () => {
    test("a session opens until it is over, idle too long, ended or its account is disabled", async () => {
      const { id, email } = await person();
      await addSession(state, sessionOf(id, `${id}-1`, { expires_at: NOW + 2 * IDLE_MS, seen_at: NOW }));
      expect(await findSession(state, `${id}-1`, NOW)).toMatchObject({ account_id: id, email, stage: "full" });
      expect(await findSession(state, `${id}-1`, NOW + IDLE_MS - 1)).toBeDefined();
      expect(await findSession(state, `${id}-1`, NOW + IDLE_MS)).toBeUndefined();
      await setDisabled(state, id, NOW);
      expect(await findSession(state, `${id}-1`, NOW)).toBeUndefined();
      await setDisabled(state, id, null);
      expect(await findSession(state, `${id}-1`, NOW)).toBeDefined();
      expect(await endSessionsOf(state, id)).toBe(1);
      expect(await findSession(state, `${id}-1`, NOW)).toBeUndefined();
    });

    test("a session that was used all the time ends at its last instant", async () => {
      const { id } = await person();
      await addSession(state, sessionOf(id, `${id}-1`, { expires_at: NOW + 10, seen_at: NOW }));
      expect(await findSession(state, `${id}-1`, NOW + 9)).toBeDefined();
      expect(await findSession(state, `${id}-1`, NOW + 10)).toBeUndefined();
    });

    test("a replaced token lives on for its last minute and never longer than before", async () => {
      const { id } = await person();
      await addSession(state, sessionOf(id, `${id}-1`));
      await endSessionAt(state, `${id}-1`, NOW + 60_000);
      await endSessionAt(state, `${id}-1`, NOW + 10 * HOUR);
      expect(await findSession(state, `${id}-1`, NOW + 59_999)).toBeDefined();
      expect(await findSession(state, `${id}-1`, NOW + 60_000)).toBeUndefined();
    });

    test("of twenty-five sessions the oldest five end", async () => {
      const { id } = await person();
      for (let index = 0; index < 25; index++) {
        await addSession(state, sessionOf(id, `${id}-${index}`, { created_at: NOW + index }));
      }
      const left = (await sessionsOf(state, id, NOW)).map(({ hash }) => hash);
      expect(left).toEqual(Array.from({ length: 20 }, (_, index) => `${id}-${index + 5}`));
    });

    test("ending all others leaves this one, and nobody else's is touched", async () => {
      const [mine, another] = [await person(), await person()];
      for (const index of [1, 2, 3]) await addSession(state, sessionOf(mine.id, `${mine.id}-${index}`));
      await addSession(state, sessionOf(another.id, `${another.id}-1`));
      expect(await endSessionsOf(state, mine.id, `${mine.id}-2`)).toBe(2);
      expect((await sessionsOf(state, mine.id, NOW)).map(({ hash }) => hash)).toEqual([`${mine.id}-2`]);
      expect(await sessionsOf(state, another.id, NOW)).toHaveLength(1);
    });
  });

  describe("links in mails", () => {
    test("a link works once, for its purpose, until its time is over", async () => {
      const { id } = await person();
      const add = (hash: string) =>
        addMailToken(state, { hash, accountId: id, purpose: "reset", email: "a@b.cz", expiresAt: NOW + HOUR }, NOW);
      await add(`${id}-1`);
      expect(await findMailToken(state, `${id}-1`, "reset", NOW)).toMatchObject({ account_id: id, email: "a@b.cz" });
      expect(await useMailToken(state, `${id}-1`, "verify", NOW)).toBeUndefined();
      expect(await useMailToken(state, `${id}-1`, "reset", NOW + HOUR)).toBeUndefined();
      expect(await useMailToken(state, `${id}-1`, "reset", NOW + HOUR - 1)).toMatchObject({
        account_id: id,
        email: "a@b.cz",
      });
      expect(await useMailToken(state, `${id}-1`, "reset", NOW)).toBeUndefined();
    });

    test("a new link ends the older one of its kind and no other", async () => {
      const { id } = await person();
      const add = (hash: string, purpose: "reset" | "verify") =>
        addMailToken(state, { hash, accountId: id, purpose, email: "a@b.cz", expiresAt: NOW + HOUR }, NOW);
      await add(`${id}-1`, "reset");
      await add(`${id}-2`, "verify");
      await add(`${id}-3`, "reset");
      expect(await useMailToken(state, `${id}-1`, "reset", NOW)).toBeUndefined();
      expect(await useMailToken(state, `${id}-2`, "verify", NOW)).toBeDefined();
      expect(await useMailToken(state, `${id}-3`, "reset", NOW)).toBeDefined();
    });

    test("of five uses at once one succeeds", async () => {
      const { id } = await person();
      await addMailToken(
        state,
        { hash: `${id}-1`, accountId: id, purpose: "reset", email: "x", expiresAt: NOW + HOUR },
        NOW,
      );
      const uses = await Promise.all(Array.from({ length: 5 }, () => useMailToken(state, `${id}-1`, "reset", NOW)));
      expect(uses.filter((use) => use !== undefined)).toHaveLength(1);
    });
  });
}
