import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { warnOfOldDrafts } from "../capabilities/assessments/old-drafts.ts";
import { newId } from "../core/random-id.ts";
import { addAccount } from "../state/accounts.ts";
import { addApiKey, revokeApiKey } from "../state/api-keys.ts";
import { addAssessment, saveAnswer } from "../state/assessments.ts";
import { appendAudit, type KeptHead, streamsBefore, verifyAudit } from "../state/audit-log.ts";
import { addIdentity } from "../state/identities.ts";
import { listJobs } from "../state/job-table.ts";
import { addMailToken } from "../state/mail-tokens.ts";
import { addMail } from "../state/mails.ts";
import { MIGRATIONS } from "../state/migrations/list.ts";
import { addOrganization } from "../state/organizations.ts";
import { addSession } from "../state/sessions.ts";
import { composedSql } from "../state/sql.ts";
import { createState, type State } from "../state/state.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { endsOf } from "../state/table-ends.ts";
import { createTestDatabase, hasPostgres } from "../state/test-postgres.fixture.ts";
import { addRetentionJob, defineRetentionJob, removeExpired } from "./retention-job.ts";
import { createJobs } from "./worker.ts";

const NOW = Date.parse("2026-11-22T20:00:00Z");
const DAY = 86_400_000;

/** What a planted row must say besides, so that the condition of an end holds; by its place in the list of the table. */
const OLD: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  "scan.0": { domain: "x.sk" },
  "assessment.0": { state: "draft" },
  "trust_evidence.0": {},
  "account.0": {},
  "trust_request.0": { state: "unconfirmed" },
  "oauth_client.0": { kind: "registered" },
  "oauth_client.1": { kind: "document" },
  "oauth_token.0": { kind: "access" },
  "oauth_token.1": { kind: "refresh" },
};

interface TableOfTest {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly isKey: boolean;
    readonly isNeeded: boolean;
  }[];
  readonly parents: readonly { readonly table: string; readonly onDelete: string }[];
}

/** The tables as the database itself tells of them. */
async function tablesOf(state: State): Promise<readonly TableOfTest[]> {
  type Row = { table: string; column: string; type: string; pk: number; needed: number };
  type Parent = { table: string; parent: string; rule: string };
  const [columns, parents] =
    state.kind === "sqlite"
      ? [
          'SELECT m.name AS "table", c.name AS "column", lower(c.type) AS type, c.pk, c."notnull" AS needed FROM sqlite_master m ' +
            "JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid",
          'SELECT m.name AS "table", f."table" AS parent, f.on_delete AS rule FROM sqlite_master m ' +
            "JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'",
        ]
      : [
          'SELECT c.table_name AS "table", c.column_name AS "column", c.data_type AS type, ' +
            "(SELECT count(*) FROM information_schema.key_column_usage k JOIN information_schema.table_constraints t " +
            "ON t.constraint_name = k.constraint_name AND t.table_schema = k.table_schema AND t.table_name = k.table_name " +
            "WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_schema = 'dosah' AND k.table_name = c.table_name " +
            "AND k.column_name = c.column_name) AS pk, CASE WHEN c.is_nullable = 'NO' THEN 1 ELSE 0 END AS needed " +
            "FROM information_schema.columns c WHERE c.table_schema = 'dosah' ORDER BY c.table_name, c.ordinal_position",
          'SELECT t.table_name AS "table", p.table_name AS parent, r.delete_rule AS rule FROM information_schema.referential_constraints r ' +
            "JOIN information_schema.table_constraints t ON t.constraint_name = r.constraint_name AND t.table_schema = r.constraint_schema " +
            "JOIN information_schema.table_constraints p ON p.constraint_name = r.unique_constraint_name AND p.table_schema = r.constraint_schema " +
            "WHERE r.constraint_schema = 'dosah'",
        ];
  const all = await state.all<Row>(composedSql(columns));
  const keys = await state.all<Parent>(composedSql(parents));
  return [...new Set(all.map(({ table }) => table))].map((name) => ({
    name,
    columns: all
      .filter(({ table }) => table === name)
      .map(({ column, type, pk, needed }) => ({ name: column, type, isKey: pk > 0, isNeeded: needed === 1 || pk > 0 })),
    parents: keys.filter(({ table }) => table === name).map(({ parent, rule }) => ({ table: parent, onDelete: rule })),
  }));
}

