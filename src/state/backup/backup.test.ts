import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "../migrations/list.ts";
import type { Migration } from "../migrations/migration.ts";
import { spend } from "../spent.ts";
import { sql } from "../sql.ts";
import { createState, type State } from "../state.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../test-postgres.fixture.ts";
import { rehearseRestore } from "./rehearse.ts";
import { restoreBackup } from "./restore.ts";
import { BACKUP_TABLES, type BackupTable, NOT_IN_BACKUP } from "./tables.ts";
import { checkBackup, tableRows, writeBackup } from "./write-backup.ts";

/** Two tables that every write changes together, as a change and its entry in the audit log do. */
const PAIR: Migration = {
  version: MIGRATIONS.length + 1,
  name: "pair",
  text: `
    CREATE TABLE example (id text PRIMARY KEY, name text, n integer NOT NULL, picture blob) STRICT;
    CREATE TABLE entry (
      account text NOT NULL REFERENCES example (id), seq integer NOT NULL, note text, PRIMARY KEY (account, seq)
    ) STRICT, WITHOUT ROWID`,
};
const LATER: Migration = {
  version: PAIR.version + 1,
  name: "later",
  text: "ALTER TABLE example ADD COLUMN more integer NOT NULL DEFAULT 7",
};
const migrations = [...MIGRATIONS, PAIR];
const tables: readonly BackupTable[] = [
  ...BACKUP_TABLES,
  { name: "example", columns: ["id", "name", "n", "picture"], key: ["id"], isEntered: true },
  { name: "entry", columns: ["account", "seq", "note"], key: ["account", "seq"] },
];

const ADD = sql("INSERT INTO example (id, name, n, picture) VALUES (?, ?, ?, ?)");
const NOTE = sql("INSERT INTO entry (account, seq, note) VALUES (?, ?, ?)");
const ADD_JOB = sql(
  "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at) " +
    "VALUES (?, ?, ?, 1, 0, 0, '', 'null', 1)",
);

/** A database of a test: an empty one of its kind. */
interface Target {
  readonly dir: string;
  readonly databaseUrl?: string;
}

