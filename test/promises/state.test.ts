import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createService } from "../../src/service.ts";
import { addApiKey } from "../../src/state/api-keys.ts";
import { appendAudit } from "../../src/state/audit-log.ts";
import { addJob, claimJob, claimStatement, NEVER, retryJob } from "../../src/state/job-table.ts";
import { addMailToken } from "../../src/state/mail-tokens.ts";
import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { NOW as HELD, keyOf, privateState } from "../../src/state/private-state.fixture.ts";
import { addSession } from "../../src/state/sessions.ts";
import { sql } from "../../src/state/sql.ts";
import { createState } from "../../src/state/state.ts";
import { startTcpProxy } from "../../src/state/tcp-proxy.fixture.ts";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { runDosah } from "./run-command.fixture.ts";
import {
  type Json,
  NOW,
  openTestServices,
  startTestService,
  type TestService,
  type TestServices,
} from "./service.fixture.ts";

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
  const dosah = await openTestServices({ env, isFirstStart: true });
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
    expect(written.out).toMatch(/ 1 row, checked$/);
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
    const open = await whole.run("backup", "--to", join(folder, "c.backup"), "--with-secrets");
    expect(open).toMatchObject({ code: 0, err: expect.stringContaining("nothing encrypts it") });
    const fresh = await terminal();
    expect(await fresh.run("restore", "--from", sealed)).toMatchObject({ code: 2 });
    expect(await fresh.run("restore", "--from", sealed, "--passphrase-file", passphrase)).toMatchObject({ code: 0 });
    const key = join(fresh.dosah.dir, "data", "secrets.key");
    expect(readFileSync(key, "utf8").trim()).toBe(KEY);
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const refused = await target.run("restore", "--from", sealed, "--passphrase-file", passphrase, "--replace");
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("another SECRETS_KEY") });
  });

  test.each(hasPostgres ? ["sqlite", "postgres"] : ["sqlite"])(
    "restores accounts and keys, ends every session and link, and has the audit log recomputed (%s)",
    async (kind) => {
      const env = async (): Promise<Record<string, string>> =>
        kind === "sqlite" ? {} : { DATABASE_URL: (await database()).url, SECRETS_KEY: KEY };
      const from = await terminal(await env());
      const { state } = from.dosah.opened;
      const examined = privateState(() => state);
      await state.open();
      const { id } = await examined.person();
      await addApiKey(state, keyOf(id, "hash-of-a-key"), HELD);
      const browser = { stage: "full", assurance: "one", ip_prefix: null, agent: "Firefox" } as const;
      const times = { created_at: HELD, seen_at: HELD, expires_at: HELD * 2, authenticated_at: HELD };
      await addSession(state, { hash: "s", account_id: id, ...browser, ...times });
      await addMailToken(
        state,
        { hash: "m", accountId: id, purpose: "reset", email: "a@b.sk", expiresAt: HELD * 2 },
        HELD,
      );
      const event = { actorId: id, orgId: null, target: null, via: "web", ipPrefix: null, details: {} } as const;
      await state.transaction(async (tx) => void (await appendAudit(tx, { ...event, action: "key.issue" }, HELD)));
      const file = join(folder, "state.backup");
      expect(await from.run("backup", "--to", file)).toMatchObject({ code: 0 });
      const to = await terminal(await env());
      const restored = await to.run("restore", "--from", file);
      expect(restored).toMatchObject({ code: 0, err: "Everybody is signed out. The audit log is whole, entries: 1." });
      const after = privateState(() => to.dosah.opened.state);
      for (const [table, rows] of Object.entries({
        account: 1,
        api_key: 1,
        audit_entry: 1,
        session: 0,
        mail_token: 0,
      })) {
        expect([table, await after.count(table)]).toEqual([table, rows]);
      }
      // One that was changed behind our back is reported, and restored all the same.
      await to.dosah.opened.state.run(sql("UPDATE audit_entry SET action = 'account.delete'"));
      const changed = join(folder, "changed.backup");
      await to.run("backup", "--to", changed);
      const last = await terminal(await env());
      expect(await last.run("restore", "--from", changed)).toMatchObject({
        code: 0,
        err: expect.stringMatching(/was broken already in the backup: \S+ 1\.$/),
      });
    },
    60_000,
  );

  test("learns what is wrong with a file, and nothing is changed", async () => {
    const { run } = await terminal();
    const file = join(folder, "a.backup");
    await run("backup", "--to", file);
    expect(await run("backup", "--to", file)).toMatchObject({ code: 1, err: expect.stringContaining("already") });
    writeFileSync(file, readFileSync(file).subarray(0, 200));
    expect(await run("backup", "--check", file)).toMatchObject({ code: 1 });
    expect(await run("restore", "--from", file)).toMatchObject({ code: 1 });
    expect(await run("restore", "--from", join(folder, "nothing"))).toMatchObject({ code: 1 });
    expect(await run("backup", "--to", join(folder, "no", "folder"))).toMatchObject({ code: 1 });
    expect(await run("backup")).toMatchObject({ code: 2 });
    expect(await run("restore")).toMatchObject({ code: 2 });
    const empty = join(folder, "empty");
    writeFileSync(empty, "\n");
    expect(await run("backup", "--to", join(folder, "c"), "--passphrase-file", empty)).toMatchObject({ code: 1 });
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

describe("an operator's jobs", () => {
  test("are listed, those that failed too, and one that was given up is done anew on demand", async () => {
    const { dosah, run } = await terminal();
    const { state } = dosah.opened;
    await addJob(state, { kind: "backup", key: "daily", runAt: Date.parse("2026-11-22T01:30:00Z") }, 0);
    await addJob(state, { kind: "retention", key: "daily", runAt: 1 }, 0);
    const claim = { by: "x", now: 2, until: 3 };
    const claimed = await claimJob(state, claimStatement(1), ["retention"], claim);
    if (claimed === undefined) throw new Error("nothing was claimed");
    await retryJob(state, claimed, NEVER, "TypeError");
    const listed = (await run("jobs", "list")).out.split("\n");
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatch(/^job_\w{26} {2}backup {2}daily {2}waiting {2}2026-11-22T01:30:00\.000Z$/);
    const failed = await run("jobs", "list", "--failed");
    expect(failed.out).toMatch(/^job_\w{26} {2}retention {2}daily {2}given up {2}– {2}TypeError \(1\)$/);
    expect(await run("jobs", "retry", claimed.id)).toMatchObject({ code: 0, out: claimed.id });
    const { jobs } = JSON.parse((await run("jobs", "list", "--json")).out);
    expect(jobs).toContainEqual(expect.objectContaining({ id: claimed.id, state: "due", attempts: 0 }));
    const unknown = await run("jobs", "retry", "job_none");
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("no such job") });
  });
});