/** The last text of the primary key that says no end, by which a planted row is found again. */
function textKeyOf(tables: readonly TableOfTest[], table: string, end: string): string {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const found = columns.findLast(({ isKey, type, name }) => isKey && type === "text" && name !== end);
  return `"${found?.name ?? columns[0]?.name}"`;
}

/** Adds a row whose texts are all one word, with the rows that it refers to; what is there stays. */
async function plant(
  state: State,
  tables: readonly TableOfTest[],
  table: string,
  word: string,
  said: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const it = tables.find(({ name }) => name === table);
  if (it === undefined) throw new Error(table);
  for (const parent of new Set(it.parents.map((each) => each.table))) await plant(state, tables, parent, word);
  const columns = it.columns.filter(
    ({ name, isNeeded }) => isNeeded || name in said || MARKED[table]?.[name] !== undefined,
  );
  const values = columns.map(({ name, type }) => {
    if (name in said) return said[name] ?? null;
    const marked = MARKED[table]?.[name];
    if (marked !== undefined) return marked;
    if (name === "one") return 1;
    return type === "text" ? word : type === "blob" || type === "bytea" ? new Uint8Array(1) : NOW + 10_000 * DAY;
  });
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const marks = columns.map(() => "?").join(", ");
  await state.run(composedSql(`INSERT INTO ${table} (${names}) VALUES (${marks}) ON CONFLICT DO NOTHING`), ...values);
}

