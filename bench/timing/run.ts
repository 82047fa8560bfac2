/**
 * Does the time tell what exists? What exists against what does not, interleaved: addresses in sign-in, sign-up,
 * forgotten password and invitations, organizations on pages and for keys; and, on either database, a supplier's profile
 * that is not public against a supplier that nobody knows. Ends with 1 where the medians differ by more than the bound
 * three times, or the bytes where they have to be the same.
 *
 *     npm run bench:timing [pairs]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { freePort } from "../../test/promises/free-port.fixture.ts";
import { toolCall } from "../../test/promises/requests.fixture.ts";
import { endService, serviceSettings, startService } from "../../test/trials/load/one-service.ts";
import { addOwner } from "../../test/trials/load/people.ts";
import { median } from "../protocol/measured-server.ts";
import { icoAt, slugAt, writeProfiles } from "../trust/profiles.ts";

const pairs = Number(process.argv[2] ?? 200);
const MOST_APART = 0.1;
/** A way that is above the bound is measured so often at most: a difference that is one comes again. */
const MEASURED = 3;
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const built = { dir: ROOT, bin: join(ROOT, "bin", "dosah.js"), remove: () => undefined };

interface Asked extends Pick<RequestInit, "method" | "body" | "headers"> {
  readonly path: string;
}

