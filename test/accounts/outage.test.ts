import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { startTcpProxy } from "../../src/state/tcp-proxy.fixture.ts";
import { askServer, createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { smallDisk } from "../ops/small-disk.fixture.ts";
import { GENEROUS, startTestService, type TestService, toolCall } from "../promises/service.fixture.ts";
import { newPerson } from "./account-service.fixture.ts";
import { hiddenOf } from "./visitor.fixture.ts";

const PUBLIC = ["/sk", "/sk/obligations", "/sk/sign-in"];

/** The public half answers as always. */
async function expectPublicHalf(dosah: TestService): Promise<void> {
  for (const path of PUBLIC) expect([path, (await dosah.fetch(path)).status]).toEqual([path, 200]);
}

/** A page that cannot be shown says so with the next step, when to come back, and nothing of the inside. */
function expectOutage({ status, headers, html }: { status: number; headers: Headers; html: string }): void {
  expect(status).toBe(503);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(html).toContain("Try again in a moment.");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(html).not.toMatch(/SQLITE|postgres|ECONN|state\.db|node:|\.ts:|register is not/i);
}

test("a form that breaks off because its sender went away is no error of ours", async () => {
  const dosah = await startTestService();
  onTestFinished(dosah.close);
  const socket = connect(Number(new URL(dosah.url).port), "127.0.0.1");
  const head = [
    "POST /en/sign-in HTTP/1.1",
    "Host: localhost:3000",
    "Origin: http://localhost:3000",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 60",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\nemail=`, () => socket.destroy());
  const lines = () => dosah.logged.map((line) => JSON.parse(line));
  await expect.poll(() => lines().find(({ msg }) => msg === "request")).toBeDefined();
  await dosah.fetch("/healthz");
  expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
});

const stateOf = async (dosah: TestService): Promise<string> => (await (await dosah.fetch("/readyz")).json()).state;

const FOUNDED = { name: "Alfa", country: "", ico: "" };

test("16.5: while another process holds the SQLite file, saving says 503 and the rest goes on", {
  timeout: 60_000,
}, async () => {
  const dosah = await startTestService({ env: { TRUST_PROXY: "loopback" }, limits: GENEROUS });
  onTestFinished(dosah.close);
  const jana = await newPerson(dosah);
  const other = new DatabaseSync(join(dosah.dataDir, "state.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  const saving = jana.submit("/en/organizations", FOUNDED);
  await expectPublicHalf(dosah);
  expect((await jana.get("/en/organizations")).status).toBe(200);
  expectOutage(await saving);
  await expect.poll(() => stateOf(dosah)).toBe("busy");
  other.exec("ROLLBACK");
  expect((await jana.get("/en/organizations")).html).not.toContain("Alfa");
  expect((await jana.submit("/en/organizations", FOUNDED)).status).toBe(303);
});

test.skipIf(!hasPostgres)(
  "16.5: without the PostgreSQL server pages and keys say 503, readyz says so, and the public half goes on",
  async () => {
    const { name, drop } = await createTestDatabase();
    const proxy = await startTcpProxy({ host: "127.0.0.1", port: 5432 });
    const dosah = await startTestService({
      env: {
        TRUST_PROXY: "loopback",
        DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/${name}`,
        SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
      },
      limits: GENEROUS,
    });
    onTestFinished(async () => {
      await dosah.close();
      await proxy.close();
      await drop();
    });
    const jana = await newPerson(dosah);
    const issued = await jana.submit("/en/account/keys", { name: "agent", expires: "" });
    const key = /dosah_[0-9A-Za-z]{49}/.exec(issued.html)?.[0] ?? "";
    proxy.cut();
    for (const path of ["/en/organizations", "/en/account", "/en/account/keys"]) expectOutage(await jana.get(path));
    expectOutage(await jana.post("/en/sign-in", { email: jana.email, password: "some wrong password" }));
    const withKey = { headers: { Authorization: `Bearer ${key}` } };
    expect((await dosah.fetch("/api/v1/audit-log", withKey)).status).toBe(503);
    const asked = toolCall("my_organizations", {});
    const answer = await dosah.fetch("/api/mcp", { ...asked, headers: { ...asked.headers, ...withKey.headers } });
    expect(await answer.text()).toMatch(/"code":"source_unavailable".*"retryAfter":\d/);
    await expectPublicHalf(dosah);
    const ready = () => stateOf(dosah);
    await expect.poll(ready).not.toBe("ok");
    proxy.restore();
    await expect.poll(async () => (await jana.get("/en/organizations")).status).toBe(200);
    expect((await dosah.fetch("/api/v1/audit-log", withKey)).status).toBe(200);
    await expect.poll(ready).toBe("ok");
  },
);

test.skipIf(!hasPostgres)(
  "while PostgreSQL is read-only, as in a change of the leading server, what is read is there and saving says 503",
  async () => {
    const database = await createTestDatabase();
    const dosah = await startTestService({
      env: {
        TRUST_PROXY: "loopback",
        DATABASE_URL: database.url,
        SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
      },
      limits: GENEROUS,
    });
    onTestFinished(async () => {
      await dosah.close();
      await database.drop();
    });
    const jana = await newPerson(dosah);
    const issued = await jana.submit("/en/account/keys", { name: "agent", expires: "" });
    const withKey = { headers: { Authorization: `Bearer ${/dosah_[0-9A-Za-z]{49}/.exec(issued.html)?.[0]}` } };
    const form = await jana.get("/en/organizations");
    await askServer(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
    await database.ask(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    // Long enough that the session and the key would note when they were used last.
    dosah.pass(3_600);
    expect((await jana.get("/en/organizations")).status).toBe(200);
    expect((await dosah.fetch("/api/v1/frameworks", withKey)).status).toBe(200);
    expect((await dosah.fetch("/api/v1/domain", withKey)).status).toBeLessThan(500);
    expectOutage(await jana.post("/en/organizations", { ...hiddenOf(form.html, "/en/organizations"), ...FOUNDED }));
    // A job that is at its own tries meanwhile says so first.
    await expect.poll(() => stateOf(dosah)).toBe("read_only");
    await expectPublicHalf(dosah);
    await askServer(`ALTER DATABASE ${database.name} SET default_transaction_read_only = off`);
    await expect.poll(async () => (await jana.submit("/en/organizations", FOUNDED)).status).toBe(303);
    await expect.poll(() => stateOf(dosah)).toBe("ok");
  },
);

test("on a full disk what is read is there, saving says 503, and nothing is half written (skipped where no disk can be mounted)", {
  timeout: 60_000,
}, async ({ skip }) => {
  const disk = smallDisk();
  if (disk === undefined) return skip("this user may not mount a disk");
  const dosah = await startTestService({ env: { TRUST_PROXY: "loopback", DATA_DIR: disk }, limits: GENEROUS });
  onTestFinished(dosah.close);
  const jana = await newPerson(dosah);
  const form = await jana.get("/en/organizations");
  const filler = join(disk, "filler");
  const fill = () => {
    const file = openSync(filler, "a");
    try {
      for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
        try {
          for (;;) writeSync(file, block);
        } catch {
          // Nothing of this size fits any more.
        }
      }
    } finally {
      closeSync(file);
    }
  };
  fill();
  const fields = { ...hiddenOf(form.html, "/en/organizations"), ...FOUNDED };
  // What is free inside the files of the database may still take some.
  let refused = await jana.post("/en/organizations", fields);
  for (let n = 0; refused.status === 303 && n < 200; n++)
    refused = await jana.post("/en/organizations", { ...fields, name: `Alfa ${n}` });
  expectOutage(refused);
  await expect.poll(() => stateOf(dosah)).toBe("full");
  expect((await jana.get("/en/organizations")).status).toBe(200);
  await expectPublicHalf(dosah);
  rmSync(filler);
  expect((await jana.submit("/en/organizations", { ...FOUNDED, name: "Beta" })).status).toBe(303);
  await expect.poll(() => stateOf(dosah)).toBe("ok");
});
