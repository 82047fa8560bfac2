import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import {
  agent,
  authorizePath,
  callOwn,
  decide,
  exchange,
  membersOf,
  openConsent,
  refresh,
} from "../connections/agent.fixture.ts";
import { type BuiltDosah, buildDosah, spawnDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { PASSWORD } from "./account-service.fixture.ts";
import { codeAt } from "./authenticator-app.fixture.ts";
import { backupCodesIn } from "./second-factor.fixture.ts";
import { fillIn, publish, sendTrust } from "./trust-profile.fixture.ts";
import { hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";

const NEW_PASSWORD = "eight yellow chairs in a cellar";
const EMAIL = "jana@firma.sk";

let built: BuiltDosah;

beforeAll(() => {
  built = buildDosah();
});

afterAll(() => built.remove());

/** A service as an operator runs it, with everything that it writes; it ends with the test. */
async function serve(dataDir: string, state: Readonly<Record<string, string>>) {
  const [port, metrics] = [await freePort(), await freePort()];
  const settings = { DATA_DIR: dataDir, REGISTERS: "mirror", TRUST_PROXY: "loopback", ...state };
  const env = { ...settings, PORT: String(port), METRICS_PORT: String(metrics), LOG_LEVEL: "debug" };
  const child = spawnDosah(built, ["serve"], env);
  onTestFinished(() => void child.process.kill("SIGKILL"));
  while (!child.out().includes("Dosah is listening")) {
    if (child.process.exitCode !== null) throw new Error(child.err());
    await sleep(20);
  }
  const base = `http://127.0.0.1:${port}`;
  return {
    dataDir,
    baseUrl: `http://localhost:${port}`,
    fetch: (path: string, init?: RequestInit) => fetch(`${base}${path}`, init),
    metrics: async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(),
    log: () => child.out() + child.err(),
    /** Runs a command of the operator beside it. @returns what it printed */
    run: async (words: string) => {
      const command = spawnDosah(built, words.split(" "), settings);
      expect([words, await command.ended, command.err()]).toEqual([words, 0, expect.any(String)]);
      return command.out() + command.err();
    },
  };
}

type Serving = Awaited<ReturnType<typeof serve>>;

/** Takes for granted that the domain is proved: no name server is asked here. */
async function prove(dataDir: string, made: TestDatabase | undefined): Promise<void> {
  const text = "UPDATE domain SET method = 'dns', verified_at = 1, checked_at = 1";
  if (made !== undefined) await made.ask(text.replace("domain", "dosah.domain"));
  else {
    const file = new DatabaseSync(join(dataDir, "state.db"));
    file.exec(text);
    file.close();
  }
}

/** Everything that somebody does with an account; returns each secret that went through, by its name. */
async function use(
  service: Serving,
  made: TestDatabase | undefined,
): Promise<{ readonly secrets: ReadonlyMap<string, string>; readonly organization: string }> {
  const secrets = new Map([
    ["password", PASSWORD],
    ["new password", NEW_PASSWORD],
  ]);
  const keep = (name: string, secret: string | undefined) => {
    expect([name, (secret ?? "").length > 15]).toEqual([name, true]);
    secrets.set(name, secret ?? "");
    return secret ?? "";
  };
  const browser = visit(service, { baseUrl: service.baseUrl });
  const tokenOf = async (count: number) => (await mailsTo(service, EMAIL, count)).at(-1)?.link ?? "";

  await browser.submit("/en/sign-up", { name: "Jana", email: EMAIL, password: PASSWORD });
  const verify = await tokenOf(1);
  keep("link that confirms", verify.split("token=")[1]);
  expect((await browser.submit(verify, {})).status).toBe(303);
  await browser.submit("/en/sign-in", { email: EMAIL, password: PASSWORD });
  keep("first session", browser.cookie);

  await browser.submit("/en/forgot", { email: EMAIL });
  const reset = await tokenOf(2);
  keep("link that resets", reset.split("token=")[1]);
  expect((await browser.submit(reset, { password: NEW_PASSWORD })).status).toBe(303);
  await browser.submit("/en/sign-in", { email: EMAIL, password: NEW_PASSWORD });
  keep("session after the reset", browser.cookie);
  keep("csrf", hiddenOf((await browser.get("/en/account")).html, "/en/sign-out").csrf);

  const twoFactor = "/en/account/two-factor";
  await browser.submit(twoFactor, { current: NEW_PASSWORD }, `${twoFactor}/start`);
  const secret = /data-totp-secret="">([A-Z2-7]+)</.exec((await browser.get(twoFactor)).html)?.[1] ?? "";
  keep("secret of the app", secret);
  const on = await browser.submit(twoFactor, { code: codeAt(secret, Date.now()), current: NEW_PASSWORD });
  const codes = backupCodesIn(on.html);
  expect(codes).toHaveLength(10);
  codes.forEach((code, index) => {
    keep(`backup code ${index}`, code);
  });
  await browser.submit("/en/account", {}, "/en/sign-out");
  await browser.submit("/en/sign-in", { email: EMAIL, password: NEW_PASSWORD });
  keep("session before the code", browser.cookie);
  expect((await browser.submit("/en/sign-in/code", { code: codes[0] ?? "" })).status).toBe(303);
  keep("session with both factors", browser.cookie);

  const issued = await browser.submit("/en/account/keys", { name: "agent", scopes: "scan:write", expires: "" });
  const key = keep("key", /dosah_[0-9A-Za-z]{49}/.exec(issued.html)?.[0]);
  const authorized = await service.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${key}` } });
  expect(authorized.status).toBe(200);

  const { location } = await browser.submit("/en/organizations", { name: "Alfa", country: "SK", ico: "31322832" });
  const org = /org_\w+/.exec(location ?? "")?.[0] ?? "";
  const at = `/en/organizations/${org}`;
  const invited = await browser.submit(`${at}/members`, { email: "eva@firma.sk", role: "member" }, `${at}/invitations`);
  keep("invitation", /invitations\/([\w-]{43})"/.exec(invited.html)?.[1]);
  const calendar = await browser.submit(`${at}/calendar`, {});
  const address = keep("calendar", /calendar\/([\w-]{43})\.ics/.exec(calendar.html)?.[1]);
  expect((await service.fetch(`/calendar/${address}.ics`)).status).toBe(200);

  const application = await agent(service, { token_endpoint_auth_method: "client_secret_post" });
  const shown = { client_secret: keep("secret of an agent", application.secret) };
  keep("verifier", application.verifier);
  const consent = await openConsent(browser, authorizePath(application, { resource: undefined }));
  keep("request of an agent", browser.others.get("dosah_oauth"));
  const allowed = await decide(browser, consent.address, { decision: "allow", reach: "chosen", organization: org });
  const code = keep("code", membersOf(allowed.location).code);
  const { body: first } = await exchange(service, application, code, shown);
  const { body: second } = await refresh(service, application, keep("refresh token", first.refresh_token), shown);
  keep("access token", first.access_token);
  keep("second refresh token", second.refresh_token);
  expect(
    (await callOwn(service, keep("second access token", second.access_token), "my_obligations")).items,
  ).not.toEqual([]);
  expect((await exchange(service, application, code, shown)).status).toBe(400);

  await browser.submit(`${at}/domains`, { domain: "slovnaft.sk" });
  const { html: domains } = await browser.get(`${at}/domains`);
  keep("token of the domain", /dosah-domain-verification=[\w-]+/.exec(domains)?.[0]);
  await prove(service.dataDir, made);
  const jana = { id: "", email: EMAIL, name: "Jana", browser };
  expect(await fillIn(jana, org)).toEqual([303, 303]);
  const published = await publish(jana, org, { current: NEW_PASSWORD });
  expect([published.status, published.errors]).toEqual([303, []]);
  const shared = await sendTrust(jana, org, "/shares", { label: "customer", days: "7" });
  const link = /data-share="([^"]+)"/.exec(shared.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  keep("share link", new URL(link).searchParams.get("share") ?? undefined);
  const { pathname, search } = new URL(link);
  expect((await service.fetch(`/en${pathname}${search}`)).status).toBe(200);
  return { secrets, organization: org };
}

/** Puts each secret where it does not belong, as people and programs do by mistake. @returns what was answered */
async function misuse(service: Serving, secrets: Iterable<string>): Promise<string> {
  const answers: string[] = [];
  for (const secret of secrets) {
    const typed = encodeURIComponent(secret);
    // A page says its own address again, for the other languages: what came in a path is for the log alone.
    for (const path of [`/en/invitations/${typed}x`, `/calendar/${typed}x.ics`]) await service.fetch(path);
    const asked = await Promise.all([
      service.fetch(`/api/v1/audit-log?key=${typed}`),
      service.fetch(`/trust/slovnaft.json?share=${typed}x`),
      service.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${typed}x` } }),
      service.fetch("/api/mcp", { method: "POST", headers: { "Content-Type": "application/json" }, body: secret }),
      service.fetch("/api/mcp/account", { method: "POST", headers: { Authorization: `Bearer ${secret}` } }),
      service.fetch(`/oauth/authorize?client_id=${typed}`, { redirect: "manual" }),
      ...[
        { grant_type: "authorization_code", client_id: "x", code: secret, client_secret: secret },
        { grant_type: "refresh_token", client_id: secret, refresh_token: secret },
      ].map((form) => service.fetch("/oauth/token", { method: "POST", body: new URLSearchParams(form) })),
    ]);
    for (const answer of asked) answers.push(await answer.text());
  }
  return answers.join("\n");
}

