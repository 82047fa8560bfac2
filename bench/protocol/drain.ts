/**
 * What does every request pay for the drain of a stop? CPU of the thread per request, of the program as it is and of a
 * copy in which no answer asks whether a stop was begun; without sockets, whose cost swings by more than what is measured.
 * Run: `node bench/protocol/drain.ts [--turns 101] [--requests 2000]`.
 */
import { IncomingMessage, type Server, ServerResponse } from "node:http";
import { registerHooks } from "node:module";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { parseArgs } from "node:util";
import { Hono } from "hono";
import type * as HttpServer from "../../src/http/http-server.ts";
import { median } from "./measured-server.ts";

const { values: flags } = parseArgs({
  options: { turns: { type: "string", default: "101" }, requests: { type: "string", default: "2000" } },
});

/** At most so many microseconds a request. */
const MOST_US = 1;

const DRAIN = '      ...(isDraining() ? { Connection: "close" } : {}),\n';
const WITHOUT = "?without-drain";

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(WITHOUT)) return loaded;
    const text = String(loaded.source);
    if (!text.includes(DRAIN))
      throw new Error("src/http/http-server.ts does not ask for a stop where this bench expects it");
    return { ...loaded, source: text.replace(DRAIN, "") };
  },
});

const file = new URL("../../src/http/http-server.ts", import.meta.url).href;
const whole: typeof HttpServer = await import(file);
const copy: typeof HttpServer = await import(`${file}${WITHOUT}`);
const [withDrain, without] = [serverOf(whole), serverOf(copy)];

const spent: Record<"withDrain" | "without", number[]> = { withDrain: [], without: [] };
for (let warm = 0; warm < 10; warm++) for (const server of [withDrain, without]) costOf(server);
for (let turn = 0; turn < Number(flags.turns); turn++) {
  const measure = {
    withDrain: () => spent.withDrain.push(costOf(withDrain)),
    without: () => spent.without.push(costOf(without)),
  };
  for (const which of turn % 2 === 0 ? (["withDrain", "without"] as const) : (["without", "withDrain"] as const))
    measure[which]();
}
const added = median(spent.withDrain.map((each, turn) => each - (spent.without[turn] ?? Number.NaN)));
console.log(
  `Node ${process.version}, ${flags.turns} turns of ${flags.requests} requests: ${median(spent.withDrain).toFixed(2)} µs a request, ` +
    `${median(spent.without).toFixed(2)} without the drain; it adds ${added.toFixed(2)} µs (at most ${MOST_US})`,
);
process.exitCode = added <= MOST_US ? 0 : 1;

function serverOf({ createHttpServer }: typeof HttpServer): Server {
  let isDraining = false;
  // So that no compiler takes it for a constant.
  process.once("exit", () => (isDraining = true));
  const probes = { "/healthz": () => ({ status: 200, body: { alive: true } }) as const };
  return createHttpServer(undefined, new Hono(), { probes, isDraining: () => isDraining });
}

/** CPU microseconds of this thread per request. */
function costOf(server: Server): number {
  const count = Number(flags.requests);
  const before = process.threadCpuUsage();
  for (let n = 0; n < count; n++) answerOne(server);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / count;
}

function answerOne(server: Server): void {
  const line = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() });
  // What the server reads of a socket: who is at its other end, and how much was sent.
  const socket = Object.assign(line, { remoteAddress: "127.0.0.1", bytesWritten: 0 }) as unknown as Socket;
  const request = new IncomingMessage(socket);
  Object.assign(request, { method: "GET", url: "/healthz", httpVersionMajor: 1, httpVersionMinor: 1 });
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  server.emit("request", request, response);
  response.emit("close");
}
