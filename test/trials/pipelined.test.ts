import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../promises/free-port.fixture.ts";
import { endService, serviceSettings, startService } from "./load/one-service.ts";
import { compileDosah, isByHand, newFolder, trial, unkept } from "./trial.ts";

const built = compileDosah();

/** So many requests are sent on each connection at once. */
const PER_CONNECTION = 800;
/** Connections of one round: with 75 of them 60,000 requests wait. */
const CONNECTIONS = isByHand ? 75 : 6;
/** Above what the idle service takes, in MB. */
const MEMORY_MB = 150;
const P99_MS = 100;

/** What is asked: a page of the framework, what is answered without it, and a message of the protocol. */
const ASKED = [
  "GET /en/obligations HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
  message(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })),
];

trial({
  says: "a client that sends and does not read is owed one answer a connection: memory stays, and others are answered",
  times: 1,
  start: async () => {
    const port = await freePort();
    // No limit of its own: those that are shipped.
    const { LIMITS_FILE: _limits, ...settings } = serviceSettings(newFolder(), port, undefined);
    const { child } = await startService(built(), settings);
    onTestFinished(() => endService(child, "SIGKILL"));
    for (const path of ["/en/obligations", "/api/openapi.json", "/sk"]) await timeOf(port, path);
    const idleMb = memoryMb(child.process.pid);
    return { port, pid: child.process.pid, idleMb, others: [] as number[], peakMb: idleMb, unanswered: 0, sent: 0 };
  },
  load: async (subject, isOver) => {
    while (!isOver()) {
      await timeOf(subject.port, "/sk").then(
        (ms) => subject.others.push(ms),
        () => subject.unanswered++,
      );
      subject.peakMb = Math.max(subject.peakMb, memoryMb(subject.pid));
      await sleep(20);
    }
  },
  fault: async (subject) => {
    const sockets = Array.from({ length: CONNECTIONS }, (_, index) => {
      const socket = connect(subject.port, "127.0.0.1").pause();
      socket.on("error", () => undefined).write((ASKED[index % ASKED.length] ?? "").repeat(PER_CONNECTION));
      subject.sent += PER_CONNECTION;
      return socket;
    });
    // As long as answers still go out, into the buffers of the system.
    await untilQuiet(subject.port);
    await Promise.all(sockets.map(end));
    await untilQuiet(subject.port);
  },
  judge: async ({ others, idleMb, peakMb, unanswered, sent, pid }) => {
    const sorted = others.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    return {
      broken: unkept({
        "others are answered": unanswered === 0 && others.length > 0,
        [`at most ${MEMORY_MB} MB over idle`]: peakMb - idleMb <= MEMORY_MB,
        // How fast a machine is decides nothing in `npm test`.
        [`others wait ${P99_MS} ms at most`]: !isByHand || p99 <= P99_MS,
      }),
      seen: { sent, others: others.length, p99, longest: sorted.at(-1), idleMb, peakMb, endMb: memoryMb(pid) },
    };
  },
});

function message(body: string): string {
  const headers =
    "Host: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  return `POST /api/mcp HTTP/1.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const agent = new Agent({ keepAlive: true });

/** How long an answer takes, in milliseconds. @throws where there is none */
function timeOf(port: number, path: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, agent }, (response) => {
      response.resume().once("end", () => resolve(performance.now() - began));
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
    }).on("error", reject);
  });
}

/** What the process holds in memory, in MB. */
function memoryMb(pid: number | undefined): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(line?.[1]) / 1024);
}

/** Waits until the service has nothing more to do for the connections: five answers in a row come at once. */
async function untilQuiet(port: number): Promise<void> {
  for (let quick = 0; quick < 5; ) {
    await sleep(200);
    quick = (await timeOf(port, "/healthz")) < 20 ? quick + 1 : 0;
  }
}

function end(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.destroy();
  });
}
