import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";

// What exists against what does not, interleaved: addresses in sign-in, sign-up, forgotten password and invitations,
// organizations on pages and for keys. Ends with 1 where the medians differ by more than the bound.

const PAIRS = 200;
const WARM_UP = 20;
const MOST_APART = 0.1;
const KNOWN = "known@firma.sk";
const PASSWORD = "seven green tables on a roof";
const HEADERS = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
const limits = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 1000000 }\n`);
writeFileSync(join(dir, "limits.yaml"), limits.join(""));
const port = 20_000 + (process.pid % 20_000);
const base = `http://127.0.0.1:${port}`;
const DOSAH = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: join(dir, "data"),
  LIMITS_FILE: join(dir, "limits.yaml"),
  // Without jobs: mails that are sent meanwhile would be measured with the answers.
  ROLE: "web",
  REGISTERS: "mirror",
  LOG_LEVEL: "silent",
};

/** Runs a command of the operator. @returns what it printed */
function dosah(words: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [DOSAH, ...words], { env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`dosah ${words.join(" ")} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

const service = spawn(process.execPath, [DOSAH, "serve"], { stdio: "ignore", env });
while (
  !(await fetch(`${base}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await sleep(100);

/** How long a request takes, in milliseconds. */
async function timed(path: string, init: RequestInit): Promise<number> {
  const since = performance.now();
  const response = await fetch(`${base}${path}`, { ...init, redirect: "manual" });
  await response.arrayBuffer();
  return performance.now() - since;
}

function ask(path: string, fields: Readonly<Record<string, string>>, more: Record<string, string> = {}) {
  const body = new URLSearchParams(fields).toString();
  return timed(path, { method: "POST", headers: { ...HEADERS, ...more }, body });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const name = "Jana";
for (const email of [KNOWN, "owner@firma.sk"]) dosah(["user", "add", "--email", email, "--password-stdin"], PASSWORD);
const own = dosah(["org", "add", "--name", "Alfa", "--owner", "owner@firma.sk"]);
const foreign = dosah(["org", "add", "--name", "Beta", "--owner", KNOWN]);
const key = dosah(["key", "issue", "--email", "owner@firma.sk"]);

const signedIn = await fetch(`${base}/en/sign-in`, {
  method: "POST",
  headers: HEADERS,
  body: new URLSearchParams({ email: "owner@firma.sk", password: PASSWORD }),
  redirect: "manual",
});
const Cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const members = await (await fetch(`${base}/en/organizations/${own}/members`, { headers: { Cookie } })).text();
const csrf = /name="csrf" value="([^"]+)"/.exec(members)?.[1] ?? "";

/** Calls a tool with the key of somebody who is a member of `own` alone. */
function callTool(toolName: string, organizationId: string): Promise<number> {
  const params = { name: toolName, arguments: { organizationId } };
  return timed("/api/mcp", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
}

const isAddress = (value: string) => value.includes("@");
const missingOrganization = (pair: number) => `org_${String(pair).padStart(26, "0")}`;

interface Flow {
  readonly there: string;
  readonly missing: (pair: number) => string;
  readonly measure: (value: string) => Promise<number>;
}

const unknown = (pair: number) => `nobody${pair}.${Math.random().toString(36).slice(2)}@firma.sk`;
const flows: Readonly<Record<string, Flow>> = {
  "sign-in": {
    there: KNOWN,
    missing: unknown,
    measure: (email) => ask("/en/sign-in", { email, password: "wrong and long enough" }),
  },
  "sign-up": {
    there: KNOWN,
    missing: unknown,
    measure: (email) => ask("/en/sign-up", { name, email, password: PASSWORD }),
  },
  forgot: { there: KNOWN, missing: unknown, measure: (email) => ask("/en/forgot", { email }) },
  invitation: {
    there: KNOWN,
    missing: unknown,
    measure: (email) => ask(`/en/organizations/${own}/invitations`, { csrf, email, role: "viewer" }, { Cookie }),
  },
  page: {
    there: foreign,
    missing: missingOrganization,
    measure: (id) => timed(`/en/organizations/${id}`, { headers: { Cookie } }),
  },
  my_scans: { there: foreign, missing: missingOrganization, measure: (id) => callTool("my_scans", id) },
  my_obligations: { there: foreign, missing: missingOrganization, measure: (id) => callTool("my_obligations", id) },
};
let worst = 0;
for (const [flow, { there, missing, measure }] of Object.entries(flows)) {
  const times = { there: [] as number[], missing: [] as number[] };
  for (let turn = 0; turn < WARM_UP; turn++) await measure(turn % 2 === 0 ? there : missing(1_000 + turn));
  for (let pair = 0; pair < PAIRS; pair++) {
    // Who comes first changes, so that neither side profits from what the other one warmed up.
    if (pair % 2 === 0) times.there.push(await measure(there));
    times.missing.push(await measure(missing(pair)));
    if (pair % 2 === 1) times.there.push(await measure(there));
  }
  const [known, nobody] = [median(times.there), median(times.missing)];
  const apart = Math.abs(known - nobody) / nobody;
  worst = Math.max(worst, apart);
  const what = isAddress(there) ? ["known", "unknown"] : ["foreign", "missing"];
  const text = `${what[0]} ${known.toFixed(2)} ms, ${what[1]} ${nobody.toFixed(2)} ms`;
  console.log(`${flow.padEnd(14)} ${text}, ${(apart * 100).toFixed(1)} % apart over ${PAIRS} pairs`);
}
service.kill();
rmSync(dir, { recursive: true, force: true });
process.exitCode = worst <= MOST_APART ? 0 : 1;
