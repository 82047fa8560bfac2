/**
 * What does an outbound request cost on `node:http` (ours), on the npm package undici, and on the `fetch` that is built
 * into Node? Processor time and resident memory of the asking process; server and clients are processes of their own,
 * and the clients take turns. Run: `npx node bench/outbound/run.ts [requests]`; see README.md for undici.
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Fetch } from "../../src/outbound/follow.ts";

const ROUNDS = 9;
const FILE_MIB = 64;
const CLIENTS = ["ours", "undici", "built-in"] as const;
const CASES = ["/answer", "/packed", "/file"] as const;
const LIMIT_MS = 60_000;

/** One turn of a client: so many requests one after the other. */
interface Turn {
  readonly url: string;
  readonly requests: number;
}

/** What a turn took, and all since the process began, in microseconds of processor time; what it holds, in bytes. */
interface Taken {
  readonly cpu: number;
  readonly sinceStart: number;
  readonly rss: number;
}

const [, , mode = "300", client] = process.argv;
if (mode === "server") serve();
else if (mode === "client") await ask(client);
else await measure(Number(mode));

/** The server: a short answer, a long one that is packed, and a file. */
function serve(): void {
  const firm = { ico: "31322832", name: "Omikron, a. s.", activity: "35110", seat: "Bratislava", active: true };
  const packed = gzipSync(JSON.stringify(Array.from({ length: 500 }, (_, at) => ({ ...firm, at }))));
  const block = randomBytes(1_048_576);
  const server = createServer((request, response) => {
    if (request.url === "/answer") response.end(JSON.stringify({ firms: Array.from({ length: 10 }, () => firm) }));
    else if (request.url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
    else {
      let left = FILE_MIB;
      response.writeHead(200, { "content-length": FILE_MIB * block.length });
      const more = (): void => {
        while (left-- > 0) if (!response.write(block)) return void response.once("drain", more);
        response.end();
      };
      more();
    }
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.once("disconnect", () => process.exit());
}

/** A client: what it loads is loaded by its first request, as in a service that has asked nobody yet. */
async function ask(name: string | undefined): Promise<void> {
  const fetch = await fetchOf(name);
  process.on("message", async ({ url, requests }: Turn) => {
    const before = process.cpuUsage();
    for (let at = 0; at < requests; at++) {
      const headers: Record<string, string> = url.endsWith("/file") ? { "accept-encoding": "identity" } : {};
      const response = await fetch(new URL(url), { headers, signal: AbortSignal.timeout(LIMIT_MS) });
      const reader = response.body?.getReader();
      while ((await reader?.read())?.done === false);
    }
    const { user, system } = process.cpuUsage(before);
    const all = process.cpuUsage();
    process.send?.({
      cpu: user + system,
      sinceStart: all.user + all.system,
      rss: process.memoryUsage.rss(),
    } satisfies Taken);
  });
  process.once("disconnect", () => process.exit());
  process.send?.("ready");
}

async function fetchOf(name: string | undefined): Promise<Fetch> {
  if (name === "ours") return (await import("../../src/outbound/connect-fetch.ts")).createConnectFetch();
  if (name === "undici") return (await import("./undici-fetch.ts")).createUndiciFetch();
  return (url, init) => globalThis.fetch(url, init);
}

async function measure(perTurn: number): Promise<void> {
  const { version } = createRequire(import.meta.url)("undici/package.json") as { version: string };
  console.log(`Node ${process.versions.node}, undici ${version}, built in ${process.versions.undici}`);
  const server = fork(new URL(import.meta.url), ["server"]);
  const port = await next<number>(server);
  const url = (path: string) => `http://127.0.0.1:${port}${path}`;

  const first = new Map<string, Taken[]>(CLIENTS.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of CLIENTS) {
      const child = await start(name);
      const taken = await turn(child, { url: url("/packed"), requests: 1 });
      first.get(name)?.push({ ...taken, cpu: taken.sinceStart });
      child.disconnect();
    }
  }
  report("a process with one request", first, 1_000, "ms");

  const clients = new Map<string, ChildProcess>();
  for (const name of CLIENTS) clients.set(name, await start(name));
  for (const path of CASES) {
    const requests = path === "/file" ? 1 : perTurn;
    const taken = new Map<string, Taken[]>(CLIENTS.map((name) => [name, []]));
    for (let round = -2; round < ROUNDS; round++) {
      for (const [name, child] of clients) {
        const one = await turn(child, { url: url(path), requests });
        if (round >= 0) taken.get(name)?.push(one);
      }
    }
    if (path === "/file") report("/file, per MiB", taken, FILE_MIB, "µs");
    else report(`${path}, per request`, taken, requests, "µs");
  }
  for (const child of [server, ...clients.values()]) child.disconnect();
}

async function start(name: string): Promise<ChildProcess> {
  const child = fork(new URL(import.meta.url), ["client", name]);
  await next(child);
  return child;
}

function turn(child: ChildProcess, what: Turn): Promise<Taken> {
  const taken = next<Taken>(child);
  child.send(what);
  return taken;
}

/** The next message of a child; rejects when it ends instead. */
function next<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error("a measured process ended"));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T); // both ends of the channel are in this file
    });
  });
}

function report(what: string, taken: ReadonlyMap<string, readonly Taken[]>, per: number, unit: string): void {
  const ours = median(taken.get("ours")?.map(({ cpu }) => cpu) ?? []);
  for (const [name, turns] of taken) {
    const cpu = median(turns.map((one) => one.cpu));
    const rss = median(turns.map((one) => one.rss));
    const cost = `${(cpu / per).toFixed(1)} ${unit} of processor time (${(cpu / ours).toFixed(2)})`;
    console.log(`${what}: ${name.padEnd(8)} ${cost}, ${(rss / 1_048_576).toFixed(0)} MiB resident`);
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
