import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../core/random-id.ts";
import { addAccount } from "../state/accounts.ts";
import { addApiKey, revokeApiKey } from "../state/api-keys.ts";
import { appendAudit, type KeptHead, verifyAudit } from "../state/audit-log.ts";
import { listJobs } from "../state/job-table.ts";
import { addMailToken } from "../state/mail-tokens.ts";
import { addMail } from "../state/mails.ts";
import { addSession } from "../state/sessions.ts";
import { composedSql } from "../state/sql.ts";
import { createState, type State } from "../state/state.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { addRetentionJob, defineRetentionJob, removeExpired } from "./retention-job.ts";
import { createJobs } from "./worker.ts";

const NOW = Date.parse("2026-11-22T20:00:00Z");
const DAY = 86_400_000;

function describeRetention(name: string, open: () => Promise<State>): void {
  describe(name, () => {
    async function person(state: State): Promise<string> {
      const id = newId("account");
      const email = `${id}@firma.sk`;
      const rest = { name: "Jana", locale: "sk", password_hash: null, email_verified_at: NOW } as const;
      await addAccount(state, { id, email, email_key: email, ...rest }, NOW);
      return id;
    }

    const count = async (state: State, table: string): Promise<number> =>
      (await state.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${table}`)))?.n ?? -1;

    const append = (state: State, accountId: string, at: number) =>
      appendAudit(
        state,
        {
          action: "account.profile_changed",
          actorId: accountId,
          orgId: null,
          target: { type: "account", id: accountId },
          via: "web",
          ipPrefix: null,
        },
        at,
      );

    test("entries of the audit log go after their days, the chain still fits, and the heads are noted", async () => {
      const state = await open();
      const [old, young] = [await person(state), await person(state)];
      await append(state, old, NOW - 91 * DAY);
      await append(state, old, NOW - 90 * DAY);
      await append(state, old, NOW - 1);
      await append(state, young, NOW - 89 * DAY);
      const heads: KeptHead[] = [];
      const options = { state, auditDays: 90, onHead: (head: KeptHead) => heads.push(head) };
      await removeExpired(options, NOW);
      expect(await count(state, "audit_entry")).toBe(4);
      expect((await verifyAudit(state)).fault).toBeUndefined();
      expect(heads.map(({ stream, seq }) => [stream, seq])).toEqual(
        [
          [`acc:${old}`, 4],
          [`acc:${young}`, 1],
        ].toSorted(),
      );
      await removeExpired(options, NOW);
      expect(await count(state, "audit_entry")).toBe(4);
    });

    test("of what there is much a thousand rows go at a time, and all of it goes", async () => {
      const state = await open();
      const accountId = await person(state);
      await state.transaction(async (tx) => {
        for (let n = 0; n < 2_500; n++) await addMail(tx, { id: `mail ${n}`, sealed: "x", created_at: NOW - 4 * DAY });
        for (let n = 0; n < 1_200; n++) {
          const entry = { action: "account.profile_changed", actorId: accountId, orgId: null } as const;
          const target = { type: "account", id: accountId } as const;
          await appendAudit(tx, { ...entry, target, via: "web", ipPrefix: null }, NOW - 91 * DAY);
        }
      });
      const removed: number[] = [];
      const noting = (db: StateDatabase): StateDatabase => ({
        ...db,
        run: async (...asked) => {
          const count = await db.run(...asked);
          if (/^DELETE/.test(asked[0].text.sqlite)) removed.push(count);
          return count;
        },
      });
      const noted: StateDatabase = {
        ...noting(state),
        transaction: (work) => state.transaction((tx) => work(noting(tx))),
      };
      await removeExpired({ state: noted, auditDays: 90, onHead: () => undefined }, NOW);
      expect(Math.max(...removed)).toBe(1_000);
      expect([await count(state, "mail"), await count(state, "audit_entry")]).toEqual([0, 1]);
      expect((await verifyAudit(state)).fault).toBeUndefined();
    });

    test.each([
      ["api_key", 90, 1],
      ["mail", 3, 1],
      ["mail_token", 0, 2],
      ["session", 0, 2],
    ])("of %s goes what is older than %i days", async (table, age, left) => {
      const state = await open();
      const accountId = await person(state);
      for (const [index, at] of [NOW - age * DAY, NOW - age * DAY + 1].entries()) {
        const key = { accountId, name: `key ${index}`, scopes: ["read"], tail: "abcd", expiresAt: null } as const;
        await addApiKey(state, { ...key, id: `key_${index}`, hash: `hash ${index}`, once: null }, at);
        await revokeApiKey(state, accountId, `key_${index}`, at);
        await addMail(state, { id: `mail ${index}`, sealed: "x", created_at: at });
        const purpose = index === 0 ? "verify" : "reset";
        await addMailToken(state, { hash: `t${index}`, accountId, purpose, email: "a@b.sk", expiresAt: at }, at);
        const instants = { created_at: at, seen_at: at, authenticated_at: at, expires_at: at };
        const browser = { stage: "full", assurance: "one", ip_prefix: null, agent: "Firefox" } as const;
        await addSession(state, { hash: `s${index}`, account_id: accountId, ...instants, ...browser });
      }
      // What names its own end is over at that instant, and what is a moment younger stays.
      await removeExpired({ state, auditDays: 730, onHead: () => undefined }, age === 0 ? NOW - 1 : NOW);
      expect(await count(state, table)).toBe(left);
      await removeExpired({ state, auditDays: 730, onHead: () => undefined }, NOW + 1);
      expect(await count(state, table)).toBe(0);
    });

    test("one instance does so every night at three", async () => {
      const state = await open();
      const jobs = createJobs({
        state,
        now: () => NOW,
        random: () => 0,
        instance: "test",
        onEvent: (event) => expect.fail(JSON.stringify(event)),
      });
      defineRetentionJob(jobs, { state, auditDays: 730, onHead: () => undefined });
      await addRetentionJob(jobs, state, NOW);
      await addRetentionJob(jobs, state, NOW);
      expect((await listJobs(state)).map(({ kind, run_at }) => [kind, new Date(run_at).toISOString()])).toEqual([
        ["retention", "2026-11-23T03:00:00.000Z"],
      ]);
    });
  });
}

describeRetention("retention on SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-retention-"));
  const state = createState({ dir, now: () => NOW });
  onTestFinished(async () => {
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return state;
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeRetention("retention on PostgreSQL", async () => {
    const { url, drop } = await createTestDatabase();
    const state = createState({ dir: "", databaseUrl: url, now: () => NOW });
    onTestFinished(async () => {
      await state.close();
      await drop();
    });
    return state;
  });
});
