/**
 * What does the protocol cost? CPU time of the server per request, against a bare handler on `node:http` that parses
 * the same request and serialises an equally large answer. All kinds of requests take turns in one run, so that a
 * busy machine slows all of them alike. Run: `npm run build && npx node bench/protocol/run.ts [requests per turn]`.
 */
import { fork } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";
import type { FromServer, Ports, ToServer } from "./messages.ts";

const ROUNDS = 9;
const CONNECTIONS = 4;
const perTurn = Number(process.argv[2] ?? 2_000);

/** Several firms of the shipped sample would do; one is enough for a steady answer. */
const ICO = "31322832";

interface Turn {
  readonly name: string;
  readonly port: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Set on the turns of the bare handler: the answer it gives. */
  readonly bareAnswer?: unknown;
}

const server = fork(new URL("server.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const { ports } = await next("listening");
const turns = await planTurns(ports);
const costs = new Map<string, number[]>(turns.map(({ name }) => [name, []]));
for (const turn of turns) await run(turn, Math.ceil(perTurn / 4)); // warm up
for (let round = 0; round < ROUNDS; round++) {
  for (const turn of turns) costs.get(turn.name)?.push(await run(turn, perTurn));
}
report();
ask({ kind: "stop" });
agent.destroy();

/** Every kind of request, and beside each a bare handler with the same request and answer. */
async function planTurns({ bare, endpoint, service }: Ports): Promise<readonly Turn[]> {
  const call = { name: "tool_05", arguments: { ico: ICO } };
  const own = [
    legacy("tools/call, handshake era", endpoint, "tools/call", call),
    modern("tools/call, sessionless", endpoint, "tools/call", call),
    legacy("tools/list, handshake era", endpoint, "tools/list", {}),
    modern("tools/list, sessionless", endpoint, "tools/list", {}),
  ];
  const check = { name: "nis2_scope_check", arguments: { ico: ICO } };
  const real =
    service === undefined
      ? []
      : [
          legacy("nis2_scope_check, handshake era", service, "tools/call", check),
          modern("nis2_scope_check, sessionless", service, "tools/call", check),
          legacy("real tools/list, handshake era", service, "tools/list", {}),
          modern("real tools/list, sessionless", service, "tools/list", {}),
        ];
  const planned: Turn[] = [];
  for (const turn of [...own, ...real]) {
    const answer: unknown = JSON.parse(await send(turn));
    planned.push(turn, { ...turn, name: `bare: ${turn.name}`, port: bare, bareAnswer: answer });
  }
  return planned;
}

function legacy(name: string, port: number, method: string, params: object): Turn {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return { name, port, body, headers: { "MCP-Protocol-Version": "2025-11-25" } };
}

function modern(name: string, port: number, method: string, params: { readonly name?: string }): Turn {
  const prefix = "io.modelcontextprotocol";
  const _meta = {
    [`${prefix}/protocolVersion`]: "2026-07-28",
    [`${prefix}/clientInfo`]: { name: "bench", version: "1" },
    [`${prefix}/clientCapabilities`]: {},
  };
  return {
    name,
    port,
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    headers: {
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(params.name === undefined ? {} : { "Mcp-Name": params.name }),
    },
  };
}

/** Sends `count` requests over a few kept connections; gives CPU microseconds of the server per request. */
async function run(turn: Turn, count: number): Promise<number> {
  if (turn.bareAnswer !== undefined) {
    ask({ kind: "bare", answer: turn.bareAnswer });
    await next("ready");
  }
  const before = await cpu();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await send(turn);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return ((await cpu()) - before) / count;
}

function send({ port, body, headers }: Turn): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const sent = httpRequest(
      {
        agent,
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/api/mcp",
        headers: { "Content-Type": "application/json", "Content-Length": length, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
          else reject(new Error(`HTTP ${response.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

function ask(message: ToServer): void {
  server.send(message);
}

async function cpu(): Promise<number> {
  ask({ kind: "cpu" });
  return (await next("cpu")).microseconds;
}

function next<K extends FromServer["kind"]>(kind: K): Promise<Extract<FromServer, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromServer) => {
      if (!isKind(message, kind)) return;
      server.off("message", onMessage);
      server.off("exit", end);
      resolve(message);
    };
    const end = () => reject(new Error("The server ended."));
    server.on("message", onMessage);
    server.once("exit", end);
  });
}

function isKind<K extends FromServer["kind"]>(
  message: FromServer,
  kind: K,
): message is Extract<FromServer, { kind: K }> {
  return message.kind === kind;
}

function report(): void {
  console.log(`Node ${process.version}, ${ROUNDS} rounds of ${perTurn} requests, median CPU of the server per request`);
  for (const { name, bareAnswer } of turns) {
    if (bareAnswer !== undefined) continue;
    const own = median(name);
    const bare = median(`bare: ${name}`);
    const ratio = (own / bare).toFixed(2);
    console.log(
      `${name.padEnd(34)} ${own.toFixed(1).padStart(7)} µs   bare ${bare.toFixed(1).padStart(7)} µs   x ${ratio}`,
    );
  }
  for (const era of ["handshake era", "sessionless"]) {
    const share = median(`tools/list, ${era}`) / median(`tools/call, ${era}`);
    console.log(`tools/list against tools/call, ${era}: x ${share.toFixed(2)}`);
  }
}

function median(name: string): number {
  const sorted = (costs.get(name) ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
