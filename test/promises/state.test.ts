import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { createState } from "../../src/state/state.ts";
import { startTcpProxy } from "../../src/state/tcp-proxy.fixture.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { runDosah } from "./run-command.fixture.ts";
import { openTestServices, startTestService, type TestService, type TestServices } from "./service.fixture.ts";

const KEY = Buffer.alloc(32, 1).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 2).toString("base64");

let folder: string;
let opened: (TestServices | TestService)[];
let databases: TestDatabase[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dosah-state-"));
  opened = [];
  databases = [];
});
afterEach(async () => {
  for (const each of opened) await each.close();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** An operator's terminal over an empty state. */
async function terminal(env: Readonly<Record<string, string>> = {}) {
  const dosah = await openTestServices({ env });
  opened.push(dosah);
  return { dosah, run: (...words: string[]) => runDosah(dosah.call, [...words, "--locale", "en"]) };
}

async function service(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const dosah = await startTestService({ env });
  opened.push(dosah);
  return dosah;
}

async function database(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  databases.push(made);
  return made;
}

const ready = async (dosah: TestService) => (await dosah.fetch("/readyz")).json();

describe("an operator", () => {
  test("sees what is missing, migrates ahead of a roll-out, and a second time nothing is missing", async () => {
    const { run } = await terminal();
    const names = MIGRATIONS.map(({ version, name }) => `${String(version).padStart(4)}  ${name}`);
    expect((await run("state", "status")).out.split("\n")).toEqual([
      `SQLite  0/${MIGRATIONS.length}`,
      ...names.map((name) => `${name}  missing`),
    ]);
    expect(await run("state", "migrate")).toMatchObject({ code: 0, out: names.join("\n") });
    expect(JSON.parse((await run("state", "status", "--json")).out)).toMatchObject({
      database: "sqlite",
      version: MIGRATIONS.length,
      missing: [],
    });
    const again = await terminal();
    await again.run("state", "migrate");
    expect(await again.run("state", "status")).toMatchObject({ code: 0 });
  });

  test("writes a backup, checks it and restores it; the key of secrets is in it only when asked for", async () => {
    const { run, dosah } = await terminal({ SECRETS_KEY: KEY });
    const file = join(folder, "a.backup");
    const written = await run("backup", "--to", file);
    expect(written).toMatchObject({ code: 0, err: expect.stringContaining("SECRETS_KEY") });
    expect(written.out).toContain("rows, checked");
    expect(await run("backup", "--check", file)).toMatchObject({ code: 0, out: written.out, err: "" });
    await dosah.opened.state.close();
    const target = await terminal({ SECRETS_KEY: OTHER_KEY });
    expect(await target.run("restore", "--from", file)).toMatchObject({ code: 0, out: written.out });

    const whole = await terminal({ SECRETS_KEY: KEY });
    const passphrase = join(folder, "passphrase");
    writeFileSync(passphrase, "tajné heslo\n");
    const sealed = join(folder, "b.backup");
    const words = ["--with-secrets", "--passphrase-file", passphrase];
    expect(await whole.run("backup", "--to", sealed, ...words)).toMatchObject({ code: 0, err: "" });
    const fresh = await terminal();
    expect(await fresh.run("restore", "--from", sealed)).toMatchObject({ code: 2 });
    expect(await fresh.run("restore", "--from", sealed, "--passphrase-file", passphrase)).toMatchObject({ code: 0 });
    const key = join(fresh.dosah.dir, "data", "secrets.key");
    expect(readFileSync(key, "utf8").trim()).toBe(KEY);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const refused = await target.run("restore", "--from", sealed, "--passphrase-file", passphrase, "--replace");
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("another SECRETS_KEY") });
  }, 60_000);

  test("learns what is wrong with a file, and nothing is changed", async () => {
    const { run } = await terminal();
    const file = join(folder, "a.backup");
    await run("backup", "--to", file);
    expect(await run("backup", "--to", file)).toMatchObject({ code: 2, err: expect.stringContaining("already") });
    writeFileSync(file, readFileSync(file).subarray(0, 200));
    expect(await run("backup", "--check", file)).toMatchObject({ code: 1 });
    expect(await run("restore", "--from", file)).toMatchObject({ code: 1 });
    expect(await run("restore", "--from", join(folder, "nothing"))).toMatchObject({ code: 1 });
    expect(await run("backup", "--to", join(folder, "no", "folder"))).toMatchObject({ code: 1 });
    expect(await run("backup")).toMatchObject({ code: 2 });
    expect(await run("restore")).toMatchObject({ code: 2 });
    const empty = join(folder, "empty");
    writeFileSync(empty, "\n");
    expect(await run("backup", "--to", join(folder, "c"), "--passphrase-file", empty)).toMatchObject({ code: 2 });
  });

  test("cannot restore over the file of a service that runs", async () => {
    const { run } = await terminal();
    const file = join(folder, "a.backup");
    await run("backup", "--to", file);
    // The backup has opened the state, as a service does.
    expect(await run("restore", "--from", file)).toMatchObject({
      code: 1,
      err: expect.stringContaining("A running Dosah uses the database."),
    });
  });

  test.skipIf(!hasPostgres)("moves to a PostgreSQL server at 127.0.0.1:5432 and back with a backup", async () => {
    const first = await terminal();
    const saved = { sourceId: "a", url: null, etag: null, lastModified: null, askedAt: 1, answeredAt: 1 };
    const record = JSON.stringify({ ...saved, failedAt: null, failure: null, failuresInARow: 0, nextAt: 2 });
    await first.dosah.opened.state.open();
    const db = new DatabaseSync(join(first.dosah.dir, "data", "state.db"));
    db.prepare("INSERT INTO feed_source (source, body) VALUES ('a', ?)").run(record);
    db.close();
    const up = join(folder, "up.backup");
    await first.run("backup", "--to", up);
    const { url } = await database();
    const second = await terminal({ DATABASE_URL: url, SECRETS_KEY: KEY });
    expect(await second.run("restore", "--from", up)).toMatchObject({ code: 0 });
    expect((await second.run("state", "status")).out).toContain(
      `PostgreSQL  ${MIGRATIONS.length}/${MIGRATIONS.length}`,
    );
    const down = join(folder, "down.backup");
    await second.run("backup", "--to", down);
    const third = await terminal();
    expect(await third.run("restore", "--from", down)).toMatchObject({ code: 0 });
    const back = new DatabaseSync(join(third.dosah.dir, "data", "state.db"));
    expect(back.prepare("SELECT body FROM feed_source").all()).toEqual([{ body: record }]);
    back.close();
  });
});

