import { generateKeyPairSync } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CHECKS, type Check, FINDINGS, type FindingCode, NEEDS } from "../../capabilities/operation/doctor-texts.ts";
import { readConfig } from "../../config.ts";
import { createSealing } from "../../identity/sealing.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { createLimiter } from "../../limits/create-limiter.ts";
import { parseNetwork } from "../../limits/network.ts";
import { asFormerLayout } from "../../sources/registers/snapshot/layout/former-layout.fixture.ts";
import { signatureText, verifyingKeyText } from "../../sources/registers/snapshot/publishing/minisign.ts";
import { sql } from "../../state/sql.ts";
import { createState } from "../../state/state.ts";
import { askServer, createTestDatabase, hasPostgres } from "../../state/test-postgres.fixture.ts";
import { openRegisters } from "../open-registers.ts";
import { judgeProxy, wideProxies } from "./address-checks.ts";
import { checkFreeSpace } from "./data-dir-checks.ts";
import { checkEgress } from "./egress-checks.ts";
import { examine } from "./examine.ts";
import { QUESTION_HEADER } from "./self-question.ts";
import { judgePostgres, judgeRedis } from "./server-checks.ts";
import { ageOf, checkSnapshot } from "./snapshot-checks.ts";
import { checkKey } from "./state-checks.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER_KEY = Buffer.alloc(32, 9).toString("base64");
const log = pino({ level: "silent" });

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-doctor-"));
});
afterEach(() => {
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true, force: true });
});

type Env = Readonly<Record<string, string>>;

/** The codes of all findings, by check. */
async function found(env: Env = {}, nodeVersion = "24.21.0"): Promise<Partial<Record<Check, FindingCode>>> {
  const settings = { DATA_DIR: dir, REGISTERS: "mirror", PORT: "1", ...env };
  const findings = await examine(settings, { now: () => NOW, nodeVersion });
  return Object.fromEntries(findings.map(({ check, code }) => [check, code]));
}