describe("the metrics of a service", () => {
  const valuesOf = async (port: number) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const lines = text.split("\n").filter((line) => /^dosah_(state|jobs|backup|data_dir)/.test(line));
    return new Map(lines.map((line) => line.split(" ")).map(([name = "", value]) => [name, Number(value)]));
  };

  test("name its state, its jobs, the last backup and the free space", async () => {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    // The first backup is written at once: this folder has one.
    writeFileSync(join(folder, "dosah-2026-11-21.backup"), "");
    utimesSync(join(folder, "dosah-2026-11-21.backup"), 1_000, 1_000);
    const dosah = await service({ METRICS_PORT: String(port), BACKUP_TO: folder });
    const values = await valuesOf(port);
    expect(values.get("dosah_state_up")).toBe(1);
    expect(values.get('dosah_state_seconds_count{operation="run"}')).toBeGreaterThan(0);
    expect(values.get("dosah_jobs_oldest_due_seconds")).toBe(0);
    expect(values.get("dosah_data_dir_free_bytes")).toBeGreaterThan(1_000_000);
    expect(values.get("dosah_backup_success_timestamp_seconds")).toBe(1_000);
    // The night has come: the first look is ten to twenty seconds after the start.
    dosah.pass(24 * 3_600);
    const done = async () => (await valuesOf(port)).get('dosah_jobs_total{kind="backup",result="done"}');
    await expect.poll(done, { timeout: 60_000, interval: 500 }).toBe(1);
    expect((await valuesOf(port)).get("dosah_backup_success_timestamp_seconds")).toBeGreaterThan(1_000);
  });

  test("say that a damaged state is down, and leave out what cannot be known", async () => {
    const dir = join(folder, "data");
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "state.db"), "no database ".repeat(1_000));
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    await service({ METRICS_PORT: String(port), DATA_DIR: dir });
    const values = await valuesOf(port);
    expect(values.get("dosah_state_up")).toBe(0);
    expect(values.has("dosah_jobs_oldest_due_seconds")).toBe(false);
  });

  test.skipIf(!hasPostgres)("count the connections to PostgreSQL", async () => {
    const { url } = await database();
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    await service({ METRICS_PORT: String(port), DATABASE_URL: url, SECRETS_KEY: KEY });
    const values = await valuesOf(port);
    // The one connection may be at work for another figure of the same answer.
    const [used = 0, idle = 0] = ["used", "idle"].map((each) => values.get(`dosah_state_pool{state="${each}"}`));
    expect(used + idle).toBeGreaterThan(0);
    expect(values.get('dosah_state_pool{state="waiting"}')).toBe(0);
  });
});