describe("a service", () => {
  test("says how its state and its jobs are, and who it is", async () => {
    const dosah = await service({ INSTANCE: "dosah-1" });
    expect(await ready(dosah)).toMatchObject({ ready: true, instance: "dosah-1", state: "ok", jobs: "off" });
    const working = await service({ BACKUP_TO: folder });
    expect(await ready(working)).toMatchObject({ state: "ok", jobs: "ok" });
  });

  test("that does jobs only has no pages and no interfaces", async () => {
    const dosah = await service({ ROLE: "worker" });
    const status = async (path: string, init?: RequestInit) => (await dosah.fetch(path, init)).status;
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
    expect([
      await status("/sk"),
      await status("/api/frameworks"),
      await status("/api/mcp", { method: "POST" }),
    ]).toEqual([404, 404, 404]);
  });

  test("does not start on a state that is newer, and says so in one line", async () => {
    const dir = join(folder, "data");
    const newer = createState({
      dir,
      now: Date.now,
      migrations: [...MIGRATIONS, { version: MIGRATIONS.length + 1, name: "later", text: "SELECT 1" }],
    });
    await newer.open();
    await newer.close();
    await expect(startTestService({ env: { DATA_DIR: dir } })).rejects.toThrow(
      /^The state database has layout \d+, and this version of Dosah knows layout \d+: start a newer one\.$/,
    );
  });

  test("with a damaged state serves the public half and says so", async () => {
    const dir = join(folder, "data");
    const state = createState({ dir, now: Date.now });
    await state.open();
    await state.close();
    writeFileSync(join(dir, "state.db"), "this is no database".repeat(500));
    const dosah = await service({ DATA_DIR: dir });
    expect(await ready(dosah)).toMatchObject({ ready: true, state: "damaged" });
    expect((await dosah.fetch("/api/opendata/regulatory-feed")).status).toBe(200);
    expect(readFileSync(join(dir, "state.db"), "utf8")).toContain("this is no database");
  });

  test.skipIf(!hasPostgres)(
    "without its PostgreSQL server at 127.0.0.1:5432 starts, serves, and has its state once the server is there",
    async () => {
      const { name } = await database();
      const proxy = await startTcpProxy({ host: "127.0.0.1", port: 5432 });
      proxy.cut();
      const databaseUrl = `postgres://postgres@127.0.0.1:${proxy.port}/${name}`;
      const dosah = await service({ DATABASE_URL: databaseUrl, SECRETS_KEY: KEY });
      expect(await ready(dosah)).toMatchObject({ ready: true, state: "down" });
      expect((await dosah.fetch("/sk")).status).toBe(200);
      expect((await dosah.fetch("/api/opendata/regulatory-feed")).status).toBe(200);
      proxy.restore();
      await expect.poll(async () => (await ready(dosah)).state, { timeout: 12_000 }).toBe("ok");
      proxy.cut();
      await expect.poll(async () => (await ready(dosah)).state, { timeout: 12_000 }).not.toBe("ok");
      const begun = performance.now();
      expect((await dosah.fetch("/sk")).status).toBe(200);
      expect((await dosah.fetch("/api/opendata/regulatory-feed")).status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(2_000);
      expect(dosah.logged.join("")).not.toContain(databaseUrl);
      proxy.restore();
      await expect.poll(async () => (await ready(dosah)).state, { timeout: 12_000 }).toBe("ok");
      await dosah.close();
      opened.pop();
      await proxy.close();
    },
    60_000,
  );
});