/** What a database file holds, with what is not yet in it. */
function bytesOfState(dataDir: string): string {
  const files = readdirSync(dataDir).filter((name) => name.startsWith("state.db"));
  return files.map((name) => readFileSync(join(dataDir, name), "latin1")).join("\n");
}

/** Every row of every table. */
async function rowsOf(made: TestDatabase): Promise<string> {
  const tables = await made.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'dosah'");
  const rows = await Promise.all(tables.map(({ tablename }) => made.ask(`SELECT * FROM dosah."${tablename}"`)));
  return JSON.stringify(rows);
}

/** A name server shows the token of a domain to everybody, so the state keeps it as it is. */
const MAY_STAND = ["token of the domain in the backup", "token of the domain in the database"];

/** Every secret that stands in a place, as it is or as it is written in an address. */
function leaksIn(places: Readonly<Record<string, string>>, secrets: ReadonlyMap<string, string>): readonly string[] {
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...secrets]
      .filter(([, secret]) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
      .map(([name]) => `${name} in the ${place}`),
  );
  return found.filter((leak) => !MAY_STAND.includes(leak));
}

describe.each([
  ["SQLite", true],
  ["PostgreSQL at 127.0.0.1:5432", hasPostgres],
] as const)("a whole run on %s", (kind, isThere) => {
  test.skipIf(!isThere)(
    "14.2, 16.2: leaves no secret in log, metrics, audit log, export, database, backup or refusal",
    { timeout: 300_000 },
    async () => {
      const dataDir = join(built.dir, `data of ${kind}`);
      const made = kind === "SQLite" ? undefined : await createTestDatabase();
      onTestFinished(async () => {
        await made?.drop();
      });
      const state =
        made === undefined ? {} : { DATABASE_URL: made.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
      const service = await serve(dataDir, state);
      const { secrets, organization } = await use(service, made);
      const refusals = await misuse(service, secrets.values());

      const backup = join(built.dir, `${kind[0]}.backup`);
      const places: Readonly<Record<string, string>> = {
        metrics: await service.metrics(),
        audit: await service.run(`audit export --organization ${organization} --format json`),
        chains: await service.run("audit verify --json"),
        listing: await service.run(`backup --to ${backup}`),
        backup: zstdDecompressSync(readFileSync(backup)).toString("latin1"),
        database: made === undefined ? bytesOfState(dataDir) : await rowsOf(made),
        refusals,
        log: service.log(),
      };
      // What is searched is what was written: each place holds something of this run.
      for (const [place, text] of Object.entries(places)) expect([place, text.length > 20]).toEqual([place, true]);
      expect(places.log).toContain("/{locale}/sign-in");
      expect(places.backup).toContain("slovnaft.sk");
      expect(leaksIn(places, secrets)).toEqual([]);
      // The search finds what is there.
      const planted = { planted: [...secrets.values()].map(encodeURIComponent).join("\n") };
      expect(leaksIn(planted, secrets)).toHaveLength(secrets.size);
    },
  );
});
