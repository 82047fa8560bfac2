/**
 * Do calls cost what they cost in an earlier version? The built service of both versions answers the same calls, each
 * in a process of its own and in short turns, so that a busy machine slows both alike. Answers grow with the law: the
 * bare handler sends each version's own answer, and what is above it is the code.
 * Run: `npm run build` in both, then `node bench/protocol/versions.ts --before <checkout of the earlier version> [--only nis2_stats]`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { agent, ask, type Call, costOf, median, next, send, warmUp } from "./measured-server.ts";
import type { Ports } from "./messages.ts";

const { values: flags } = parseArgs({
  options: {
    before: { type: "string" },
    requests: { type: "string", default: "150" },
    turns: { type: "string", default: "41" },
    only: { type: "string" },
  },
});
if (flags.before === undefined) throw new Error("--before names the folder of the earlier version");

const perTurn = Number(flags.requests);

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ["nis2_stats", {}],
  ["nis2_scope_check", { ico: "31322832" }],
  ["nis2_obligations", {}],
  ["ai_act_classify", { role: "deployer" }],
  ["company_search", { query: "sloven" }],
];

interface Version {
  readonly name: string;
  readonly child: ChildProcess;
  readonly ports: Ports;
}

/** One kind of request to one version, to its service or to its bare handler with the same answer. */
interface Turn extends Call {
  readonly version: Version;
  readonly bytes: number;
  readonly spent: number[];
}

const versions = [await start("before", flags.before), await start("now", join(import.meta.dirname, "../.."))] as const;
try {
  console.log(`Node ${process.version}, ${flags.turns} turns of ${perTurn} requests, CPU of the server per request`);
  for (const [tool, args] of CALLS) if (flags.only === undefined || flags.only === tool) await compare(tool, args);
} finally {
  agent.destroy();
  for (const { child } of versions) ask(child, { kind: "stop" });
}

async function start(name: string, checkout: string): Promise<Version> {
  // The limits of this bench for both: what the earlier one had for itself may refuse calls.
  const settings = { LIMITS_FILE: join(import.meta.dirname, "limits.yaml") };
  const child = fork(join(checkout, "bench/protocol/server.ts"), [JSON.stringify(settings)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { ports } = await next(child, "listening");
  return { name, child, ports };
}

async function compare(tool: string, args: object): Promise<void> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } });
  const [before, now] = versions;
  const own = [await planned(before, body), await planned(now, body)] as const;
  const bare = [bareOf(own[0]), bareOf(own[1])] as const;
  const turns = [...own.map(({ turn }) => turn), ...bare];
  await warmUp(turns.map((call) => ({ server: call.version.child, call })));
  for (let round = 0; round < Number(flags.turns); round++) {
    for (const turn of round % 2 === 0 ? turns : turns.toReversed())
      turn.spent.push(await costOf(turn.version.child, turn, perTurn));
  }
  const line = (index: 0 | 1) => {
    const [whole, sending] = [median(own[index].turn.spent), median(bare[index].spent)];
    return `${whole.toFixed(0)} µs for ${own[index].turn.bytes} bytes, bare ${sending.toFixed(0)} µs, x ${(whole / sending).toFixed(2)}`;
  };
  const pairs = (a: Turn, b: Turn) => median(b.spent.map((spent, index) => spent / (a.spent[index] ?? Number.NaN)));
  console.log(tool);
  console.log(`  before ${line(0)}`);
  console.log(`  now    ${line(1)}`);
  console.log(
    `  now / before ${pairs(own[0].turn, own[1].turn).toFixed(3)}, bare ${pairs(bare[0], bare[1]).toFixed(3)}`,
  );
}

async function planned(version: Version, body: string): Promise<{ turn: Turn; answer: string }> {
  const port = version.ports.service;
  if (port === undefined) throw new Error(`${version.name} is not built`);
  const call = { port, body, headers: { "MCP-Protocol-Version": "2025-11-25" } };
  const answer = await send(call);
  return { turn: { ...call, version, bytes: Buffer.byteLength(answer), spent: [] }, answer };
}

function bareOf({ turn, answer }: { turn: Turn; answer: string }): Turn {
  return { ...turn, port: turn.version.ports.bare, bareAnswer: JSON.parse(answer), spent: [] };
}
