import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import {
  accountByEmail,
  accountById,
  addAccount,
  deleteAccount,
  type NewAccount,
  setActiveOrganization,
  setDisabled,
  setEmail,
  setFirstActiveOrganization,
  setVerified,
} from "./accounts.ts";
import {
  addApiKey,
  apiKeysOf,
  apiKeyUsed,
  countApiKeys,
  keyHolder,
  type NewApiKey,
  removeRevokedApiKeys,
  revokeAllApiKeys,
  revokeApiKey,
  wasIssuedOnce,
} from "./api-keys.ts";
import {
  type AuditEvent,
  appendAudit,
  auditHeads,
  auditOfActor,
  auditOfOrganization,
  cutAudit,
  verifyAudit,
} from "./audit-log.ts";
import { addIdentity, findIdentity } from "./identities.ts";
import {
  acceptInvitation,
  addInvitation,
  invitationByToken,
  invitationsFor,
  withdrawInvitation,
} from "./invitations.ts";
import { addMailToken, findMailToken, useMailToken } from "./mail-tokens.ts";
import {
  activeOrganizationOf,
  addMember,
  addOrganization,
  changeMembership,
  deleteOrganization,
  membersFor,
  onlyMemberOf,
  onlyOwnerOf,
  organizationFor,
  organizationsOf,
} from "./organizations.ts";
import { addPasskey, findPasskey, passkeyUsed } from "./passkeys.ts";
import {
  backupCodesLeft,
  confirmTotp,
  findTotp,
  removeTotp,
  setBackupCodes,
  startTotp,
  useBackupCode,
  useTotpStep,
} from "./second-factors.ts";
import { addSession, endSessionAt, endSessionsOf, findSession, IDLE_MS, type Session, sessionsOf } from "./sessions.ts";
import { composedSql } from "./sql.ts";
import type { State } from "./state.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

