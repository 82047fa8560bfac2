/**
 * Does the time tell whether a supplier has a profile that is not public? A draft and a withdrawn profile against a
 * supplier that nobody knows, interleaved, 200 pairs each, the quickest of five answers; for the tool by slug, for
 * `.json` and for the tool by number, on both databases. Ends with 1 where the medians differ by more than the bound
 * three times, or the bytes at all.
 *
 *     npm run build && node bench/trust/timing.ts [pairs]
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { icoAt, slugAt, writeProfiles } from "./profiles.ts";

const pairs = Number(process.argv[2] ?? 200);
const WARM_UP = 200;
/** Each of a pair is asked so often, by turns, and the quickest counts: what else the machine does only makes it longer. */
const TIMES = 5;
const MOST_APART = 0.1;
/** A way that is above the bound is measured so often at most. */
const MEASURED = 3;
/** Of each kind so many, so that nobody is asked for twice within a flow. */
const OF_EACH = pairs + WARM_UP;
const DOSAH = fileURLToPath(new URL("../../bin/dosah.js", import.meta.url));

/** The first of the profiles that are public, of the drafts, of the withdrawn ones, and of numbers that nobody has. */
const FIRST = { published: 0, draft: OF_EACH, withdrawn: 2 * OF_EACH, unknown: 3 * OF_EACH };

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

const tool = (args: object): Asked => ({
  method: "POST",
  path: "/api/mcp",
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "supplier_trust_profile", arguments: args },
  }),
});
const ways: Readonly<Record<string, (index: number) => Asked>> = {
  "tool by slug": (index) => tool({ slug: slugAt(index) }),
  ".json by slug": (index) => ({ method: "GET", path: `/trust/${slugAt(index)}.json` }),
  "tool by number": (index) => tool({ ico: icoAt(index) }),
};

let isWhole = true;
for (const kind of ["SQLite", "PostgreSQL"] as const) {
  if (kind === "PostgreSQL" && !hasPostgres) {
    process.stdout.write("PostgreSQL: no server at 127.0.0.1:5432\n");
    continue;
  }
  isWhole = (await measure(kind)) && isWhole;
}
process.exitCode = isWhole ? 0 : 1;

/** Measures every way on one database. @returns whether nothing is told */
async function measure(kind: "SQLite" | "PostgreSQL"): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-bench-trust-"));
  const database = kind === "SQLite" ? undefined : await createTestDatabase();
  const limits = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 1000000, perDay: 1000000 }\n`);
  writeFileSync(join(dir, "limits.yaml"), limits.join(""));
  const port = 20_000 + (process.pid % 20_000);
  const settings = {
    DATA_DIR: join(dir, "data"),
    LIMITS_FILE: join(dir, "limits.yaml"),
    REGISTERS: "mirror",
    LOG_LEVEL: "silent",
    ...(database === undefined
      ? {}
      : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") }),
  };
  await writeProfiles(settings, 3 * OF_EACH, (index) => {
    if (index >= FIRST.withdrawn) return "withdrawn";
    return index >= FIRST.draft ? "draft" : "published";
  });
  // Without jobs: what they do meanwhile would be measured with the answers.
  const env = { PATH: process.env.PATH, PORT: String(port), ROLE: "web", ...settings };
  const service = spawn(process.execPath, [DOSAH, "serve"], { stdio: "ignore", env });
  const ended = new Promise((resolve) => service.once("exit", resolve));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let told = 0;
  try {
    await isListening(port);
    for (const [way, ask] of Object.entries(ways)) {
      const isPublic = (await timed(agent, port, ask(FIRST.published))).body.includes(slugAt(FIRST.published));
      if (!isPublic) throw new Error(`${way}: a published profile is not found, so nothing is measured`);
      for (const there of ["draft", "withdrawn"] as const) {
        // A difference that is one comes again; what a busy machine made of one run does not.
        let isTold = true;
        for (let time = 0; time < MEASURED && isTold; time++) {
          const seen = await compare((from, index) => timed(agent, port, ask(from + index)), FIRST[there]);
          isTold = seen.apart > MOST_APART || !seen.isSame;
          process.stdout.write(
            `${kind.padEnd(10)} ${way.padEnd(14)} ${there.padEnd(9)} ${seen.known.toFixed(3)} ms, unknown ${seen.nobody.toFixed(3)} ms, ` +
              `${(seen.apart * 100).toFixed(1)} % apart over ${pairs} pairs, ${seen.isSame ? "same" : "DIFFERENT"} bytes\n`,
          );
        }
        if (isTold) told++;
      }
    }
  } finally {
    agent.destroy();
    service.kill();
    await ended;
    await database?.drop();
    rmSync(dir, { recursive: true, force: true });
  }
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
  return told === 0;
}

/** What is there against what nobody knows: the medians of both in milliseconds, and whether the bytes are the same. */
async function compare(
  asked: (from: number, index: number) => Promise<{ readonly ms: number; readonly body: string }>,
  there: number,
): Promise<{ readonly known: number; readonly nobody: number; readonly apart: number; readonly isSame: boolean }> {
  for (let index = 0; index < WARM_UP; index++) await asked(index % 2 === 0 ? there : FIRST.unknown, index);
  const times = { there: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  for (let pair = 0; pair < pairs; pair++) {
    const quickest = { there: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let time = 0; time < TIMES; time++) {
      // Who comes first changes, so that neither side profits from what the other one warmed up.
      const order = (pair + time) % 2 === 0 ? (["there", "unknown"] as const) : (["unknown", "there"] as const);
      for (const side of order) {
        const { ms, body } = await asked(side === "there" ? there : FIRST.unknown, WARM_UP + pair);
        quickest[side] = Math.min(quickest[side], ms);
        bodies.add(body);
      }
    }
    times.there.push(quickest.there);
    times.unknown.push(quickest.unknown);
  }
  const [known, nobody] = [median(times.there), median(times.unknown)];
  return { known, nobody, apart: Math.abs(known - nobody) / nobody, isSame: bodies.size === 1 };
}

async function isListening(port: number): Promise<void> {
  const look = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await look())) await sleep(100);
}

/** Asks once over the kept connection: how long it took, in milliseconds, and what came. */
function timed(agent: Agent, port: number, { method, path, body }: Asked): Promise<{ ms: number; body: string }> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const headers = {
      Accept: "application/json, text/event-stream",
      ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    };
    const sent = httpRequest({ agent, port, host: "127.0.0.1", method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ ms: performance.now() - since, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