/** What parents say, so that they stay while their children are looked at. */
const MARKED: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  account: {},
  trust_profile: { state: "withdrawn", withdrawn_at: NOW - 30 * DAY },
  scan_target: { lease_until: 0 },
};

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
      // The head knows its oldest entry; one that an earlier program wrote is looked at, and knows it then.
      const firsts = composedSql("SELECT stream, first_at FROM audit_head ORDER BY first_at");
      const known = [
        { stream: `acc:${old}`, first_at: NOW - 90 * DAY },
        { stream: `acc:${young}`, first_at: NOW - 89 * DAY },
      ];
      expect(await state.all(firsts)).toEqual(known);
      await state.run(composedSql("UPDATE audit_head SET first_at = NULL"));
      expect(await streamsBefore(state, NOW - 90 * DAY)).toHaveLength(2);
      await removeExpired(options, NOW);
      expect(await state.all(firsts)).toEqual(known);
      expect(await streamsBefore(state, NOW - 90 * DAY)).toEqual([]);
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

    test("every table says how its rows end, and what it says is done", async () => {
      const state = await open();
      await state.open();
      const ends = endsOf(MIGRATIONS);
      const tables = await tablesOf(state);
      expect(tables.map(({ name }) => name).toSorted()).toEqual([...ends.keys()].toSorted());
      // Rows of one letter name each other: each has the parents that it needs.
      for (const { name } of tables) await plant(state, tables, name, "x");
      for (const [table, declared] of ends) {
        for (const [index, end] of declared.entries()) {
          const it = `${table}, ${JSON.stringify(end)}`;
          if ("kept" in end) expect(end.kept.length, it).toBeGreaterThan(5);
          else if ("with" in end) {
            const cascades = tables.find(({ name }) => name === table)?.parents ?? [];
            expect(cascades, it).toContainEqual({ table: end.with, onDelete: "CASCADE" });
          } else {
            const [column, days, isDay] =
              "until" in end ? [end.until, 0, false] : [end.of, end.age, end.isDay === true];
            const over = NOW - days * DAY;
            for (const [letter, at] of [
              ["o", over],
              ["y", over + (isDay ? DAY : 1)],
            ] as const) {
              const value = isDay ? new Date(at).toISOString().slice(0, 10) : at;
              const old = { ...OLD[`${table}.${index}`], [column]: isDay && letter === "o" ? "2020-01-01" : value };
              await plant(state, tables, table, `${letter} ${table} ${index}`, old);
            }
            await removeExpired({ state, auditDays: 730, onHead: () => undefined }, NOW);
            const key = textKeyOf(tables, table, column);
            const left = await state.all<{ key: string }>(composedSql(`SELECT ${key} AS key FROM ${table}`));
            const letters = left.map((row) => row.key);
            expect([it, letters.includes(`o ${table} ${index}`), letters.includes(`y ${table} ${index}`)]).toEqual([
              it,
              false,
              true,
            ]);
          }
        }
      }
    });

    test("an address that nobody confirms is free after a week, with an entry that says why", async () => {
      const state = await open();
      const add = (id: string, at: number, verified: number | null = null) => {
        const email = `${id}@firma.sk`;
        const rest = { name: "Jana", locale: "sk", password_hash: "x", email_verified_at: verified } as const;
        return addAccount(state, { id, email, email_key: email, ...rest }, at);
      };
      const week = NOW - 7 * DAY;
      for (const [id, at, verified] of [
        ["old", week],
        ["young", week + 1],
        ["confirmed", week, week],
        ["member", week],
        ["provider", week],
        ["asked", week],
      ] as const) {
        await add(id, at, verified);
      }
      await addOrganization(state, { id: "org", name: "Alfa", country: null, ico: null, created_by: "member" }, NOW);
      await addIdentity(state, { issuer: "i", subject: "s", account_id: "provider", created_at: NOW });
      const link = { hash: "t", accountId: "asked", purpose: "verify", email: "a@b.sk", expiresAt: NOW + 1 } as const;
      await addMailToken(state, link, NOW);
      for (let turn = 0; turn < 2; turn++) await removeExpired({ state, auditDays: 730, onHead: () => undefined }, NOW);
      const left = await state.all<{ id: string }>(composedSql("SELECT id FROM account ORDER BY id"));
      expect(left.map(({ id }) => id)).toEqual(["asked", "confirmed", "member", "provider", "young"]);
      const entries = await state.all<{ target_id: string; details: string }>(
        composedSql("SELECT target_id, details FROM audit_entry WHERE action = 'account.deleted'"),
      );
      expect(entries).toEqual([{ target_id: "old", details: '{"why":"never_confirmed"}' }]);
    });

    test("a draft of a questionnaire that nobody touched has a mail after 335 days, and goes 30 days later", async () => {
      const state = await open();
      const owner = await person(state);
      const org = { id: "org", name: "Alfa", country: null, ico: null, created_by: owner } as const;
      await addOrganization(state, org, NOW);
      const scope = { db: state, orgId: "org" };
      const made = { mode: "quick", questionnaire_version: "1.0", created_by: owner } as const;
      for (const id of ["left", "touched"]) await addAssessment(scope, { id, ...made, created_at: NOW });
      const touch = (id: string, at: number) =>
        saveAnswer(scope, id, {
          question_id: "bcm-01",
          answer: "yes",
          at,
          by: owner,
          replaced: null,
          replaced_by: null,
        });
      const mails: number[] = [];
      const night = async (day: number) => {
        const sealing = () => ({
          seal: (text: string) => {
            mails.push(day);
            return text;
          },
        });
        const at = NOW + day * DAY;
        const warn = (now: number) => warnOfOldDrafts(state, { sealing, baseUrl: "https://dosah.sk" }, now);
        await removeExpired({ state, auditDays: 7300, onHead: () => undefined, warn }, at);
        return (await state.all<{ id: string }>(composedSql("SELECT id FROM assessment ORDER BY id"))).map(
          ({ id }) => id,
        );
      };
      expect(await night(334)).toEqual(["left", "touched"]);
      expect(mails).toEqual([]);
      expect(await night(335)).toEqual(["left", "touched"]);
      expect(mails).toEqual([335, 335]);
      await touch("touched", NOW + 340 * DAY);
      expect(await night(364)).toEqual(["left", "touched"]);
      expect(await night(365)).toEqual(["touched"]);
      expect(mails).toHaveLength(2);
      expect(await night(340 + 335)).toEqual(["touched"]);
      expect(mails).toHaveLength(3);
      expect(await night(340 + 365)).toEqual([]);
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