/** What the tables of people, organizations, keys and the audit log must do alike in both databases. */
export function describePrivateState(
  name: string,
  open: () => Promise<{ state: State; remove(): Promise<void> }>,
): void {
  describe(name, () => {
    let state: State;
    let remove: () => Promise<void>;

    beforeAll(async () => {
      ({ state, remove } = await open());
      await state.open();
    });
    afterAll(async () => {
      await state.close();
      await remove();
    });

    const count = async (table: string): Promise<number> =>
      (await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${table}`)))?.n ?? -1;

    async function person(fields: Partial<NewAccount> = {}): Promise<NewAccount> {
      const id = newId("account");
      const email = `${id}@firma.sk`;
      const account: NewAccount = {
        ...{ id, email, email_key: email, name: "Jana", locale: "sk", password_hash: "hash", email_verified_at: NOW },
        ...fields,
      };
      expect(await addAccount(state, account, NOW)).toBe(true);
      return account;
    }

    async function organization(owner: string): Promise<string> {
      const id = newId("organization");
      const fields = { id, name: "Alfa s.r.o.", country: "SK", ico: null, created_by: owner } as const;
      await state.transaction((tx) => addOrganization(tx, fields, NOW));
      return id;
    }

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
        expect(await findMailToken(state, `${id}-1`, "reset", NOW)).toEqual({ account_id: id, email: "a@b.cz" });
        expect(await useMailToken(state, `${id}-1`, "verify", NOW)).toBeUndefined();
        expect(await useMailToken(state, `${id}-1`, "reset", NOW + HOUR)).toBeUndefined();
        expect(await useMailToken(state, `${id}-1`, "reset", NOW + HOUR - 1)).toEqual({
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

    describe("the second factor", () => {
      test("counts only when it is confirmed, and a confirmed secret is not replaced", async () => {
        const { id } = await person();
        expect(await startTotp(state, id, "sealed-1")).toBe(true);
        expect(await useTotpStep(state, id, 100)).toBe(false);
        expect(await startTotp(state, id, "sealed-2")).toBe(true);
        expect(await confirmTotp(state, id, 100, NOW)).toBe(true);
        expect(await confirmTotp(state, id, 101, NOW)).toBe(false);
        expect(await startTotp(state, id, "sealed-3")).toBe(false);
        expect(await findTotp(state, id)).toMatchObject({ sealed: "sealed-2", confirmed_at: NOW, last_step: 100 });
      });

      test("takes no code twice and none older than the last, also of five at once", async () => {
        const { id } = await person();
        await startTotp(state, id, "sealed");
        await confirmTotp(state, id, 100, NOW);
        expect(await useTotpStep(state, id, 100)).toBe(false);
        expect(await useTotpStep(state, id, 99)).toBe(false);
        const uses = await Promise.all(Array.from({ length: 5 }, () => useTotpStep(state, id, 101)));
        expect(uses.filter(Boolean)).toHaveLength(1);
      });

      test("takes each backup code once, also of five at once, and not another person's", async () => {
        const [mine, another] = [await person(), await person()];
        await setBackupCodes(state, mine.id, ["c1", "c2"]);
        await setBackupCodes(state, another.id, ["c3"]);
        const uses = await Promise.all(Array.from({ length: 5 }, () => useBackupCode(state, mine.id, "c1", NOW)));
        expect(uses.filter(Boolean)).toHaveLength(1);
        expect(await useBackupCode(state, mine.id, "c3", NOW)).toBe(false);
        expect(await backupCodesLeft(state, mine.id)).toBe(1);
        await setBackupCodes(state, mine.id, ["c4"]);
        expect(await useBackupCode(state, mine.id, "c2", NOW)).toBe(false);
        expect(await removeTotp(state, mine.id)).toBe(false);
        expect(await backupCodesLeft(state, mine.id)).toBe(0);
      });
    });

    test("a passkey belongs to one account, and its counter never goes back", async () => {
      const [mine, another] = [await person(), await person()];
      const passkey = {
        id: `${mine.id}-p`,
        account_id: mine.id,
        public_key: "k",
        counter: 5,
        name: "phone",
        created_at: NOW,
      };
      expect(await addPasskey(state, passkey)).toBe(true);
      expect(await addPasskey(state, { ...passkey, account_id: another.id })).toBe(false);
      expect(await passkeyUsed(state, passkey.id, 5, NOW)).toBe(false);
      expect(await passkeyUsed(state, passkey.id, 6, NOW)).toBe(true);
      expect(await findPasskey(state, passkey.id)).toMatchObject({
        account_id: mine.id,
        counter: 6,
        last_used_at: NOW,
      });
    });

    test("a person at a provider is found by issuer and subject together", async () => {
      const [mine, another] = [await person(), await person()];
      const add = (issuer: string, account_id: string) =>
        addIdentity(state, { issuer, subject: "1", account_id, created_at: NOW });
      expect(await add("https://a.example", mine.id)).toBe(true);
      expect(await add("https://b.example", another.id)).toBe(true);
      expect(await add("https://a.example", another.id)).toBe(false);
      expect(await findIdentity(state, "https://a.example", "1")).toMatchObject({ account_id: mine.id });
      expect(await findIdentity(state, "https://b.example", "1")).toMatchObject({ account_id: another.id });
    });

    describe("organizations", () => {
      test("a member finds his organization with his role; a stranger finds what nobody has", async () => {
        const [owner, stranger] = [await person(), await person()];
        const orgId = await organization(owner.id);
        expect(await organizationFor(state, owner.id, orgId)).toMatchObject({
          id: orgId,
          role: "owner",
          country: "SK",
        });
        expect(await organizationFor(state, stranger.id, orgId)).toBeUndefined();
        expect(await membersFor(state, stranger.id, orgId)).toEqual([]);
        expect(await invitationsFor(state, stranger.id, orgId, NOW)).toEqual([]);
      });

      test("the active organization is the chosen one, else the oldest membership, else none", async () => {
        const [owner, me] = [await person(), await person()];
        expect(await activeOrganizationOf(state, me.id)).toBeUndefined();
        const [first, second] = [await organization(owner.id), await organization(owner.id)];
        await addMember(state, { accountId: me.id, orgId: second, role: "viewer" }, NOW + 2);
        await addMember(state, { accountId: me.id, orgId: first, role: "member" }, NOW + 1);
        await setFirstActiveOrganization(state, me.id, second);
        await setFirstActiveOrganization(state, me.id, first);
        expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: second, role: "viewer" });
        await setActiveOrganization(state, me.id, first);
        expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: first, role: "member" });
        await state.transaction((tx) => changeMembership(tx, me.id, first, null));
        expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: second });
        expect((await organizationsOf(state, me.id)).map(({ id }) => id)).toEqual([second]);
      });

      test("a second invitation of a member does not change his role", async () => {
        const owner = await person();
        const orgId = await organization(owner.id);
        expect(await addMember(state, { accountId: owner.id, orgId, role: "viewer" }, NOW)).toBe(false);
        expect(await organizationFor(state, owner.id, orgId)).toMatchObject({ role: "owner" });
      });

      test("the last owner stays, whether he leaves or is made less", async () => {
        const [owner, admin] = [await person(), await person()];
        const orgId = await organization(owner.id);
        await addMember(state, { accountId: admin.id, orgId, role: "admin" }, NOW);
        const change = (accountId: string, role: "admin" | "owner" | null) =>
          state.transaction((tx) => changeMembership(tx, accountId, orgId, role));
        expect(await change(owner.id, null)).toBe("last_owner");
        expect(await change(owner.id, "admin")).toBe("last_owner");
        expect(await change(owner.id, "owner")).toBe("changed");
        expect(await change(admin.id, "owner")).toBe("changed");
        expect(await change(owner.id, null)).toBe("changed");
        expect(await change(owner.id, null)).toBe("not_member");
      });

      test("of two owners who leave at once one remains", async () => {
        for (let turn = 0; turn < 5; turn++) {
          const [one, two] = [await person(), await person()];
          const orgId = await organization(one.id);
          await addMember(state, { accountId: two.id, orgId, role: "owner" }, NOW);
          const leave = (id: string) => state.transaction((tx) => changeMembership(tx, id, orgId, null));
          const results = await Promise.all([leave(one.id), leave(two.id)]);
          expect(results.toSorted()).toEqual(["changed", "last_owner"]);
        }
      });

      test("a deleted organization takes memberships and invitations with it, and nobody's active one dangles", async () => {
        const owner = await person();
        const orgId = await organization(owner.id);
        await setActiveOrganization(state, owner.id, orgId);
        await addInvitation(state, invitationTo(orgId, "i-gone"));
        expect(await deleteOrganization(state, orgId)).toBe(true);
        expect((await accountById(state, owner.id))?.active_org_id).toBeNull();
        expect(await invitationByToken(state, "i-gone", NOW)).toBeUndefined();
        expect(await organizationsOf(state, owner.id)).toEqual([]);
      });

      test("before an account is deleted it is known which organizations go with it and which keep it", async () => {
        const [me, another] = [await person(), await person()];
        const [alone, shared, led] = [await organization(me.id), await organization(me.id), await organization(me.id)];
        await addMember(state, { accountId: another.id, orgId: shared, role: "admin" }, NOW);
        await addMember(state, { accountId: another.id, orgId: led, role: "owner" }, NOW);
        expect((await onlyMemberOf(state, me.id)).map(({ id }) => id)).toEqual([alone]);
        expect((await onlyOwnerOf(state, me.id)).map(({ id }) => id)).toEqual([shared]);
      });
    });

    function invitationTo(orgId: string, tokenHash: string, emailKey = "new@firma.sk") {
      return {
        ...{ id: newId("invitation"), org_id: orgId, email_key: emailKey, role: "member" as const, tokenHash },
        ...{ invited_by: "acc_x", created_at: NOW, expires_at: NOW + HOUR },
      };
    }

    describe("invitations", () => {
      test("an invitation works once, until its time is over or it is withdrawn", async () => {
        const owner = await person();
        const orgId = await organization(owner.id);
        const invitation = invitationTo(orgId, `${orgId}-1`);
        await addInvitation(state, invitation);
        expect(await invitationByToken(state, `${orgId}-1`, NOW)).toMatchObject({
          org_name: "Alfa s.r.o.",
          role: "member",
        });
        expect(await invitationByToken(state, `${orgId}-1`, NOW + HOUR)).toBeUndefined();
        const uses = await Promise.all(Array.from({ length: 5 }, () => acceptInvitation(state, invitation.id, NOW)));
        expect(uses.filter(Boolean)).toHaveLength(1);
        expect(await invitationByToken(state, `${orgId}-1`, NOW)).toBeUndefined();
      });

      test("a new invitation of the same address ends the older, and only the organization withdraws its own", async () => {
        const owner = await person();
        const [orgId, foreign] = [await organization(owner.id), await organization(owner.id)];
        const [older, newer] = [invitationTo(orgId, `${orgId}-1`), invitationTo(orgId, `${orgId}-2`)];
        await addInvitation(state, older);
        await addInvitation(state, newer);
        expect(await invitationByToken(state, `${orgId}-1`, NOW)).toBeUndefined();
        expect(await withdrawInvitation(state, newer.id, foreign, NOW)).toBe(false);
        expect(await invitationsFor(state, owner.id, orgId, NOW)).toHaveLength(1);
        expect(await withdrawInvitation(state, newer.id, orgId, NOW)).toBe(true);
        expect(await acceptInvitation(state, newer.id, NOW)).toBe(false);
      });
    });

    function keyOf(accountId: string, hash: string, fields: Partial<NewApiKey> = {}): NewApiKey {
      return {
        ...{ id: newId("apiKey"), accountId, name: hash, scopes: ["read"], hash, tail: "abcd" },
        ...{ expiresAt: null, once: null },
        ...fields,
      };
    }

    describe("API keys", () => {
      test("a key leads to its person until it expires, is revoked or the person is disabled or gone", async () => {
        const { id } = await person();
        const key = keyOf(id, `${id}-1`, { expiresAt: NOW + HOUR, scopes: ["read", "scan:write"] });
        await addApiKey(state, key, NOW);
        const holder = (now = NOW) => keyHolder(state, key.hash, now);
        expect(await holder()).toEqual({
          keyId: key.id,
          accountId: id,
          scopes: ["read", "scan:write"],
          lastUsedAt: null,
        });
        expect(await holder(NOW + HOUR - 1)).toBeDefined();
        expect(await holder(NOW + HOUR)).toBeUndefined();
        await setDisabled(state, id, NOW);
        expect(await holder()).toBeUndefined();
        await setDisabled(state, id, null);
        expect(await revokeApiKey(state, key.id, "acc_other", NOW)).toBe(false);
        expect(await revokeApiKey(state, key.id, id, NOW)).toBe(true);
        expect(await holder()).toBeUndefined();
        expect(await apiKeysOf(state, id, NOW)).toEqual([]);
        expect(await keyHolder(state, "nobody's", NOW)).toBeUndefined();
      });

      test("a name is given once among the keys that are not revoked", async () => {
        const { id } = await person();
        const first = keyOf(id, `${id}-1`, { name: "agent" });
        await addApiKey(state, first, NOW);
        await expect(addApiKey(state, keyOf(id, `${id}-2`, { name: "agent" }), NOW)).rejects.toMatchObject({
          kind: "conflict",
        });
        await revokeApiKey(state, first.id, id, NOW);
        await addApiKey(state, keyOf(id, `${id}-3`, { name: "agent" }), NOW);
        expect(await countApiKeys(state, id, NOW)).toBe(1);
      });

      test("a form that is sent twice issues one key", async () => {
        const { id } = await person();
        await addApiKey(state, keyOf(id, `${id}-1`, { once: "form-1" }), NOW);
        expect(await wasIssuedOnce(state, id, "form-1")).toBe(true);
        expect(await wasIssuedOnce(state, id, "form-2")).toBe(false);
        await expect(addApiKey(state, keyOf(id, `${id}-2`, { once: "form-1" }), NOW)).rejects.toMatchObject({
          kind: "conflict",
        });
      });

      test("its last use is noted with the prefix of the address and never goes back", async () => {
        const { id } = await person();
        const key = keyOf(id, `${id}-1`);
        await addApiKey(state, key, NOW);
        await apiKeyUsed(state, key.id, "203.0.113.0/24", NOW + 10);
        await apiKeyUsed(state, key.id, "198.51.100.0/24", NOW + 5);
        expect(await apiKeysOf(state, id, NOW)).toMatchObject([
          { last_used_at: NOW + 10, last_used_prefix: "203.0.113.0/24" },
        ]);
      });

      test("revoking all takes all of one person and nobody else's; revoked ones go after their time", async () => {
        const [mine, another] = [await person(), await person()];
        for (const index of [1, 2]) await addApiKey(state, keyOf(mine.id, `${mine.id}-${index}`), NOW);
        await addApiKey(state, keyOf(another.id, `${another.id}-1`), NOW);
        expect(await revokeAllApiKeys(state, mine.id, NOW)).toHaveLength(2);
        expect(await apiKeysOf(state, another.id, NOW)).toHaveLength(1);
        const before = await count("api_key");
        expect(await removeRevokedApiKeys(state, NOW - 1)).toBe(0);
        const removed = await removeRevokedApiKeys(state, NOW);
        expect(removed).toBeGreaterThanOrEqual(2);
        expect(await count("api_key")).toBe(before - removed);
      });
    });

    describe("the audit log", () => {
      let orgId: string;
      let actor: string;

      beforeEach(async () => {
        actor = (await person()).id;
        orgId = await organization(actor);
      });

      const event = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
        ...{ action: "organization.changed", actorId: actor, orgId, target: { type: "organization", id: orgId } },
        ...{ via: "web", ipPrefix: "203.0.113.0/24", details: { fields: ["name"] } },
        ...fields,
      });

      const append = (fields?: Partial<AuditEvent>, at = NOW) =>
        state.transaction((tx) => appendAudit(tx, event(fields), at));

      test("chains its entries from one, also when forty are written at once", async () => {
        await Promise.all(Array.from({ length: 40 }, () => append()));
        const entries = await auditOfOrganization(state, { accountId: actor, orgId }, {}, 100);
        expect(entries.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: 40 }, (_, i) => i + 1),
        );
        expect(await verifyAudit(state, `org:${orgId}`)).toMatchObject({ entries: 40 });
        expect((await verifyAudit(state, `org:${orgId}`)).fault).toBeUndefined();
      });

      test("keeps no entry of a change that did not happen", async () => {
        const failed = state.transaction(async (tx) => {
          await appendAudit(tx, event(), NOW);
          throw new Error("the change failed");
        });
        await expect(failed).rejects.toThrow("the change failed");
        expect(await auditOfOrganization(state, { accountId: actor, orgId }, {}, 100)).toEqual([]);
      });

      test.each([
        ["a changed column", "UPDATE audit_entry SET action = 'other' WHERE stream = ? AND seq = 3", 3, "changed"],
        ["a missing entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 3", 3, "missing"],
        ["a missing first entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 1", 1, "missing"],
        ["a missing last entry", "DELETE FROM audit_entry WHERE stream = ? AND seq = 5", 5, "cut_at_the_end"],
        ["a missing head", "DELETE FROM audit_head WHERE stream = ?", 0, "no_head"],
      ] as const)("notices %s", async (_case, damage, seq, why) => {
        for (let index = 0; index < 5; index++) await append();
        await state.run(composedSql(damage), `org:${orgId}`);
        expect((await verifyAudit(state, `org:${orgId}`)).fault).toEqual({ stream: `org:${orgId}`, seq, why });
      });

      test("notices two entries that changed places", async () => {
        for (let index = 0; index < 5; index++) await append();
        for (const [from, to] of [
          [2, 99],
          [3, 2],
          [99, 3],
        ]) {
          await state.run(
            composedSql("UPDATE audit_entry SET seq = ? WHERE stream = ? AND seq = ?"),
            to ?? 0,
            `org:${orgId}`,
            from ?? 0,
          );
        }
        expect((await verifyAudit(state, `org:${orgId}`)).fault).toMatchObject({ seq: 2, why: "changed" });
      });

      test("shows a person what he did, newest first, page by page, wherever he did it", async () => {
        await append({ action: "a.1" }, NOW + 1);
        await append({ action: "a.2", orgId: null, target: { type: "account", id: actor } }, NOW + 2);
        await append({ action: "a.3" }, NOW + 2);
        await append({ action: "other", actorId: "acc_other" }, NOW + 3);
        const first = await auditOfActor(state, actor, 2);
        const last = first.at(-1);
        const rest = await auditOfActor(state, actor, 2, last);
        expect([...first, ...rest].map(({ action }) => action).toSorted()).toEqual(["a.1", "a.2", "a.3"]);
        expect(rest.map(({ action }) => action)).toEqual(["a.1"]);
      });

      test("shows members of an organization what happened there, and strangers nothing", async () => {
        const stranger = await person();
        await append({ action: "a.1" }, NOW + 1);
        await append({ action: "a.2", actorId: "acc_other" }, NOW + 2);
        const read = (accountId: string, filter = {}) => auditOfOrganization(state, { accountId, orgId }, filter, 100);
        expect((await read(actor)).map(({ action }) => action)).toEqual(["a.2", "a.1"]);
        expect(await read(stranger.id)).toEqual([]);
        expect((await read(actor, { action: "a.1" })).map(({ action }) => action)).toEqual(["a.1"]);
        expect((await read(actor, { actorId: "acc_other" })).map(({ action }) => action)).toEqual(["a.2"]);
        expect((await read(actor, { from: NOW + 2 })).map(({ action }) => action)).toEqual(["a.2"]);
        expect((await read(actor, { to: NOW + 2 })).map(({ action }) => action)).toEqual(["a.1"]);
      });

      test("forgets what is too old, remembers where the chain begins, and says so in an entry of its own", async () => {
        for (let index = 1; index <= 5; index++) await append({}, NOW + index);
        const cut = (before: number) => state.transaction((tx) => cutAudit(tx, `org:${orgId}`, before, NOW + 100));
        expect(await cut(NOW)).toBe(0);
        expect(await cut(NOW + 4)).toBe(3);
        const kept = await auditOfOrganization(state, { accountId: actor, orgId }, {}, 100);
        expect(kept.map(({ action, seq }) => `${seq} ${action}`)).toEqual([
          "6 audit.retained",
          "5 organization.changed",
          "4 organization.changed",
        ]);
        expect((await verifyAudit(state, `org:${orgId}`)).fault).toBeUndefined();
        expect((await auditHeads(state)).find(({ stream }) => stream === `org:${orgId}`)).toMatchObject({
          cut_seq: 3,
          seq: 6,
        });
      });
    });
  });
}
