/**
 * What does a look-up of a published profile cost among ten thousand? CPU time of the server per request, by slug and by
 * number, against a bare handler on `node:http` that parses the same request and answers the same bytes with the same
 * headers, ready or written as JSON for each request; all kinds take turns in one run. Beside it, how long one caller waits
 * who asks for one after the other: the median of each turn against that of the bare handler with ready bytes.
 *
 *     npm run build && node bench/trust/run.ts [profiles] [requests per turn] [turns] [postgres]
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { createTestDatabase } from "../../src/state/test-postgres.fixture.ts";
import type { FromServer, ToServer } from "./messages.ts";
import { icoAt, slugAt, writeProfiles } from "./profiles.ts";

const [profiles = 10_000, perTurn = 1_000, turns = 9] = process.argv.slice(2, 5).map(Number);
const isPostgres = process.argv[5] === "postgres";
/** A few that everybody asks for, besides the whole. */
const KNOWN = 100;
const CONNECTIONS = 4;

/** A kind of look-up, and whom it is for. */
interface Kind {
  readonly name: string;
  readonly asked: (index: number) => Asked;
  readonly pick: () => number;
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

const bySlug = (index: number): Asked => ({ method: "GET", path: `/trust/${slugAt(index)}.json?locale=sk` });
const tool = (args: object): Asked => ({
  method: "POST",
  path: "/api/mcp",
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "supplier_trust_profile", arguments: { ...args, locale: "sk" } },
  }),
});
const toolBySlug = (index: number): Asked => tool({ slug: slugAt(index) });
const toolByIco = (index: number): Asked => tool({ ico: icoAt(index) });
const page = (index: number): Asked => ({ method: "GET", path: `/sk/trust/${slugAt(index)}` });

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-trust-"));
const limitsFile = join(dir, "limits.yaml");
const rows = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 10000000, perDay: 100000000 }\n`);
writeFileSync(limitsFile, rows.join(""));
const database = isPostgres ? await createTestDatabase() : undefined;
const settings = {
  DATA_DIR: join(dir, "data"),
  REGISTERS: "mirror",
  LIMITS_FILE: limitsFile,
  LOG_LEVEL: "silent",
  ...(database === undefined
    ? {}
    : { DATABASE_URL: database.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") }),
};
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

await writeProfiles(settings, profiles);
const server = fork(new URL("server.ts", import.meta.url), [JSON.stringify(settings)], {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
try {
  const ports = await next(server, "listening");
  // Whom nobody asked for before: each kind has suppliers of its own, and each turn others.
  let fresh = KNOWN;
  const first = () => fresh++ % profiles;
  const any = () => Math.floor(Math.random() * profiles);
  const known = () => Math.floor(Math.random() * KNOWN);
  const ways = [
    { way: ".json by slug", asked: bySlug },
    { way: "tool by slug", asked: toolBySlug },
    { way: "tool by number", asked: toolByIco },
  ];
  const rounds: readonly (readonly Kind[])[] = [
    ways.map(({ way, asked }) => ({ name: `${way}, for the first time`, asked, pick: first })),
    [
      ...ways.map(({ way, asked }) => ({ name: `${way}, any of all`, asked, pick: any })),
      ...ways.map(({ way, asked }) => ({ name: `${way}, one of ${KNOWN}`, asked, pick: known })),
      { name: "page, any of all", asked: page, pick: any },
    ],
  ];
  process.stdout.write(`${isPostgres ? "PostgreSQL" : "SQLite"}, ${profiles} profiles, ${turns} turns of ${perTurn}\n`);
  // A service that has answered for a while: otherwise the first figures are those of code that is not compiled yet.
  for (const { asked } of ways) await costOf(ports.service, asked, known, 1_500);
  for (const [round, kinds] of rounds.entries()) {
    // Each was asked for once before it is asked for again and again.
    if (round > 0) for (let index = 0; index < profiles; index++) await send(ports.service, toolBySlug(index));
    const costs = kinds.map(() => ({
      own: [] as number[],
      ready: [] as number[],
      written: [] as number[],
      waits: [] as number[],
      bytes: 0,
    }));
    for (let turn = -1; turn < turns; turn++) {
      for (const [place, { asked, pick }] of kinds.entries()) {
        const { body: answer, headers } = await send(ports.service, asked(profiles - 1));
        const own = await costOf(ports.service, asked, pick);
        const waited = await waitFor(ports.service, asked, pick);
        const bare = async (ready: boolean) => {
          server.send({ kind: "bare", answer, headers, ready } satisfies ToServer);
          await next(server, "ready");
          return costOf(ports.bare, asked, known);
        };
        const ready = await bare(true);
        const waitedForBare = await waitFor(ports.bare, asked, known);
        // A page is no JSON that could be written anew.
        const written = asked === page ? Number.NaN : await bare(false);
        const cost = costs[place];
        if (cost === undefined) continue;
        cost.bytes = Buffer.byteLength(answer);
        // The first turn warms up.
        if (turn < 0) continue;
        cost.own.push(own);
        cost.ready.push(ready);
        cost.written.push(written);
        cost.waits.push(waited / waitedForBare);
      }
    }
    for (const [place, { own, ready, written, waits, bytes }] of costs.entries()) {
      const against = (bare: readonly number[]) =>
        `${median(bare).toFixed(0)} µs, ratio ${median(own.map((each, turn) => each / (bare[turn] ?? Number.NaN))).toFixed(2)}`;
      process.stdout.write(
        `${(kinds[place]?.name ?? "").padEnd(36)} ${bytes} bytes  ${median(own).toFixed(0)} µs; bare with ready bytes ${against(ready)}; ` +
          `bare that writes the JSON ${against(written)}; waiting, ratio ${median(waits).toFixed(2)}; quickest turns ${quickest(own)}, ${quickest(ready)}, ${quickest(written)} µs\n`,
      );
    }
  }
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
} finally {
  agent.destroy();
  if (server.connected) {
    server.send({ kind: "stop" } satisfies ToServer);
    await new Promise((resolve) => server.once("exit", resolve));
  }
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
}

/** CPU microseconds of the server per request. */
async function costOf(
  port: number,
  asked: (index: number) => Asked,
  pick: () => number,
  count = perTurn,
): Promise<number> {
  const before = await cpu();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(port, asked(pick()));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return ((await cpu()) - before) / count;
}

/** How long a caller waits for an answer who asks for one after the other, in milliseconds: the median. */
async function waitFor(port: number, asked: (index: number) => Asked, pick: () => number): Promise<number> {
  const waits: number[] = [];
  for (let left = Math.ceil(perTurn / 4); left > 0; left--) {
    const since = performance.now();
    await send(port, asked(pick()));
    waits.push(performance.now() - since);
  }
  return median(waits);
}

async function cpu(): Promise<number> {
  server.send({ kind: "cpu" } satisfies ToServer);
  return (await next(server, "cpu")).microseconds;
}

/** An answer, without the headers that the server sets by itself. @throws Error for every status but 200 */
function send(
  port: number,
  { method, path, body }: Asked,
): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Accept: "application/json, text/event-stream, text/html",
      ...(body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
    };
    const sent = httpRequest({ agent, port, host: "127.0.0.1", method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const {
          date: _,
          connection: _own,
          "keep-alive": _time,
          "content-length": _length,
          ...headers
        } = response.headers;
        if (response.statusCode === 200) {
          resolve({ body: Buffer.concat(chunks).toString("utf8"), headers: headers as Record<string, string> });
        } else reject(new Error(`HTTP ${response.statusCode}: ${path}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The next message of a kind. @throws Error when the process ends before. */
function next<K extends FromServer["kind"]>(from: ChildProcess, kind: K): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromServer) => {
      if (message.kind !== kind) return;
      from.off("message", onMessage);
      from.off("exit", onExit);
      resolve(message as Extract<FromServer, { kind: K }>);
    };
    const onExit = () => reject(new Error("The server ended."));
    from.on("message", onMessage);
    from.once("exit", onExit);
  });
}

/** Of the turn that the load of the machine disturbed least. */
function quickest(figures: readonly number[]): string {
  return Math.min(...figures).toFixed(0);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? Number.NaN;
}
