/**
 * What does the protocol cost? CPU time of the server per request, against a bare handler on `node:http` that parses
 * the same request and serialises an equally large answer. All kinds of requests take turns in one run, so that a
 * busy machine slows all of them alike. Run: `npm run build && npx node bench/protocol/run.ts [requests per turn]`.
 */
import { fork } from "node:child_process";
import { agent, ask, type Call, costOf, median, next, send } from "./measured-server.ts";
import type { Ports } from "./messages.ts";

const ROUNDS = 9;
const perTurn = Number(process.argv[2] ?? 2_000);

/** Several firms of the shipped sample would do; one is enough for a steady answer. */
const ICO = "31322832";

interface Turn extends Call {
  readonly name: string;
}

const server = fork(new URL("server.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });

const { ports } = await next(server, "listening");
const turns = await planTurns(ports);
const costs = new Map<string, number[]>(turns.map(({ name }) => [name, []]));
for (const turn of turns) await costOf(server, turn, Math.ceil(perTurn / 4)); // warm up
for (let round = 0; round < ROUNDS; round++) {
  for (const turn of turns) costs.get(turn.name)?.push(await costOf(server, turn, perTurn));
}
report();
ask(server, { kind: "stop" });
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

function report(): void {
  console.log(`Node ${process.version}, ${ROUNDS} rounds of ${perTurn} requests, median CPU of the server per request`);
  for (const { name, bareAnswer } of turns) {
    if (bareAnswer !== undefined) continue;
    const own = costPerCall(name);
    const bare = costPerCall(`bare: ${name}`);
    const ratio = (own / bare).toFixed(2);
    console.log(
      `${name.padEnd(34)} ${own.toFixed(1).padStart(7)} µs   bare ${bare.toFixed(1).padStart(7)} µs   x ${ratio}`,
    );
  }
  for (const era of ["handshake era", "sessionless"]) {
    const share = costPerCall(`tools/list, ${era}`) / costPerCall(`tools/call, ${era}`);
    console.log(`tools/list against tools/call, ${era}: x ${share.toFixed(2)}`);
  }
}

function costPerCall(name: string): number {
  return median(costs.get(name) ?? []);
}
