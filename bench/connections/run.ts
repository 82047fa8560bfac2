/**
 * What agents that sign in cost: the check of a token and a refresh beside a public call, on either database, the page of
 * consent, and a start of the built service with and without them.
 * Run with Node 24 after `npm run build`: `node bench/connections/run.ts [calls]`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAttempt } from "../../src/capabilities/accounts/attempt.ts";
import { unlimited } from "../../src/capabilities/bare-services.fixture.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { identifyByKey } from "../../src/capabilities/calling/identify-by-key.ts";
import { companyDetail } from "../../src/capabilities/companies/company-detail.ts";
import { registerClient } from "../../src/capabilities/connections/register-client.ts";
import { exchangeToken } from "../../src/capabilities/connections/token.ts";
import { readConfig } from "../../src/config.ts";
import { resourcesAt } from "../../src/core/oauth.ts";
import { newId } from "../../src/core/random-id.ts";
import { hashOauthSecret, newOauthSecret } from "../../src/identity/oauth-secret.ts";
import { createSealing } from "../../src/identity/sealing.ts";
import { hashToken, newToken } from "../../src/identity/token.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { saveConnection } from "../../src/state/oauth-connections.ts";
import { addToken } from "../../src/state/oauth-tokens.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { addSession } from "../../src/state/sessions.ts";
import type { StateDatabase } from "../../src/state/state-database.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { openOauth } from "../../src/wiring/open-oauth.ts";
import { openServices } from "../../src/wiring/open-services.ts";
import { freePort } from "../../test/promises/free-port.fixture.ts";

const calls = Number(process.argv[2] ?? 5_000);
/** What must be reached, in microseconds of processor time, statements and milliseconds. */
const MOST = {
  check: { SQLite: 30, PostgreSQL: 150 },
  refreshMicros: 2_000,
  refreshStatements: 10,
  consentMs: 20,
} as const;
const BASE = "http://localhost:3000";
const RETURN = "http://127.0.0.1:33418/callback";
const DAY_MS = 86_400_000;
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Processor time of this process for one run of `work`, in microseconds, after a warm-up. */
async function cpuOf(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < times / 10; n++) await work();
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

/** The same database, which counts its statements. */
function counted<T extends StateDatabase>(database: T, count: { n: number }): T {
  const one =
    <A extends unknown[], R>(ask: (...args: A) => R) =>
    (...args: A): R => {
      count.n++;
      return ask(...args);
    };
  return {
    ...database,
    get: one(database.get),
    all: one(database.all),
    run: one(database.run),
    transaction: (work, ...options) => database.transaction((tx) => work(counted(tx, count)), ...options),
  };
}

function judge(says: string, value: number, most: number, unit: string): void {
  process.stdout.write(`${says}: ${value.toFixed(1)} ${unit} (at most ${most})\n`);
  if (value > most) process.exitCode = 1;
}