/** A way to ask for what is there and for what is not. */
interface Way {
  readonly name: string;
  /** What is asked for in a turn: no two turns of one way are the same where that would be remembered. */
  readonly ask: (side: "there" | "missing", turn: number) => Asked;
  readonly warmUp: number;
  /** Each of a pair is asked so often, by turns, and the quickest counts: other work only makes an answer longer. */
  readonly times: number;
  readonly hasSameBytes: boolean;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let distinguished = 0;
try {
  await withService(undefined, accountWays);
  for (const kind of hasPostgres ? (["SQLite", "PostgreSQL"] as const) : (["SQLite"] as const)) {
    const database = kind === "SQLite" ? undefined : await createTestDatabase();
    await withService(database?.url, (settings) => profileWays(kind, settings));
    await database?.drop();
  }
} finally {
  agent.destroy();
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
process.exitCode = distinguished === 0 ? 0 : 1;

type Settings = Readonly<Record<string, string>>;

/** Measures ways over a service of its own. @param prepare writes into its state before it starts */
async function withService(
  databaseUrl: string | undefined,
  prepare: (settings: Settings) => Promise<(port: number) => Promise<readonly Way[]>>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-"));
  const port = await freePort();
  // Without jobs: what they do meanwhile would be measured with the answers.
  const settings = { ...serviceSettings(dir, port, databaseUrl), ROLE: "web", LOG_LEVEL: "silent" };
  const waysOf = await prepare(settings);
  const { child } = await startService(built, settings);
  try {
    for (const way of await waysOf(port)) {
      let isDistinguished = true;
      for (let time = 0; time < MEASURED && isDistinguished; time++)
        isDistinguished = await isDistinguishedBy(port, way);
      if (isDistinguished) distinguished++;
    }
  } finally {
    await endService(child, "SIGTERM");
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Measures one way. @returns whether the time, or the bytes, tell what is there */
async function isDistinguishedBy(port: number, { name, ask, warmUp, times, hasSameBytes }: Way): Promise<boolean> {
  for (let turn = 0; turn < warmUp; turn++) await send(port, ask(turn % 2 === 0 ? "there" : "missing", turn));
  const medians = { there: [] as number[], missing: [] as number[] };
  const bodies = new Set<string>();
  for (let pair = 0; pair < pairs; pair++) {
    const quickest = { there: Number.POSITIVE_INFINITY, missing: Number.POSITIVE_INFINITY };
    for (let time = 0; time < times; time++) {
      // Who comes first changes, so that neither side profits from what the other one warmed up.
      const order = (pair + time) % 2 === 0 ? (["there", "missing"] as const) : (["missing", "there"] as const);
      for (const side of order) {
        const { ms, body } = await send(port, ask(side, warmUp + pair));
        quickest[side] = Math.min(quickest[side], ms);
        bodies.add(body);
      }
    }
    medians.there.push(quickest.there);
    medians.missing.push(quickest.missing);
  }
  const [there, missing] = [median(medians.there), median(medians.missing)];
  const apart = Math.abs(there - missing) / missing;
  const bytes = !hasSameBytes ? "" : bodies.size === 1 ? ", same bytes" : ", DIFFERENT bytes";
  console.log(
    `${name.padEnd(36)} there ${there.toFixed(3)} ms, missing ${missing.toFixed(3)} ms, ${(apart * 100).toFixed(1)} % apart${bytes}`,
  );
  return apart > MOST_APART || (hasSameBytes && bodies.size > 1);
}

/** Asks once over the kept connection: how long it took, in milliseconds, and what came. */
function send(port: number, { path, method = "GET", body, headers }: Asked): Promise<{ ms: number; body: string }> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const bytes = Buffer.from(String(body ?? ""));
    const all = { ...Object.fromEntries(new Headers(headers)), "Content-Length": bytes.length };
    const sent = request({ agent, port, host: "127.0.0.1", method, path, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ ms: performance.now() - since, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.on("error", reject);
    sent.end(bytes);
  });
}

/** Addresses and organizations. */
async function accountWays(settings: Settings): Promise<(port: number) => Promise<readonly Way[]>> {
  const state = createState({ dir: settings.DATA_DIR ?? "", now: Date.now });
  await state.open();
  const [own, foreign] = [await addOwner(state, Date.now()), await addOwner(state, Date.now())];
  await state.close();
  const [known, password] = ["known@firma.sk", "seven green tables on a roof"];
  const words = [built.bin, "user", "add", "--email", known, "--password-stdin"];
  const env = { PATH: process.env.PATH, ...settings };
  const added = spawnSync(process.execPath, words, { env, input: password, encoding: "utf8" });
  if (added.status !== 0) throw new Error(`no account: ${added.stderr}`);

  return async (port) => {
    const Cookie = `dosah_session=${own.session}`;
    const members = await fetch(`http://127.0.0.1:${port}/en/organizations/${own.orgId}/members`, {
      headers: { Cookie },
    });
    const csrf = /name="csrf" value="([^"]+)"/.exec(await members.text())?.[1];
    if (csrf === undefined) throw new Error("nobody is signed in, so nothing is measured");
    const form = (path: string, fields: Readonly<Record<string, string>>, more: object = {}): Asked => ({
      path,
      method: "POST",
      headers: {
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded",
        ...more,
      },
      body: new URLSearchParams(fields).toString(),
    });
    const unknown = () => `nobody.${Math.random().toString(36).slice(2)}@firma.sk`;
    const way = (
      name: string,
      there: string,
      missing: (turn: number) => string,
      ask: (value: string) => Asked,
    ): Way => ({
      name,
      ask: (side, turn) => ask(side === "there" ? there : missing(turn)),
      warmUp: 20,
      times: 1,
      hasSameBytes: false,
    });
    const address = (name: string, ask: (email: string) => Asked) => way(name, known, unknown, ask);
    const organization = (name: string, ask: (id: string) => Asked) =>
      way(name, foreign.orgId, (turn) => `org_${String(turn).padStart(26, "0")}`, ask);
    const tool = (name: string) =>
      organization(name, (organizationId) => {
        const asked = toolCall(name, { organizationId });
        return { ...asked, path: "/api/mcp", headers: { ...asked.headers, Authorization: `Bearer ${own.key}` } };
      });
    return [
      address("sign-in", (email) => form("/en/sign-in", { email, password: "wrong and long enough" })),
      address("sign-up", (email) => form("/en/sign-up", { name: "Jana", email, password })),
      address("forgot", (email) => form("/en/forgot", { email })),
      address("invitation", (email) =>
        form(`/en/organizations/${own.orgId}/invitations`, { csrf, email, role: "viewer" }, { Cookie }),
      ),
      organization("page", (id) => ({ path: `/en/organizations/${id}`, headers: { Cookie } })),
      tool("my_scans"),
      tool("my_obligations"),
    ];
  };
}

/** A draft that was public once, and a withdrawn profile, by slug and by number. */
async function profileWays(kind: string, settings: Settings): Promise<(port: number) => Promise<readonly Way[]>> {
  const warmUp = 200;
  // Of each kind so many that nobody is asked for twice within a way.
  const each = pairs + warmUp;
  const first = { published: 0, draft: each, withdrawn: 2 * each, unknown: 3 * each };
  await writeProfiles(settings, 3 * each, (index) => {
    if (index >= first.withdrawn) return "withdrawn";
    return index >= first.draft ? "draft" : "published";
  });
  const tool = (args: object): Asked => ({ ...toolCall("supplier_trust_profile", args), path: "/api/mcp" });
  const looks: readonly (readonly [string, (index: number) => Asked])[] = [
    ["tool by slug", (index) => tool({ slug: slugAt(index) })],
    [".json by slug", (index) => ({ path: `/trust/${slugAt(index)}.json` })],
    ["tool by number", (index) => tool({ ico: icoAt(index) })],
  ];
  return async (port) => {
    const ways: Way[] = [];
    for (const [name, look] of looks) {
      const { body } = await send(port, look(first.published));
      if (!body.includes(slugAt(first.published))) throw new Error(`${name}: a published profile is not found`);
      for (const there of ["draft", "withdrawn"] as const) {
        const ask: Way["ask"] = (side, turn) => look(turn + (side === "there" ? first[there] : first.unknown));
        ways.push({ name: `${kind}, ${name}, ${there}`, ask, warmUp, times: 5, hasSameBytes: true });
      }
    }
    return ways;
  };
}
