import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { composedSql } from "../sql.ts";
import { createState } from "../state.ts";
import { createTestDatabase, hasPostgres } from "../test-postgres.fixture.ts";
import { MIGRATIONS } from "./list.ts";

const DAY = 24 * 60 * 60_000;

/** When the app was confirmed. */
const APP = 20 * DAY;

/** A session that began at an instant; it lives for 14 days whatever its token was replaced by. */
const session = (hash: string, account: string, began: number, stage = "full") =>
  "INSERT INTO session (hash, account_id, stage, created_at, seen_at, expires_at, authenticated_at, agent) " +
  `VALUES ('${hash}', '${account}', '${stage}', ${began + 2 * DAY}, 0, ${began + 14 * DAY}, 0, '')`;

const account = (id: string, password: string) =>
  "INSERT INTO account (id, email, email_key, name, locale, password_hash, created_at) " +
  `VALUES ('${id}', '${id}@a.sk', '${id}@a.sk', '', 'sk', ${password}, 0)`;

const entry = (id: string, seq: number, at: number, action: string) =>
  "INSERT INTO audit_entry (stream, seq, id, at, action, via, details, hash) " +
  `VALUES ('acc:${id}', ${seq}, '${id}-${seq}', ${at}, '${action}', 'web', '{}', '')`;

const BEFORE = [
  account("app", "'h'"),
  account("none", "'h'"),
  account("provider", "NULL"),
  `INSERT INTO totp (account_id, sealed, confirmed_at, last_step) VALUES ('app', 's', ${APP}, 1)`,
  "INSERT INTO totp (account_id, sealed, confirmed_at, last_step) VALUES ('none', 's', NULL, 0)",
  session("after", "app", APP),
  // Its token was replaced since, but the sign-in was before the app.
  session("before", "app", APP - 1),
  session("half", "app", APP, "second_factor"),
  session("without", "none", APP),
  entry("app", 1, 5, "account.created"),
  entry("app", 2, 7, "account.password_reset"),
  entry("app", 3, 6, "account.password_changed"),
  entry("app", 4, 9, "account.profile_changed"),
  entry("provider", 1, 5, "account.created"),
];

describe.each([
  ["SQLite", true],
  ["PostgreSQL at 127.0.0.1:5432", hasPostgres],
])("what earlier sign-ins proved, on %s", (kind, isThere) => {
  test.skipIf(!isThere)("is two factors where the app was there before them, and nobody is signed out", async () => {
    const dir = mkdtempSync(join(tmpdir(), "dosah-assurance-"));
    const database = kind === "SQLite" ? undefined : await createTestDatabase();
    const place = { dir, now: Date.now, ...(database === undefined ? {} : { databaseUrl: database.url }) };
    const before = MIGRATIONS.findIndex(({ name }) => name === "assurance");
    const former = createState({
      ...place,
      migrations: MIGRATIONS.slice(0, before),
    });
    await former.open();
    for (const text of BEFORE) await former.run(composedSql(text));
    await former.close();
    const state = createState(place);
    await state.open();
    const sessions = await state.all(composedSql("SELECT hash, assurance, tries FROM session ORDER BY hash"));
    expect(sessions).toEqual([
      { hash: "after", assurance: "two", tries: 0 },
      { hash: "before", assurance: "one", tries: 0 },
      { hash: "half", assurance: "one", tries: 0 },
      { hash: "without", assurance: "one", tries: 0 },
    ]);
    expect(await state.all(composedSql("SELECT id, password_set_at FROM account ORDER BY id"))).toEqual([
      { id: "app", password_set_at: 7 },
      { id: "none", password_set_at: null },
      { id: "provider", password_set_at: null },
    ]);
    await state.close();
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  });
});
