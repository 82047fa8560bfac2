import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { State } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { runDosah } from "./run-command.fixture.ts";
import { NOW, openTestServices } from "./service.fixture.ts";

const PASSWORD = "seven green tables on a roof";
const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

const kinds = hasPostgres ? (["SQLite", "PostgreSQL"] as const) : (["SQLite"] as const);

describe.each(kinds)("what was deleted after a backup, on %s", (kind) => {
  let folder: string;
  let databases: TestDatabase[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dosah-deletions-"));
    databases = [];
  });
  afterEach(async () => {
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A machine of its own, whose commands each find what the one before left. */
  async function machine(name: string) {
    const database = kind === "SQLite" ? undefined : await createTestDatabase();
    if (database !== undefined) databases.push(database);
    const state = database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY };
    const env = { DATA_DIR: join(folder, name), ...state };
    const opened = async <T>(work: (dosah: Awaited<ReturnType<typeof openTestServices>>) => Promise<T>): Promise<T> => {
      const dosah = await openTestServices({ env });
      try {
        return await work(dosah);
      } finally {
        await dosah.close();
      }
    };
    const run = (words: string, stdin?: string) =>
      opened(({ call }) => runDosah(call, [...words.split(" "), "--locale", "en"], stdin));
    const done = async (words: string, stdin?: string) => {
      const { code, out, err } = await run(words, stdin);
      expect(code, `${words}: ${err}`).toBe(0);
      return out;
    };
    return {
      dataDir: env.DATA_DIR,
      run,
      done,
      inState: <T>(look: (state: State) => Promise<T>) => opened((dosah) => look(dosah.opened.state)),
    };
  }

  type Machine = Awaited<ReturnType<typeof machine>>;

  const addPerson = ({ done }: Machine, name: string) =>
    done(`user add --email ${name}@firma.sk --password-stdin`, PASSWORD);

  /** Jana has a key, an organization of her own and one that she shares; then comes a backup, and then she goes. */
  async function prepare() {
    const here = await machine("here");
    const { done } = here;
    const jana = await addPerson(here, "jana");
    const peter = await addPerson(here, "peter");
    await done("key issue --email jana@firma.sk");
    const alone = await done("org add --name Alone --owner jana@firma.sk");
    const shared = await done("org add --name Shared --owner jana@firma.sk");
    await done(`member add --organization ${shared} --email peter@firma.sk --role member`);
    const file = join(folder, "before.backup");
    await done(`backup --to ${file}`);
    await done(`member add --organization ${shared} --email peter@firma.sk --role owner`);
    await done("user delete --email jana@firma.sk --yes");
    return { here, file, jana, peter, alone, shared };
  }

  const rowsOf = ({ inState }: Machine, table: string, accountId: string) =>
    inState((state) => state.all(composedSql(`SELECT 1 AS one FROM ${table} WHERE account_id = ?`), accountId));

  const lastOf = async ({ inState }: Machine, stream: string) => {
    const entries = await inState((state) => auditOfStream(state, stream, 0, 100));
    const entry = entries.at(-1);
    return { action: entry?.action, actor: entry?.actor_id, details: JSON.parse(entry?.details ?? "{}") };
  };

  /** Jana is gone with all that was hers alone, the entry that says so is there, and the others are as they were. */
  async function expectGone(at: Machine, { jana, peter, alone, shared }: Awaited<ReturnType<typeof prepare>>) {
    expect(await at.done("user list")).not.toContain("jana@firma.sk");
    for (const table of ["session", "api_key", "membership", "mail_token", "passkey", "identity"]) {
      expect(await rowsOf(at, table, jana), table).toEqual([]);
    }
    expect(await at.done("org list")).toBe(`${shared}  Shared`);
    expect(await at.done(`member list --organization ${shared}`)).toContain(`${peter}  member`);
    const details = { replayed: expect.stringMatching(/^evt_/), deletedAt: NOW.toISOString() };
    expect(await lastOf(at, `acc:${jana}`)).toEqual({ action: "account.deleted", actor: null, details });
    expect(await lastOf(at, `org:${shared}`)).toEqual({ action: "member.left", actor: null, details });
    expect(await lastOf(at, `org:${alone}`)).toEqual({ action: "organization.deleted", actor: null, details });
    expect((await at.run("audit verify")).code).toBe(0);
  }

  test("stays deleted after a restore over the database that knows of it, and a last owner is no reason to come back", {
    timeout: 60_000,
  }, async () => {
    const prepared = await prepare();
    const { here, file, shared } = prepared;
    const restored = await here.run(`restore --from ${file} --replace`);
    expect(restored.code, restored.err).toBe(0);
    // The backup knows Peter as a member only: nobody gets rights that nobody gave him.
    expect(restored.err.split("\n")).toEqual([
      "What was deleted after the backup was deleted again: accounts 1, organizations 1.",
      `Organization ${shared} has no owner: dosah member add --organization ${shared} --email E --role owner`,
      expect.stringMatching(/^Everybody is signed out\. The audit log is whole, entries: \d+\.$/),
    ]);
    await expectGone(here, prepared);
    await here.done(`member add --organization ${shared} --email peter@firma.sk --role owner`);
    // Who signs up anew is somebody else, whom a further restore leaves alone.
    const anew = await addPerson(here, "jana");
    const later = join(folder, "later.backup");
    await here.done(`backup --to ${later}`);
    await here.done(`restore --from ${later} --replace`);
    expect(await here.done("user list")).toContain(anew);
  });

  test("stays deleted on another machine by a list that was kept, which holds ids alone, or by a later backup", {
    timeout: 60_000,
  }, async () => {
    const prepared = await prepare();
    const { here, file, jana, alone } = prepared;
    const list = join(folder, "deletions.json");
    const text = await here.done("audit deletions --json");
    writeFileSync(list, text);
    const at = NOW.toISOString();
    const entry = expect.stringMatching(/^evt_/);
    const deletions = JSON.parse(text).deletions;
    expect(deletions).toHaveLength(2);
    expect(deletions).toContainEqual({ entry, action: "account.deleted", target: jana, at });
    expect(deletions).toContainEqual({ entry, action: "organization.deleted", target: alone, at });
    expect(await here.done("audit deletions")).toContain(`${at}  account.deleted  ${jana}`);
    const later = join(folder, "later.backup");
    await here.done(`backup --to ${later}`);

    const without = await machine("without");
    await without.done(`restore --from ${file}`);
    expect(await without.done("user list")).toContain("jana@firma.sk");

    for (const known of [list, later]) {
      const other = await machine(`by ${known === list ? "list" : "backup"}`.replace(" ", "-"));
      const answer = JSON.parse(await other.done(`restore --from ${file} --replay-deletions ${known} --json`));
      expect(answer).toMatchObject({
        replayed: { accounts: [jana], organizations: [alone], withoutOwner: [prepared.shared] },
        formerLog: "none",
      });
      await expectGone(other, prepared);
    }
  });

  test("comes back where the operator asks for it, and a file that is no list changes nothing", {
    timeout: 120_000,
  }, async () => {
    const { here, file, jana } = await prepare();
    for (const text of ["", "{}", '{"deletions":[{"target":"everybody"}]}', "SELECT 1;"]) {
      const wrong = join(folder, "wrong.json");
      writeFileSync(wrong, text);
      expect(await here.run(`restore --from ${file} --replace --replay-deletions ${wrong}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining("no list of deleted accounts"),
      });
    }
    expect(await here.done("user list")).not.toContain("jana@firma.sk");
    await here.done(`restore --from ${file} --replace --undelete`);
    expect(await here.done("user list")).toContain(jana);
    expect(await rowsOf(here, "api_key", jana)).toHaveLength(1);
  });

  test.runIf(kind === "SQLite")("is reported where the damaged database cannot be read", async () => {
    const { here, file } = await prepare();
    const state = join(here.dataDir, "state.db");
    writeFileSync(state, readFileSync(state).fill(0x58, 0, 4_096));
    expect(await here.run(`restore --from ${file} --replace`)).toMatchObject({
      code: 0,
      err: expect.stringContaining("could not be read, so what was deleted in it after the backup is back"),
    });
  });
});