/** A file of a test. @returns its path */
function file(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

async function makeRegisters(): Promise<string> {
  const opened = await openRegisters({ dir, knowledge: loadKnowledge(), now: () => NOW, log });
  opened.close();
  return join(dir, "registers", "registers.db");
}

async function makeState(databaseUrl?: string) {
  const state = createState({ dir, databaseUrl, now: () => NOW.getTime() });
  await state.open();
  onTestFinished(() => state.close());
  return state;
}

/** A server in the place of this installation or of a source. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

test("every finding has its words, and a next step unless all is well", () => {
  for (const [code, { status, message, nextStep }] of Object.entries(FINDINGS)) {
    expect(message, code).toMatch(/\S/);
    if (status === "ok") expect(nextStep, code).toBeNull();
    else expect(nextStep, code).toMatch(/\S.{10,}/);
  }
});

test("an installation that never started fails nothing, and says what is still to be done", async () => {
  expect(await found({ DATA_DIR: join(dir, "data") })).toEqual({
    settings: "settings_ok",
    node_version: "node_ok",
    operator: "operator_local",
    data_dir: "data_dir_new",
    free_space: expect.stringMatching(/^space_/),
    one_process: "process_none",
    snapshot: "snapshot_none",
    state_file: "state_none",
    postgres: "postgres_unset",
    migrations: "migrations_new",
    redis: "redis_unset",
    port: "port_ok",
    base_url: "address_not_running",
    trust_proxy: "proxy_unknown",
    metrics: "metrics_off",
    mail: "mail_unset",
    opening: "opening_local",
    secrets_key: "key_none",
    backup: "backup_unset",
    jobs: "jobs_ok",
    egress: "egress_off",
  });
});

describe("the examination names", () => {
  test("a public address whose pages name no operator", async () => {
    const at = { BASE_URL: "https://dosah.invalid" };
    expect(await found(at)).toMatchObject({ operator: "operator_missing" });
    const known = { OPERATOR_NAME: "Príklad, o. z.", OPERATOR_CONTACT: "mailto:info@example.org" };
    expect(await found({ ...at, ...known })).toMatchObject({ operator: "operator_known" });
  });

  test("every setting that is wrong, and checks nothing that needs it", async () => {
    const findings = await examine({ PORT: "x", HOST: "", LOG_LEVEL: "loud" }, { now: () => NOW });
    expect(findings.filter(({ code }) => code === "settings_wrong").map(({ values }) => values?.problem)).toEqual([
      expect.stringMatching(/^PORT:/),
      expect.stringMatching(/^LOG_LEVEL:/),
    ]);
    // Rule: what did not run is "not checked", never sound.
    const others = findings.filter(({ code }) => code !== "settings_wrong" && code !== "node_ok");
    expect(others.map(({ check }) => check)).toEqual(
      CHECKS.filter((check) => !["settings", "node_version"].includes(check)),
    );
    for (const { code, values } of others) expect([code, values?.needs]).toEqual(["not_checked", "settings"]);
  });

  test("each line of what could not be asked as not checked", async () => {
    const findings = await examine(
      {
        DATA_DIR: dir,
        REGISTERS: "mirror",
        PORT: "1",
        SECRETS_KEY: KEY,
        DATABASE_URL: "postgres://127.0.0.1:1/none",
        REDIS_URL: "redis://127.0.0.1:1",
      },
      { now: () => NOW },
    );
    const codes = new Map(findings.map(({ check, code }) => [check, code]));
    for (const [check, needs] of Object.entries(NEEDS)) {
      if (needs !== "snapshot") expect(codes.get(check as Check), check).toBe("not_checked");
    }
    const unknown = ["migrations", "secrets_key", "jobs"] as const;
    for (const check of unknown) expect(FINDINGS[codes.get(check) ?? "settings_ok"].status, check).toBe("warning");
  });

  test("files of another user in DATA_DIR, and a folder that others can write to", async () => {
    chmodSync(dir, 0o777);
    expect((await found()).data_dir).toBe("data_dir_shared");
    chmodSync(dir, 0o700);
    if (process.getuid?.() !== 0) return;
    mkdirSync(join(dir, "registers"));
    chownSync(join(dir, "registers"), 65_534, 65_534);
    expect((await found()).data_dir).toBe("data_dir_foreign");
  });

  test("a register file whose checksum is older than it, so that nothing was compared", async () => {
    utimesSync(`${await makeRegisters()}.sha256`, 1, 1);
    expect((await found()).snapshot).toBe("snapshot_unchecked");
  });

  test("what a public address lacks before people register", async () => {
    const open = { BASE_URL: "http://dosah.invalid", METRICS_PORT: "2", HOST: "0.0.0.0" };
    const findings = await examine({ DATA_DIR: dir, REGISTERS: "mirror", PORT: "1", ...open }, { now: () => NOW });
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["address_plain", "metrics_open", "mail_unset", "registration_open", "opening_missing"]),
    );
    const decided = {
      BASE_URL: "https://dosah.invalid",
      METRICS_PORT: "2",
      METRICS_HOST: "127.0.0.1",
      REGISTRATION: "closed",
      MAIL_FROM: "dosah@firma.sk",
      SECOND_FACTOR: "owners",
      SECURITY_CONTACT: "mailto:a@firma.sk",
    };
    expect(await found({ ...decided, BREACHED_PASSWORDS_FILE: file("breached", "") })).toMatchObject({
      metrics: "metrics_ok",
      opening: "opening_ok",
    });
    expect(await found({ BREACHED_PASSWORDS_FILE: join(dir, "none") })).toMatchObject({ opening: "opening_local" });
  });

  test("another program on the port of the service", async () => {
    const other = await serve((_request, response) => void response.end("hello"));
    expect((await found({ PORT: new URL(other).port })).port).toBe("port_taken");
  });

  test("a mail server that is not there, one that refuses the password, and one that takes mails", async () => {
    expect((await found({ MAIL_URL: "smtp://127.0.0.1:1" })).mail).toBe("mail_down");
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error("wrong password")),
    });
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
    const { port } = smtp.server.address() as AddressInfo; // it listens on a port
    expect((await found({ MAIL_URL: `smtp://127.0.0.1:${port}` })).mail).toBe("mail_ok");
    expect((await found({ MAIL_URL: `smtp://jana:wrong@127.0.0.1:${port}` })).mail).toBe("mail_refused");
  });

  test("a deny list of scans whose line nobody understands", async () => {
    const SCAN_DENY_FILE = join(dir, "deny.txt");
    const finding = async () => {
      const findings = await examine(
        { DATA_DIR: dir, REGISTERS: "mirror", PORT: "1", SCAN_DENY_FILE },
        { now: () => NOW },
      );
      return findings.find(({ check }) => check === "scan_deny_file");
    };
    expect((await finding())?.code).toBe("denied_unreadable");
    writeFileSync(SCAN_DENY_FILE, "https://firma.sk/\r*.druha.sk\n");
    expect(await finding()).toMatchObject({ code: "denied_ok", values: { count: 2 } });
    writeFileSync(SCAN_DENY_FILE, "firma.sk\nfirma.sk, druha.sk\n");
    expect(await finding()).toMatchObject({ code: "denied_wrong", values: { lines: "2" } });
  });

  test("a Node.js that is too old", async () => {
    expect((await found({}, "22.9.0")).node_version).toBe("node_old");
  });

  test("a DATA_DIR that is a file or lies below one", async () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    for (const DATA_DIR of [file, join(file, "data")])
      expect((await found({ DATA_DIR })).data_dir).toBe("data_dir_not_writable");
  });

  test.skipIf(process.platform !== "linux")("a DATA_DIR on a file system that takes no folders", async () => {
    expect((await found({ DATA_DIR: "/proc/dosah" })).data_dir).toBe("data_dir_not_writable");
  });

  test("a look at DATA_DIR leaves nothing behind", async () => {
    const before = readdirSync(dir);
    expect((await found()).data_dir).toBe("data_dir_ok");
    expect(readdirSync(dir)).toEqual(before);
  });

  test("a key that other users of the machine can read", async () => {
    writeFileSync(join(dir, "secrets.key"), KEY);
    chmodSync(join(dir, "secrets.key"), 0o644);
    expect((await found()).data_dir).toBe("data_dir_open");
    chmodSync(join(dir, "secrets.key"), 0o600);
    expect((await found()).data_dir).toBe("data_dir_ok");
  });

  test.each([
    [50e9, "space_ok"],
    [2.9e9, "space_low"],
    [0.1e9, "space_out"],
  ])("%d free bytes as %s", (bytes, code) => {
    expect(checkFreeSpace({ dataDir: dir }, () => bytes)[0]?.code).toBe(code);
  });

  test("two processes that each count for the same DATA_DIR", async () => {
    const options = { rules: [], exempt: [], dataDir: dir, now: () => 0, report: () => undefined };
    const first = await createLimiter(options);
    expect((await found()).one_process).toBe("process_one");
    const second = await createLimiter(options);
    expect((await found()).one_process).toBe("process_two");
    await second.close();
    expect((await found()).one_process).toBe("process_one");
    await first.close();
    expect((await found()).one_process).toBe("process_none");
  });

  test("the sample, and rules of another version", async () => {
    await makeRegisters();
    expect(await found()).toMatchObject({
      snapshot: "snapshot_ok",
      snapshot_age: "age_sample",
      snapshot_layout: "layout_ok",
      snapshot_rules: "rules_ok",
    });
    const other = join(dir, "knowledge");
    cpSync(KNOWLEDGE_DIR, other, { recursive: true });
    appendFileSync(join(other, "nis2", "deadlines.yaml"), "# changed\n");
    const knowledge = () => ({ ...loadKnowledge(), dir: other });
    const codes = await checkSnapshot({ dataDir: dir, registersMaxAgeDays: 45, knowledge, now: () => NOW });
    expect(codes.map(({ code }) => code)).toContain("rules_other");
  });

  test("a register file of the layout before, which is served", async () => {
    const file = await makeRegisters();
    asFormerLayout(file);
    utimesSync(`${file}.sha256`, 1, 1);
    expect(await found()).toMatchObject({ snapshot: "snapshot_unchecked", snapshot_layout: "layout_former" });
  });

  test("registers that are old", () => {
    const held = { country: "CZ", dataAsOf: "2026-10-01", isSample: false };
    expect(ageOf([held], "2026-10-01").code).toBe("age_ok");
    expect(ageOf([held, { ...held, country: "SK", dataAsOf: "2026-09-30" }], "2026-10-01")).toMatchObject({
      code: "age_old",
      values: { days: "SK 2026-09-30" },
    });
  });

  test.each([
    ["a byte that changed", (file: string) => flip(file, 40_000)],
    ["half of it", (file: string) => truncateSync(file, 20_000)],
    ["something else", (file: string) => writeFileSync(file, "no register file")],
  ])("a register file with %s", async (_what, damage) => {
    damage(await makeRegisters());
    expect((await found()).snapshot).toBe("snapshot_damaged");
  });

  test("a damaged state.db, and rows without those that they belong to", async () => {
    const state = await makeState();
    expect(await found()).toMatchObject({ state_file: "state_ok", migrations: "migrations_ok", jobs: "jobs_ok" });
    await state.close();
    const db = new DatabaseSync(join(dir, "state.db"));
    db.exec("PRAGMA foreign_keys = OFF; INSERT INTO totp (account_id, sealed, last_step) VALUES ('gone', 'x.y', 0)");
    db.close();
    expect(await found()).toMatchObject({ state_file: "state_orphans" });
    writeFileSync(join(dir, "state.db"), "no database, but long enough to be looked at");
    for (const end of ["-wal", "-shm"]) rmSync(join(dir, `state.db${end}`), { force: true });
    expect(await found()).toMatchObject({
      state_file: "state_damaged",
      migrations: "migrations_unknown",
      secrets_key: "key_unknown",
      jobs: "jobs_unknown",
    });
  });

  test("a state of a newer Dosah, and one that lacks migrations", async () => {
    const state = await makeState();
    await state.close();
    const db = new DatabaseSync(join(dir, "state.db"));
    db.exec("DELETE FROM schema_version WHERE version > 1");
    expect((await found()).migrations).toBe("migrations_missing");
    db.exec("INSERT INTO schema_version (version, name, checksum, min_program, at) VALUES (9999, 'x', 'x', 9999, 0)");
    db.close();
    expect((await found()).migrations).toBe("migrations_newer");
  });

  test("a job that was given up", async () => {
    const state = await makeState();
    await state.run(
      sql(
        "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at, last_error) " +
          "VALUES ('j', 'backup', 'daily', ?, 3, 0, '', 'null', 0, 'failed')",
      ),
      Number.MAX_SAFE_INTEGER,
    );
    expect((await found()).jobs).toBe("jobs_given_up");
  });

  test("a key that does not fit what is sealed", () => {
    const sealing = createSealing(Buffer.from(KEY, "base64"));
    const sealed = (["totp", "signing_key"] as const).map((purpose) => ({
      purpose,
      sealed: sealing.seal("secret", purpose),
    }));
    const at = { secretsKey: undefined, secretsKeyOld: undefined, dataDir: dir };
    expect(checkKey({ ...at, secretsKey: KEY }, sealed).code).toBe("key_ok");
    expect(checkKey(at, sealed).code).toBe("key_lost");
    expect(checkKey({ ...at, secretsKey: OTHER_KEY }, sealed).code).toBe("key_wrong");
    expect(checkKey({ ...at, secretsKey: OTHER_KEY, secretsKeyOld: KEY }, sealed).code).toBe("key_rotating");
    expect(checkKey({ ...at, secretsKey: KEY, secretsKeyOld: OTHER_KEY }, sealed).code).toBe("key_rotated");
  });

  test("backups that are missing or old", async () => {
    const folder = join(dir, "backups");
    expect((await found({ BACKUP_TO: folder })).backup).toBe("backup_none");
    mkdirSync(folder);
    expect((await found({ BACKUP_TO: folder })).backup).toBe("backup_none");
    const file = join(folder, "dosah-2026-11-21.backup");
    writeFileSync(file, "");
    utimesSync(file, NOW, NOW);
    expect((await found({ BACKUP_TO: folder })).backup).toBe("backup_ok");
    const before = new Date(NOW.getTime() - 27 * 3_600_000);
    utimesSync(file, before, before);
    expect((await found({ BACKUP_TO: folder })).backup).toBe("backup_old");
  });

  test("backups that anybody could read, and a passphrase that cannot be read", async () => {
    const env = { BACKUP_TO: join(dir, "backups") };
    expect((await found(env)).backup_passphrase).toBe("backup_readable");
    const file = join(dir, "passphrase");
    expect((await found({ ...env, BACKUP_PASSPHRASE_FILE: file })).backup_passphrase).toBe("passphrase_none");
    writeFileSync(file, "\nsecond line\n");
    expect((await found({ ...env, BACKUP_PASSPHRASE_FILE: file })).backup_passphrase).toBe("passphrase_none");
    writeFileSync(file, "correct horse\n");
    expect((await found({ ...env, BACKUP_PASSPHRASE_FILE: file })).backup_passphrase).toBe("passphrase_ok");
  });

  test("networks that no proxy needs", () => {
    const judged = (text: string) =>
      wideProxies(text.split(",").map((each) => parseNetwork(each) ?? expect.fail())).map(
        ({ values }) => values?.networks,
      );
    expect(judged("10.0.0.0/8,172.28.0.0/16,2001:db8::/32,2001:db8::/48")).toEqual(["10.0.0.0/8, 2001:db8::/32"]);
    expect(judged("127.0.0.0/8,172.28.0.0/16,2001:db8::/48")).toEqual([]);
  });

  test("sources that cannot be reached, by the name of their setting", async () => {
    const there = await serve((_request, response) => response.writeHead(404).end());
    const config = readConfig({ DATA_DIR: dir, ARES_URL: there, RPO_URL: "http://127.0.0.1:1", RUZ_URL: there });
    const knowledge = () => ({ ...loadKnowledge(), feeds: [] });
    const findings = await checkEgress(config, knowledge);
    expect(findings.map(({ code, values }) => [code, values?.sources ?? values?.count])).toEqual([
      ["egress_ok", 1],
      ["egress_blocked", expect.stringMatching(/^RPO_URL \(.*ECONNREFUSED.*\)$/)],
    ]);
  });

  test("a snapshot that cannot be had, is not signed or is signed by somebody else", async () => {
    const [ours, other] = [generateKeyPairSync("ed25519").privateKey, generateKeyPairSync("ed25519").privateKey];
    const checksum = `${"a".repeat(64)}  registers.db\n`;
    let signature: string | undefined;
    const publisher = await serve((request, response) => {
      const isSignature = request.url === "/registers.db.sha256.minisig";
      if (isSignature && signature === undefined) response.writeHead(404);
      response.end(isSignature ? signature : checksum);
    });
    const SNAPSHOT_URL = `${publisher}/registers.db`;
    const SNAPSHOT_KEY = verifyingKeyText(ours);
    expect((await found({ SNAPSHOT_URL })).snapshot_publisher).toBe("publisher_trusted");
    expect((await found({ SNAPSHOT_URL, SNAPSHOT_KEY })).snapshot_publisher).toBe("publisher_unsigned");
    signature = signatureText(checksum, other, "");
    expect((await found({ SNAPSHOT_URL, SNAPSHOT_KEY })).snapshot_publisher).toBe("publisher_wrong_signature");
    signature = signatureText(checksum, ours, "");
    expect((await found({ SNAPSHOT_URL, SNAPSHOT_KEY })).snapshot_publisher).toBe("publisher_signed");
    const silent = { SNAPSHOT_URL: "http://127.0.0.1:1/registers.db", SNAPSHOT_KEY };
    expect((await found(silent)).snapshot_publisher).toBe("publisher_silent");
  });

  test("nobody with REGISTERS=mirror but the publisher of the snapshot", async () => {
    const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", SNAPSHOT_URL: "http://127.0.0.1:1/registers.db" });
    const codes = (await checkEgress(config, loadKnowledge)).map(({ code }) => code);
    expect(codes).toEqual(["egress_off", "egress_blocked"]);
  });
});

describe("of a PostgreSQL server the examination names", () => {
  const sound = {
    versionNumber: 150_004,
    version: "15.4",
    encoding: "UTF8",
    hasOtherCollation: false,
    missingRights: [],
    isReadOnly: false,
    latencyMs: 1,
    clockAheadMs: 0,
  };
  test.each([
    ["an old version", { versionNumber: 140_010 }, "postgres_version_old"],
    ["another encoding", { encoding: "LATIN2" }, "postgres_encoding_other"],
    ["a changed collation", { hasOtherCollation: true }, "postgres_collation_changed"],
    ["a missing right", { missingRights: ["CREATE ON SCHEMA dosah"] }, "postgres_rights_missing"],
    ["a replica", { isReadOnly: true }, "postgres_read_only"],
    ["a slow answer", { latencyMs: 21 }, "latency_high"],
    ["a clock that is ahead", { clockAheadMs: 5_100 }, "clock_off"],
    ["a clock that is behind", { clockAheadMs: -5_100 }, "clock_off"],
  ] as const)("%s", (_what, changed, code) => {
    const codes = judgePostgres({ ...sound, ...changed }).map((finding) => finding.code);
    expect(codes).toContain(code);
    expect(codes.filter((each) => FINDINGS[each].status !== "ok")).toEqual([code]);
  });

  test("that it does not answer, without the password", async () => {
    const env = { DATABASE_URL: "postgres://dosah:hidden-word@127.0.0.1:1/dosah", SECRETS_KEY: KEY };
    const findings = await examine({ DATA_DIR: dir, REGISTERS: "mirror", PORT: "1", ...env }, { now: () => NOW });
    expect(findings.find(({ check }) => check === "postgres")?.code).toBe("postgres_down");
    expect(findings.find(({ check }) => check === "migrations")?.code).toBe("migrations_unknown");
    expect(JSON.stringify(findings)).not.toContain("hidden-word");
  });

  test.skipIf(!hasPostgres)("what its user lacks, and a database that can only be read", async () => {
    const database = await createTestDatabase();
    const user = `${database.name}_user`;
    await askServer(`CREATE ROLE ${user} LOGIN`);
    onTestFinished(async () => {
      await database.drop();
      await askServer(`DROP ROLE IF EXISTS ${user}`);
    });
    const url = database.url.replace("postgres@", `${user}@`);
    const env = { DATABASE_URL: url, SECRETS_KEY: KEY };
    expect(await found(env)).toMatchObject({
      postgres: "postgres_ok",
      postgres_version: "postgres_version_ok",
      postgres_encoding: "postgres_encoding_ok",
      postgres_rights: "postgres_rights_missing",
    });
    await askServer(`ALTER DATABASE ${database.name} OWNER TO ${user}`);
    expect(await found(env)).toMatchObject({ postgres_rights: "postgres_rights_ok", migrations: "migrations_missing" });
    const state = await makeState(url);
    await state.close();
    expect(await found(env)).toMatchObject({ postgres_rights: "postgres_rights_ok", migrations: "migrations_ok" });
    await database.ask(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    expect(await found(env)).toMatchObject({ postgres_rights: "postgres_read_only" });
  });
});

describe("of a Redis server the examination names", () => {
  const sound = { evictionPolicy: "noeviction", persistence: "saved", latencyMs: 1, clockAheadMs: 0 } as const;
  test.each([
    ["that it may evict counts", { evictionPolicy: "allkeys-lru" }, "redis_eviction_other"],
    ["that it saves nothing", { persistence: "off" }, "redis_persistence_off"],
    ["that it cannot save", { persistence: "failing" }, "redis_persistence_failing"],
    ["a slow answer", { latencyMs: 21 }, "latency_high"],
    ["another clock", { clockAheadMs: 60_000 }, "clock_off"],
  ] as const)("%s", (_what, changed, code) => {
    const codes = judgeRedis({ ...sound, ...changed }).map((finding) => finding.code);
    expect(codes.filter((each) => FINDINGS[each].status !== "ok")).toEqual([code]);
  });

  test("that it does not answer, without the password", async () => {
    const findings = await examine(
      { DATA_DIR: dir, REGISTERS: "mirror", PORT: "1", REDIS_URL: "redis://:hidden-word@127.0.0.1:1" },
      { now: () => NOW },
    );
    expect(findings.find(({ check }) => check === "redis")?.code).toBe("redis_down");
    expect(JSON.stringify(findings)).not.toContain("hidden-word");
  });
});

describe("of the public address the examination names", () => {
  test("that nobody answers there", async () => {
    const at = { BASE_URL: "http://127.0.0.1:1" };
    expect(await found(at)).toMatchObject({ base_url: "address_unreachable", trust_proxy: "proxy_unknown" });
  });

  test.each<[string, RequestListener]>([
    ["a web server without Dosah", (_request, response) => response.end("<html>")],
    ["an empty answer", (_request, response) => response.end()],
    ["another Dosah", (_request, response) => response.end(JSON.stringify({ ready: true, instance: "x" }))],
    ["one that guesses", (_request, response) => response.end(JSON.stringify({ doctor: answer({ proof: "guess" }) }))],
  ])("%s", async (_what, listener) => {
    const BASE_URL = await serve(listener);
    expect(await found({ BASE_URL, SECRETS_KEY: KEY })).toMatchObject({ base_url: "address_other" });
  });

  test("nothing to somebody without the key: the question cannot be made up", async () => {
    let asked: unknown;
    const BASE_URL = await serve((request, response) => {
      asked = request.headers[QUESTION_HEADER];
      response.end();
    });
    await found({ BASE_URL, SECRETS_KEY: KEY });
    expect(asked).toMatch(/^[\da-f-]{36}\.[\da-f]{64}$/);
  });

  const answer = (changed: object) => ({
    proof: "",
    instance: "one",
    address: "198.51.100.7",
    peer: "127.0.0.1",
    isForwarded: true,
    isPeerTrusted: true,
    ...changed,
  });
  const trusted = (address: string) => address === "127.0.0.1";
  test.each([
    ["no proxy", { isForwarded: false }, false, "proxy_none"],
    ["a proxy that is believed", {}, true, "proxy_ok"],
    ["a proxy that is not in TRUST_PROXY", { isPeerTrusted: false }, false, "proxy_not_trusted"],
    ["a proxy that sends no address", { isForwarded: false }, true, "proxy_without_address"],
  ] as const)("%s", (_what, changed, isTrustSet, code) => {
    expect(judgeProxy(answer(changed), isTrustSet, trusted).code).toBe(code);
  });
});

test("the checks are listed once each", () => {
  expect(new Set(CHECKS).size).toBe(CHECKS.length);
});

test("each check and each finding has code that reports it", () => {
  const folder = new URL("./", import.meta.url);
  const sources = readdirSync(folder).filter((name) => !name.endsWith(".test.ts"));
  const code = sources.map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  expect([...CHECKS, ...Object.keys(FINDINGS)].filter((id) => !code.includes(`"${id}"`))).toEqual([]);
});

/** A disk that rots changes no date. */
function flip(file: string, at: number): void {
  const { atimeMs, mtimeMs } = statSync(file);
  const db = Buffer.from(readFileSync(file));
  db[at] = (db[at] ?? 0) ^ 1;
  writeFileSync(file, db);
  utimesSync(file, atimeMs / 1000, Math.floor(mtimeMs) / 1000);
}