let folder: string;
let file: string;
let databases: TestDatabase[];
let states: State[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dosah-backup-"));
  file = join(folder, "state.backup");
  databases = [];
  states = [];
});
afterEach(async () => {
  for (const state of states) await state.close();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function target(kind: "sqlite" | "postgres"): Promise<Target> {
  const dir = join(folder, randomBytes(4).toString("hex"));
  if (kind === "sqlite") return { dir };
  const database = await createTestDatabase();
  databases.push(database);
  return { dir, databaseUrl: database.url };
}

function open(where: Target, steps: readonly Migration[] = migrations): State {
  const state = createState({ ...where, now: Date.now, migrations: steps });
  states.push(state);
  return state;
}

const now = () => new Date("2026-11-22T02:30:00Z");

const write = (state: State, more: Partial<Parameters<typeof writeBackup>[0]> = {}) =>
  writeBackup({ state, to: file, settings: ["DATA_DIR"], program: "0.1.0", now, tables, ...more });

const restore = (where: Target, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
  restoreBackup({ ...where, from: file, isReplacing: false, now: Date.now, migrations, tables, ...more });

/** Writes one example and its entry, as one. */
async function enter(state: State, n: number): Promise<void> {
  await state.transaction(async (tx) => {
    await tx.run(
      ADD,
      `acc_${n}`,
      n % 5 === 0 ? null : `Žofia "${n}"\n\u{1F680}`,
      n,
      n % 3 === 0 ? randomBytes(40) : null,
    );
    await tx.run(NOTE, `acc_${n}`, n, `entered ${n}`);
  });
}

async function rowsOf(state: State): Promise<Record<string, unknown[]>> {
  return state.snapshot(async (tx) => {
    const all: Record<string, unknown[]> = {};
    for (const table of tables) {
      const rows: unknown[] = [];
      for await (const row of tableRows(tx, table)) {
        rows.push(row.map((value) => (value instanceof Uint8Array ? [...value] : value)));
      }
      all[table.name] = rows;
    }
    return all;
  });
}

const kinds = hasPostgres ? (["sqlite", "postgres"] as const) : (["sqlite"] as const);

describe.each(kinds)("a backup of %s", (kind) => {
  const other = kind === "sqlite" && hasPostgres ? "postgres" : "sqlite";

  test(`under a hundred writes a second is one instant, and is the same row by row in ${other}`, async () => {
    const state = open(await target(kind));
    await state.open();
    for (let n = 0; n < 1_200; n++) await enter(state, n);
    let written = 1_200;
    let isOver = false;
    const begun = performance.now();
    const writing = (async () => {
      for (; !isOver; written++) {
        await enter(state, written);
        await sleep(Math.max(0, (written - 1_200) * 10 - (performance.now() - begun)));
      }
    })();
    await sleep(100);
    const report = await write(state);
    const after = written;
    await sleep(100);
    isOver = true;
    await writing;
    const held = Object.fromEntries(report.header.tables.map(({ name, rows }) => [name, rows]));
    expect(held.example).toBe(held.entry);
    expect(held.example).toBeGreaterThan(1_200);
    expect(held.example).toBeLessThanOrEqual(after);
    expect(written).toBeGreaterThan(after);

    const where = await target(other);
    expect(await restore(where)).toMatchObject(report);
    const there = await rowsOf(open(where));
    const here = await rowsOf(state);
    // Rows come in the order of their writing, so those of the backup are those that were there first.
    const firstOf = (table: string, column: number) =>
      here[table]?.filter((row) => Number((row as unknown[])[column]) < (held.example ?? 0));
    expect(there.example).toEqual(firstOf("example", 2));
    expect(there.entry).toEqual(firstOf("entry", 1));
    expect(there.feed_revision).toEqual(here.feed_revision);
  });

  test("that is older than the program goes through the migrations that came after it", async () => {
    const state = open(await target(kind));
    await enter(state, 1);
    await write(state);
    const where = await target(kind);
    await restore(where, { migrations: [...migrations, LATER] });
    const restored = open(where, [...migrations, LATER]);
    expect(await restored.open()).toEqual([]);
    expect(await restored.get(sql("SELECT n, more FROM example"))).toEqual({ n: 1, more: 7 });
  });

  test("that is newer than the program is refused, and nothing is changed", async () => {
    const state = open(await target(kind), [...migrations, LATER]);
    await enter(state, 1);
    await write(state);
    const where = await target(kind);
    await expect(restore(where)).rejects.toMatchObject({ trouble: "newer" });
    expect((await open(where).status()).version).toBe(0);
  });

  test("does not go over what people entered, unless that is asked for", async () => {
    const where = await target(kind);
    const state = open(where);
    await enter(state, 1);
    await write(state);
    await enter(state, 2);
    await state.close();
    await expect(restore(where)).rejects.toMatchObject({ trouble: "not_empty" });
    expect((await rowsOf(open(where))).example).toHaveLength(2);
    for (const each of states) await each.close();
    await restore(where, { isReplacing: true });
    expect((await rowsOf(open(where))).example).toHaveLength(1);
  });

  test("goes over what nobody entered", async () => {
    const state = open(await target(kind));
    await enter(state, 1);
    await write(state);
    const where = await target(kind);
    const fresh = open(where);
    await fresh.run(sql("UPDATE feed_revision SET revision = 5"));
    await fresh.close();
    await restore(where);
    expect(await rowsOf(open(where))).toEqual(await rowsOf(state));
  });

  test("leaves out the jobs of feeds, which every start makes anew", async () => {
    const state = open(await target(kind));
    await state.run(ADD_JOB, "job_1", "feed.source", "a");
    await state.run(ADD_JOB, "job_2", "mail.send", "b");
    expect((await write(state)).header.tables.find(({ name }) => name === "job")?.rows).toBe(1);
  });

  test("that fails in the middle of a restore changes nothing", async () => {
    const state = open(await target(kind));
    await enter(state, 1);
    await write(state);
    const where = await target(kind);
    const used = open(where);
    await used.run(sql("UPDATE feed_revision SET revision = 5"));
    await used.close();
    const broken = { ...LATER, text: "INSERT INTO no_such_table VALUES (1)" };
    await expect(restore(where, { migrations: [...migrations, broken] })).rejects.toMatchObject({ kind: "other" });
    expect((await rowsOf(open(where))).feed_revision).toEqual([[1, 5]]);
    expect(readdirSync(folder).filter((name) => name.includes("restored"))).toEqual([]);
  });

  test("that is rehearsed is compared row by row, and leaves nothing behind", async () => {
    const state = open(await target(kind), MIGRATIONS);
    await state.open();
    await state.run(ADD_JOB, "job_1", "mail.send", "b");
    await writeBackup({ state, to: file, settings: [], program: "0.1.0", now, passphrase: "correct horse" });
    const rehearsed = await rehearseRestore({ from: file, passphrase: "correct horse", folder, now: Date.now });
    expect(rehearsed).toMatchObject({ rows: 2, auditEntries: 0, auditFault: null });
    await expect(rehearseRestore({ from: file, folder, now: Date.now })).rejects.toMatchObject({
      trouble: "needs_passphrase",
    });
    expect(readdirSync(folder).filter((name) => name.includes("rehearsal"))).toEqual([]);
  });

  test("makes a secret that was given out before the restore count as used", async () => {
    const state = open(await target(kind), MIGRATIONS);
    await state.open();
    await writeBackup({ state, to: file, settings: [], program: "0.1.0", now });
    const where = await target(kind);
    const at = Date.now();
    await restoreBackup({ ...where, from: file, isReplacing: false, now: () => at });
    const restored = open(where, MIGRATIONS);
    const once = (secret: string, from: number) => spend(restored, { secret, from, until: at + 60_000 });
    expect(await once("a", at - 1)).toBe(false);
    expect(await once("b", at)).toBe(true);
    expect(await once("b", at)).toBe(false);
  });

  test("names every table that there is, with its columns and its key", async () => {
    const state = open(await target(kind), MIGRATIONS);
    await state.open();
    for (const { name, columns, key } of BACKUP_TABLES) {
      const info =
        kind === "sqlite"
          ? sql(`SELECT name, pk FROM pragma_table_info('${name}')`)
          : sql(
              `SELECT a.attname AS name, coalesce(array_position(i.indkey, a.attnum), -1) + 1 AS pk FROM pg_attribute a
               LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
               WHERE a.attrelid = 'dosah.${name}'::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
            );
      const found = await state.all<{ name: string; pk: number }>(info);
      expect([...columns].toSorted(), name).toEqual(found.map((each) => each.name).toSorted());
      const primary = found.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
      expect([...key], name).toEqual(primary.map((each) => each.name));
    }
    const all =
      kind === "sqlite"
        ? sql("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        : sql("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'dosah'");
    const there = (await state.all<{ name: string }>(all)).map(({ name }) => name);
    expect(there.toSorted()).toEqual(
      [...BACKUP_TABLES.map(({ name }) => name), ...Object.keys(NOT_IN_BACKUP)].toSorted(),
    );
  });
});

test.skipIf(hasPostgres)("backups of PostgreSQL are not examined: there is no server at 127.0.0.1:5432", () => {});

describe("the file of a backup", () => {
  let state: State;

  beforeEach(async () => {
    state = open(await target("sqlite"));
    for (let n = 0; n < 20; n++) await enter(state, n);
  });

  const damaged = (bytes: Buffer, at: number): Buffer => {
    const corrupted = Buffer.from(bytes);
    corrupted[at] = (corrupted[at] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
    return corrupted;
  };

  test("can be read by other programs: lines in zstd, a magic one, a header, the rows, their checksum", async () => {
    await write(state);
    const text = zstdDecompressSync(readFileSync(file)).toString();
    const lines = text.split("\n");
    expect(lines[0]).toBe("DOSAH-BACKUP 1");
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      program: "0.1.0",
      schema: migrations.length,
      at: "2026-11-22T02:30:00.000Z",
      settings: ["DATA_DIR"],
    });
    expect(JSON.parse(lines[1] ?? "")).not.toHaveProperty("secretsKey");
    const end = text.lastIndexOf("sha256 ");
    expect(text.slice(end)).toBe(`sha256 ${createHash("sha256").update(text.slice(0, end)).digest("hex")}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("is refused for each of a thousand wrong bytes, and the state stays as it was", async () => {
    await write(state);
    const sound = readFileSync(file);
    for (let round = 0; round < 1_000; round++) {
      const at =
        round < sound.length && round % 2 === 0 ? round % sound.length : Math.floor(Math.random() * sound.length);
      writeFileSync(file, damaged(sound, at));
      await expect(checkBackup(file), `byte ${at}`).rejects.toMatchObject({ name: "BackupError" });
    }
    await expect(restore(await target("sqlite"))).rejects.toMatchObject({ name: "BackupError" });
    writeFileSync(file, sound);
    expect((await checkBackup(file)).rows).toBe(41);
  });

  test("is refused when it was cut anywhere, or when something stands behind it", async () => {
    await write(state);
    const sound = readFileSync(file);
    for (let length = 0; length < sound.length; length += 7) {
      writeFileSync(file, sound.subarray(0, length));
      await expect(checkBackup(file), `${length} bytes`).rejects.toMatchObject({ name: "BackupError" });
    }
    writeFileSync(file, Buffer.concat([sound, Buffer.from("\n")]));
    await expect(checkBackup(file)).rejects.toMatchObject({ name: "BackupError" });
    writeFileSync(file, Buffer.concat([sound, sound]));
    await expect(checkBackup(file)).rejects.toMatchObject({ name: "BackupError" });
  });

  test("of another kind is no backup", async () => {
    writeFileSync(file, "SELECT 1;\n".repeat(100));
    await expect(checkBackup(file)).rejects.toMatchObject({ trouble: "no_backup" });
    await expect(checkBackup(join(folder, "nothing"))).rejects.toMatchObject({ trouble: "no_file" });
  });

  test("is never written over", async () => {
    writeFileSync(file, "another file");
    await expect(write(state)).rejects.toMatchObject({ trouble: "exists" });
    expect(readFileSync(file, "utf8")).toBe("another file");
  });

  test("that cannot be written is an error, and nothing is left", async () => {
    await expect(write(state, { to: join(folder, "no", "folder") })).rejects.toMatchObject({ trouble: "not_written" });
  });

  test("holds the key of secrets only where it was asked for, and gives it back before anything changes", async () => {
    const secretsKey = Buffer.alloc(32, 1).toString("base64");
    expect(await write(state, { secretsKey })).toMatchObject({ hasSecretsKey: true });
    const given: string[] = [];
    await restore(await target("sqlite"), { onSecretsKey: async (key) => void given.push(key) });
    expect(given).toEqual([secretsKey]);
    const where = await target("sqlite");
    const refuse = async () => {
      throw new Error("another key is there");
    };
    await expect(restore(where, { onSecretsKey: refuse })).rejects.toThrow("another key");
    expect((await open(where).status()).version).toBe(0);
  });

  describe("that is encrypted", () => {
    const passphrase = "správny kôň batéria";

    test("is read with its passphrase only, and shows nothing of its content", async () => {
      const report = await write(state, { passphrase });
      expect(readFileSync(file).includes("example")).toBe(false);
      expect(await checkBackup(file, passphrase)).toEqual(report);
      await expect(checkBackup(file)).rejects.toMatchObject({ trouble: "needs_passphrase" });
      await expect(checkBackup(file, `${passphrase} `)).rejects.toMatchObject({ trouble: "wrong_passphrase" });
      const where = await target("sqlite");
      await restore(where, { passphrase });
      expect(await rowsOf(open(where))).toEqual(await rowsOf(state));
    });

    test("is refused when a byte is wrong, when it was cut between two chunks, or when they were moved", {
      timeout: 60_000,
    }, async () => {
      for (let n = 100; n < 400; n++) {
        await state.run(ADD, `large_${n}`, randomBytes(600).toString("base64"), n, null);
      }
      await write(state, { passphrase });
      const sound = readFileSync(file);
      const head = 25 + 16;
      const chunk = 64 * 1024 + 16;
      expect(sound.length).toBeGreaterThan(head + 2 * chunk);
      const wrong = [
        ...[head + 5, head + chunk + 5].map((at) => damaged(sound, at)),
        sound.subarray(0, head + chunk),
        Buffer.concat([
          sound.subarray(0, head),
          sound.subarray(head + chunk, head + 2 * chunk),
          sound.subarray(head, head + chunk),
          sound.subarray(head + 2 * chunk),
        ]),
      ];
      for (const bytes of wrong) {
        writeFileSync(file, bytes);
        await expect(checkBackup(file, passphrase)).rejects.toMatchObject({ name: "BackupError" });
      }
    });
  });

  test("that is cut off by kill -9 is no file, and the next one is written all the same", async () => {
    for (let n = 1_000; n < 1_400; n++) {
      await state.run(ADD, `large_${n}`, randomBytes(20_000).toString("base64"), n, null);
    }
    const dir = states[0] === undefined ? "" : readdirSync(folder)[0];
    const child = spawn(process.execPath, [
      fileURLToPath(new URL("./backup-process.fixture.ts", import.meta.url)),
      JSON.stringify({ dir: join(folder, dir ?? ""), to: file, tables, migrations }),
    ]);
    const partBytes = () => (existsSync(`${file}.part`) ? statSync(`${file}.part`).size : 0);
    await expect.poll(partBytes, { timeout: 10_000, interval: 1 }).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    expect(existsSync(file)).toBe(false);
    await write(state);
    expect((await checkBackup(file)).rows).toBeGreaterThan(400);
  });
});

describe("a restore into SQLite", () => {
  test("is refused while a service holds the file, and afterwards the service sees what was restored", async () => {
    const state = open(await target("sqlite"));
    await enter(state, 1);
    await write(state);
    const where = await target("sqlite");
    const service = open(where);
    await enter(service, 7);
    await expect(restore(where, { isReplacing: true })).rejects.toMatchObject({ trouble: "in_use" });
    await service.close();
    await restore(where, { isReplacing: true });
    expect((await rowsOf(open(where))).example).toEqual((await rowsOf(state)).example);
  });

  test("takes the place of a damaged file when that is asked for", async () => {
    const state = open(await target("sqlite"));
    await enter(state, 1);
    await write(state);
    const where = await target("sqlite");
    const damaged = open(where);
    await damaged.open();
    await damaged.close();
    writeFileSync(join(where.dir, "state.db"), "this is no database".repeat(500));
    await expect(restore(where)).rejects.toMatchObject({ trouble: "not_empty" });
    await restore(where, { isReplacing: true });
    expect((await rowsOf(open(where))).example).toHaveLength(1);
  });
});