for (const kind of ["SQLite", "PostgreSQL"] as const) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-connections-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const shared =
    database === undefined ? {} : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const config = readConfig({ DATA_DIR: dir, REGISTERS: "mirror", ...shared });
  const environment = { now: () => new Date(), log: log as never };
  const opened = await openServices(config, environment);
  await opened.state.open();
  const statements = { n: 0 };
  const state = counted(opened.state, statements);
  const limiter = { take: unlimited.take } as never;
  const sealing = createSealing(Buffer.alloc(32));
  const parts = { state, sealing, limiter, count: () => {}, countDocument: () => {} };
  const oauth = openOauth({ ...config, baseUrl: BASE }, environment, parts);
  if (oauth === null) throw new Error("agents cannot sign in");
  const client = await registerClient(oauth, { redirect_uris: [RETURN], client_name: "Agent" });
  if ("error" in client) throw new Error(client.error);

  const [accountId, id, now] = [newId("account"), newId("connection"), Date.now()];
  const person = { id: accountId, email: "a@b.sk", email_key: "a@b.sk", name: "Jana", locale: "sk" } as const;
  await addAccount(state, { ...person, password_hash: null, email_verified_at: 1 }, 1);
  const of = { id, account_id: accountId, client_id: client.client_id, client_name: "Agent", client_host: "localhost" };
  const times = { created_at: now, consented_at: now, expires_at: now + 30 * DAY_MS };
  const resource = resourcesAt(BASE).api;
  await saveConnection(state, { ...of, resource, scopes: "read", reach: "all", ...times }, [], true);
  const [access, first] = [newOauthSecret("access"), newOauthSecret("refresh")];
  for (const [token, of] of [
    [access, "access"],
    [first, "refresh"],
  ] as const) {
    const row = { hash: hashOauthSecret(token), kind: of, connection_id: id, scopes: "read" };
    await addToken(state, { ...row, expires_at: now + DAY_MS }, now + DAY_MS);
  }

  const attempt = createAttempt(unlimited as never, log);
  const identify = identifyByKey({ state, limiter: { attempt }, now: Date.now, log, resources: resourcesAt(BASE) });
  const caller = { address: "192.0.2.1", authorization: `Bearer ${access}`, via: "rest" } as const;
  await identify(caller);
  statements.n = 0;
  if ((await identify(caller)).kind !== "person") throw new Error("the token is not taken");
  judge(`${kind}: check of a token, statements`, statements.n, 1, "");
  const call = createCall(opened, unlimited);
  const publicCall = () => call(companyDetail, { ico: "31322832", country: "SK" }, [], { address: "192.0.2.1" });
  let token = first;
  const refresh = async () => {
    const form = { grant_type: "refresh_token", client_id: client.client_id, refresh_token: token };
    const { status, body } = await exchangeToken(oauth, {
      form: new URLSearchParams(form),
      authorization: undefined,
      address: null,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    token = String(body.refresh_token);
  };
  await refresh();
  statements.n = 0;
  await refresh();
  judge(`${kind}: refresh, statements`, statements.n, MOST.refreshStatements, "");
  // In turns, so that all meet the same load of the machine.
  const rounds = { check: [] as number[], publicCall: [] as number[], refresh: [] as number[] };
  for (let round = 0; round < 5; round++) {
    rounds.publicCall.push(await cpuOf(calls / 20, publicCall));
    rounds.check.push(await cpuOf(calls / 5, () => identify(caller)));
    rounds.refresh.push(await cpuOf(calls / 10, refresh));
  }
  process.stdout.write(`${kind}: a public call (company_detail): ${median(rounds.publicCall).toFixed(1)} µs CPU\n`);
  judge(`${kind}: check of a token`, median(rounds.check), MOST.check[kind], "µs CPU");
  judge(`${kind}: refresh, server side`, median(rounds.refresh), MOST.refreshMicros, "µs CPU");
  await opened.close();
  if (kind === "SQLite") await consentPage(dir);
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}
await starts();

/** The page of consent of a person with forty organizations, beside the page of the same person's account. */
async function consentPage(dir: string): Promise<void> {
  const environment = { now: () => new Date(), log: log as never };
  const opened = await openServices(readConfig({ DATA_DIR: dir, REGISTERS: "mirror" }), environment);
  await opened.state.open();
  const [accountId, token, at] = [newId("account"), newToken(), Date.now()];
  const person = { id: accountId, email: "c@b.sk", email_key: "c@b.sk", name: "Eva", locale: "sk" } as const;
  await addAccount(opened.state, { ...person, password_hash: null, email_verified_at: 1 }, 1);
  for (let n = 0; n < 40; n++) {
    const org = { id: newId("organization"), name: `Klient ${n}`, country: null, ico: null, created_by: accountId };
    await addOrganization(opened.state, org, at + n);
  }
  await addSession(opened.state, {
    hash: hashToken(token),
    account_id: accountId,
    stage: "full",
    assurance: "one",
    created_at: at,
    authenticated_at: at,
    seen_at: at,
    expires_at: at + DAY_MS,
    ip_prefix: null,
    agent: "Firefox",
  });
  await opened.close();
  const { child, port } = await startBuilt({ DATA_DIR: dir, TRUST_PROXY: "loopback" });
  let address = 0;
  const get = (path: string, cookie: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: "manual",
      // An address of its own each time: no limit is measured.
      headers: { Cookie: cookie, "X-Forwarded-For": `198.18.${(address >> 8) & 255}.${address++ & 255}` },
    });
  const made = await fetch(`http://127.0.0.1:${port}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ redirect_uris: [RETURN], client_name: "Agent" }),
  });
  const { client_id } = (await made.json()) as { client_id: string };
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: RETURN,
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  });
  const asked = await get(`/oauth/authorize?${query}`, "");
  const cookie = `dosah_session=${token}; ${asked.headers.getSetCookie()[0]?.split(";")[0]}`;
  const timed = async (path: string) => {
    const began = performance.now();
    const answer = await get(path, cookie);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - began;
  };
  const consent = asked.headers.get("Location") ?? "";
  const seen = { consent: [] as number[], account: [] as number[] };
  for (let n = 0; n < 150; n++) {
    seen.consent.push(await timed(consent));
    seen.account.push(await timed("/sk/account"));
  }
  await ended(child);
  process.stdout.write(`the account's page, warm: ${median(seen.account.slice(50)).toFixed(1)} ms\n`);
  judge("the page of consent with 40 organizations, warm", median(seen.consent.slice(50)), MOST.consentMs, "ms");
}

/** Starts of the built service with agents that sign in and without, in turns: time until it listens, and memory then. */
async function starts(): Promise<void> {
  const seen = { on: { ms: [] as number[], mb: [] as number[] }, off: { ms: [] as number[], mb: [] as number[] } };
  const dirs = {
    on: mkdtempSync(join(tmpdir(), "dosah-bench-on-")),
    off: mkdtempSync(join(tmpdir(), "dosah-bench-off-")),
  };
  for (let round = 0; round < 9; round++) {
    for (const oauth of round % 2 === 0 ? (["on", "off"] as const) : (["off", "on"] as const)) {
      const { ms, mb } = await start(dirs[oauth], oauth);
      // The first start lays out the state.
      if (round > 0) {
        seen[oauth].ms.push(ms);
        seen[oauth].mb.push(mb);
      }
    }
  }
  for (const dir of Object.values(dirs)) rmSync(dir, { recursive: true, force: true });
  for (const oauth of ["on", "off"] as const) {
    const { ms, mb } = seen[oauth];
    process.stdout.write(`OAUTH=${oauth}: start ${median(ms).toFixed(0)} ms, memory ${median(mb).toFixed(1)} MB\n`);
  }
}

async function start(dir: string, oauth: "on" | "off"): Promise<{ readonly ms: number; readonly mb: number }> {
  const { child, ms } = await startBuilt({ DATA_DIR: dir, OAUTH: oauth });
  await sleep(1_500);
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  await ended(child);
  return { ms, mb: Number(kilobytes) / 1024 };
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** How long it took until it listened. */
  readonly ms: number;
}

async function startBuilt(settings: Readonly<Record<string, string>>): Promise<Started> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    REGISTERS: "mirror",
    PORT: String(port),
    BASE_URL: BASE,
    DRAIN_SECONDS: "0",
    ...settings,
  };
  const began = performance.now();
  const main = join(import.meta.dirname, "../../bin/dosah.js");
  const child = spawn(process.execPath, [main, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let out = "";
    child.once("exit", () => reject(new Error(`the service ended: ${out}`)));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
      if (!out.includes("Dosah is listening")) return;
      child.stdout.removeAllListeners("data").resume();
      resolve({ child, port, ms: performance.now() - began });
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
