import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { type OutboxMail, outboxOf, type VisitorOfTest, visit } from "../../test/accounts/visitor.fixture.ts";

/**
 * From nothing to an agent's answer, as a person would do it, over real processes: sign up, read the mail from the
 * outbox, found an organization, issue a key, connect the v1 and the v2 client, leave, be refused. Once on SQLite with
 * one instance, once on PostgreSQL with two: the second instance answers what the first one has stored.
 *
 *     npm run build && node bench/accounts/from-nothing.ts
 */
const DOSAH = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));
const PASSWORD = "seven green tables on a roof";

/** A running process of the service. */
interface Instance {
  readonly url: string;
  readonly dataDir: string;
  readonly log: () => string;
  stop(): Promise<void>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function check(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`not so: ${what}`);
  say(`  ${what}`);
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function start(env: Readonly<Record<string, string>>): Promise<Instance> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "dosah-from-nothing-"));
  const child: ChildProcess = spawn(process.execPath, [DOSAH, "serve"], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, REGISTERS: "mirror", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (log += text));
  const url = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    if (tries === 600) throw new Error(`the service did not start:\n${log}`);
    await sleep(100);
  }
  return {
    url,
    dataDir,
    log: () => log,
    stop: async () => {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await closed;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const browserAt = ({ url }: Instance): VisitorOfTest =>
  visit({ fetch: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) } as never, { baseUrl: url });

/** The newest mail to an address, in whichever outbox it lies. */
async function mailTo(instances: readonly Instance[], to: string): Promise<OutboxMail> {
  for (let tries = 0; tries < 600; tries++) {
    const mail = instances.flatMap(({ dataDir }) => outboxOf(dataDir)).findLast((each) => each.to === to);
    if (mail !== undefined) return mail;
    await sleep(100);
  }
  throw new Error(`no mail to ${to} came`);
}

/** The names of the tools, and a call, by a client of one generation. */
async function withClient(generation: "v1" | "v2", instance: Instance, key: string) {
  const url = new URL(`${instance.url}/api/mcp`);
  const init = { requestInit: { headers: { Authorization: `Bearer ${key}` } } };
  const identity = { name: "from-nothing", version: "1.0.0" };
  const client =
    generation === "v1" ? new ClientV1(identity) : new ClientV2(identity, { versionNegotiation: { mode: "auto" } });
  const transport = generation === "v1" ? new TransportV1(url, init) : new TransportV2(url, init);
  await client.connect(transport as never);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args })) as { isError?: boolean; structuredContent?: never },
    close: () => client.close(),
  };
}

async function walk(name: string, instances: readonly Instance[]): Promise<void> {
  say(name);
  const [first, last] = [instances[0], instances.at(-1)];
  if (first === undefined || last === undefined) throw new Error("there is no instance");
  const jana = browserAt(first);
  const sent = await jana.submit("/sk/sign-up", { name: "Jana Nová", email: "jana@firma.sk", password: PASSWORD });
  check(sent.status === 303 && sent.location === "/sk/sign-up/sent", "signed up");
  const link = (await mailTo(instances, "jana@firma.sk")).link ?? "";
  check(link.startsWith("/sk/verify?token="), "the mail lies in the outbox, with the link that confirms the address");
  check((await jana.submit(link, {})).location === "/sk/sign-in?done=verified", "the address is confirmed");
  const signedIn = await jana.submit("/sk/sign-in", { email: "jana@firma.sk", password: PASSWORD });
  check(signedIn.location === "/sk/organizations", "signed in");
  const founded = await jana.submit("/sk/organizations", { name: "Alfa s.r.o.", country: "SK", ico: "31322832" });
  const org = founded.location?.split("/").at(-1) ?? "";
  check(/^org_/.test(org), `an organization is founded: ${org.slice(0, 8)}…`);

  const peter = browserAt(last);
  const members = `/sk/organizations/${org}/members`;
  const invited = await jana.submit(
    members,
    { email: "peter@firma.sk", role: "owner" },
    `/sk/organizations/${org}/invitations`,
  );
  const invitation = /data-invitation="https?:\/\/[^/]+([^"]+)"/.exec(invited.html)?.[1] ?? "";
  await peter.submit(
    `/sk/sign-up?next=${invitation}`,
    { name: "Peter", email: "peter@firma.sk", password: PASSWORD },
    "/sk/sign-up",
  );
  let confirm = "";
  for (let tries = 0; confirm === "" && tries < 600; tries++) {
    const mails = instances.flatMap(({ dataDir }) => outboxOf(dataDir)).filter(({ to }) => to === "peter@firma.sk");
    confirm = mails.find((mail) => mail.link?.includes("/verify"))?.link ?? "";
    if (confirm === "") await sleep(100);
  }
  await peter.submit(confirm, {});
  await peter.submit("/sk/sign-in", { email: "peter@firma.sk", password: PASSWORD });
  check((await peter.submit(invitation, {})).status === 303, "somebody else accepted an invitation to own it too");

  const issued = await jana.submit("/sk/account/keys", { name: "agent", expires: "" });
  const key = /data-api-key[^>]*>\s*(dosah_[0-9A-Za-z]{49})\s*</.exec(issued.html)?.[1] ?? "";
  check(key !== "", `a key is issued and shown once: dosah_…${key.slice(-4)}`);
  for (const generation of ["v1", "v2"] as const) {
    const client = await withClient(generation, last, key);
    const tools = await client.list();
    check(tools.length === 12, `the ${generation} client lists ${tools.length} tools: ${tools.join(", ")}`);
    const { structuredContent } = await client.call("my_organizations");
    check(
      JSON.stringify(structuredContent).includes(org),
      `and my_organizations: ${JSON.stringify(structuredContent)}`,
    );
    await client.close();
  }
  check(
    (await jana.submit(`/sk/organizations/${org}`, {}, `/sk/organizations/${org}/leave`)).status === 303,
    "left the organization",
  );
  const page = browserAt(last);
  page.cookie = jana.cookie;
  check(
    (await page.get(`/sk/organizations/${org}`)).status === 404,
    "its page is gone at once, on the other instance too",
  );
  for (const generation of ["v1", "v2"] as const) {
    const client = await withClient(generation, last, key);
    const refused = await client.call("my_scans", { organizationId: org });
    check(
      refused.isError === true,
      `the next call of the ${generation} client is refused: ${JSON.stringify(refused.structuredContent)}`,
    );
    await client.close();
  }
  for (const { log } of instances) {
    const isClean = [key, PASSWORD, jana.cookie ?? "-", link.split("=").at(-1) ?? "-"].every(
      (secret) => !log().includes(secret),
    );
    check(isClean, "the log holds no key, password, session or link");
  }
}

const single = await start({});
try {
  await walk("SQLite, one instance", [single]);
} finally {
  await single.stop();
}
const database = await createTestDatabase();
const shared = { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
const both = [await start(shared), await start(shared)];
try {
  await walk("PostgreSQL, two instances", both);
} finally {
  for (const instance of both) await instance.stop();
  await database.drop();
}
