import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadLimits } from "../../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../../src/knowledge/load.ts";
import { type BuiltDosah, spawnDosah } from "../../promises/built-dosah.fixture.ts";
import { registerFiles } from "../../promises/register-files.fixture.ts";
import { createRandom } from "../random.ts";
import { addCounts, createCounts } from "./call-counts.ts";
import { type FuzzedCall, nextCall, type Offers } from "./calls.ts";
import type { CallAnswer } from "./judge.ts";
import type { CallCounts, FromServer, Memory, ToServer } from "./messages.ts";

/** Calls of one block; blocks over the port and in process take turns. */
const BLOCK = 1_000;

/** One block in so many goes over the port: HTTP costs more than most calls. */
const PORT_EVERY = 4;

/** Calls under way at a time over the port. */
const CONNECTIONS = 8;

/** No call may take so long, however busy the machine; a whole block in process so much longer. */
const HANG_MS = 20_000;
const BLOCK_HANG_MS = 300_000;

/** How often memory is looked at in a run. */
const SAMPLES = 20;

/** What a run is to do. */
export interface CallsPlan {
  readonly built: Pick<BuiltDosah, "bin" | "dir">;
  readonly calls: number;
  readonly seed: number;
  /** Called after each look at the memory. */
  readonly onProgress?: ((made: number, memory: Memory) => void) | undefined;
}

/** What a run saw. */
export interface CallsReport extends CallCounts {
  readonly made: number;
  readonly overPort: number;
  /** Memory of the serving process after garbage collection, with the calls made until then. */
  readonly memory: readonly (Memory & { readonly made: number })[];
  /** Errors in the log of the service: failures that nobody foresaw. */
  readonly failuresLogged: readonly string[];
}

/**
 * Makes so many fuzzed calls of all faces to a service in a process of its own, three quarters in process and one over
 * a port, and judges every answer.
 * @throws Error when the service ends or a block of calls in process does not.
 */
export async function runCalls({ built, calls, seed, onProgress }: CallsPlan): Promise<CallsReport> {
  const dir = mkdtempSync(join(tmpdir(), "dosah-calls-"));
  let server: ChildProcess | undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const limitsFile = await prepare(built, dir);
    server = fork(fileURLToPath(new URL("./server.ts", import.meta.url)), [built.dir, join(dir, "data"), limitsFile], {
      execArgv: ["--expose-gc"],
    });
    const { port, offers } = await next(server, "listening");
    return await run(server, { port, offers, agent }, { calls, seed, onProgress });
  } finally {
    agent.destroy();
    server?.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Imports the registers as an operator would, and takes the limits out of the way. Returns the file of limits. */
async function prepare(built: Pick<BuiltDosah, "bin" | "dir">, dir: string): Promise<string> {
  mkdirSync(join(dir, "data"));
  const limitsFile = join(dir, "limits.yaml");
  const rows = loadLimits(KNOWLEDGE_DIR).map(({ name }) => `${name}: { perMinute: 1000000000, perDay: 1000000000 }\n`);
  writeFileSync(limitsFile, rows.join(""));
  for (const [index, { country, format, text, activities }] of registerFiles.entries()) {
    const file = join(dir, `${index}.txt`);
    writeFileSync(file, text);
    const second = join(dir, `${index}-activities.txt`);
    if (activities !== undefined) writeFileSync(second, activities);
    const words = ["registers", "import", "--country", country, "--format", format, "--file", file];
    const all = activities === undefined ? words : [...words, "--activities", second];
    const child = spawnDosah({ ...built, remove: () => {} }, all, { DATA_DIR: join(dir, "data") });
    if ((await child.ended) !== 0) throw new Error(`a register could not be imported: ${child.err()}`);
  }
  return limitsFile;
}

interface Target {
  readonly port: number;
  readonly offers: Offers;
  readonly agent: Agent;
}

async function run(
  server: ChildProcess,
  target: Target,
  { calls, seed, onProgress }: Pick<CallsPlan, "calls" | "seed" | "onProgress">,
): Promise<CallsReport> {
  const counts = createCounts();
  const memory: (Memory & { made: number })[] = [];
  let failuresLogged: readonly string[] = [];
  let overPort = 0;
  let made = 0;
  const every = Math.max(1, Math.floor(calls / SAMPLES));
  for (let block = 0; made < calls; block++) {
    const count = Math.min(BLOCK, every, calls - made);
    if (block % PORT_EVERY === 0) {
      addCounts(counts, await overThePort(target, seed + block, count));
      overPort += count;
    } else {
      const done = next(server, "done");
      ask(server, { kind: "in_process", seed: seed + block, count });
      addCounts(counts, await done);
    }
    const before = Math.floor(made / every);
    made += count;
    if (Math.floor(made / every) === before) continue;
    const answer = next(server, "memory");
    ask(server, { kind: "memory" });
    const { heap, rss, failuresLogged: logged } = await answer;
    failuresLogged = logged;
    memory.push({ made, heap, rss });
    onProgress?.(made, { heap, rss });
  }
  const { statuses, findings } = counts;
  return { made, overPort, memory, failuresLogged, statuses, findings };
}

async function overThePort({ port, offers, agent }: Target, seed: number, count: number): Promise<CallCounts> {
  const random = createRandom(seed);
  const counts = createCounts();
  let left = count;
  const connection = async () => {
    while (left-- > 0) {
      const call = nextCall(random, offers);
      try {
        counts.take(call, await post(call, port, agent));
      } catch (cause) {
        counts.fail(call, cause === HUNG ? "hang" : "thrown", String(cause));
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return counts;
}

const HUNG = new Error("no answer in time");

function post({ method, path, headers, body }: FuzzedCall, port: number, agent: Agent): Promise<CallAnswer> {
  return new Promise((resolve, reject) => {
    // Node leaves the length out where a method has usually no body.
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = { agent, port, host: "127.0.0.1", method, path, headers: { ...headers, ...length } };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.on("end", () => {
        const contentType = response.headers["content-type"] ?? "";
        resolve({ status: response.statusCode ?? 0, contentType, text: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sent.setTimeout(HANG_MS, () => sent.destroy(HUNG));
    sent.once("error", reject);
    sent.end(body);
  });
}

function ask(server: ChildProcess, message: ToServer): void {
  server.send(message);
}

function next<K extends FromServer["kind"]>(server: ChildProcess, kind: K): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new Error(`hang: no ${kind} in time`))), BLOCK_HANG_MS);
    const onMessage = (message: FromServer) => {
      if (isKind(message, kind)) finish(() => resolve(message));
    };
    const onExit = () => finish(() => reject(new Error("the service ended")));
    function finish(end: () => void): void {
      clearTimeout(timer);
      server.off("message", onMessage);
      server.off("exit", onExit);
      end();
    }
    server.on("message", onMessage);
    server.on("exit", onExit);
  });
}

function isKind<K extends FromServer["kind"]>(
  message: FromServer,
  kind: K,
): message is Extract<FromServer, { kind: K }> {
  return message.kind === kind;
}