describe("a service", () => {
  test("says how its state and its jobs are, and who it is", async () => {
    const dosah = await service({ INSTANCE: "dosah-1" });
    expect(await ready(dosah)).toMatchObject({ ready: true, instance: "dosah-1", state: "ok", jobs: "ok" });
    const idle = await service({ ROLE: "web" });
    expect(await ready(idle)).toMatchObject({ state: "ok", jobs: "off" });
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

  test("makes no connection to the database for anything that is public", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const config = readConfig({
      DATA_DIR: join(folder, "data"),
      REGISTERS: "mirror",
      DATABASE_URL: `postgres://dosah@127.0.0.1:${port}/dosah`,
      SECRETS_KEY: KEY,
    });
    // Not started: what it does by itself, every two seconds and at its start, is not what a caller waits for.
    const dosah = await createService(config, { now: () => NOW, log: pino({ level: "silent" }) });
    const { paths } = await (await dosah.request("/api/openapi.json")).json();
    const asked: [string, number][] = [];
    for (const [path, item] of Object.entries<Json>(paths)) {
      for (const [method, { security, requestBody }] of Object.entries<Json>(item)) {
        if (security !== undefined) continue;
        const body = JSON.stringify(Object.values<Json>(requestBody?.content ?? {})[0]?.example ?? {});
        const init = method === "post" ? { method, body, headers: { "Content-Type": "application/json" } } : { method };
        asked.push([path, (await dosah.request(`${path}?ico=31322832&country=SK&q=slovnaft`, init)).status]);
      }
    }
    for (const path of ["/sk", "/cs/search?q=cez", "/en/firma/sk/31322832", "/sk/docs/api"]) {
      asked.push([path, (await dosah.request(path)).status]);
    }
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter(([, status]) => status >= 500)).toEqual([]);
    expect(connections).toBe(0);
    await dosah.close();
    server.close();
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
      await expect.poll(async () => (await ready(dosah)).state).toBe("ok");
      proxy.cut();
      await expect.poll(async () => (await ready(dosah)).state).not.toBe("ok");
      expect((await dosah.fetch("/sk")).status).toBe(200);
      expect((await dosah.fetch("/api/opendata/regulatory-feed")).status).toBe(200);
      expect(dosah.logged.join("")).not.toContain(databaseUrl);
      proxy.restore();
      await expect.poll(async () => (await ready(dosah)).state).toBe("ok");
      await dosah.close();
      opened.pop();
      await proxy.close();
    },
    60_000,
  );
});
