/**
 * What does a call of a tool cost? CPU time of the built service per call, against a bare handler on `node:http` that
 * parses the same request and serialises the same answer. `one address`: all calls come from one caller, whom the limits
 * of the bench let through. `fresh addresses`: every call is another caller's, behind a trusted proxy, under the shipped
 * limits. `nis2_scope_check` is measured with one firm, with all firms of the sample in turns, and with invented firms of
 * so many kinds that nothing said of one is remembered when it comes again. Run: `npm run build && node bench/protocol/tools.ts [--turns 21] [--requests 1000] [--only nis2_stats]`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Firm, inventFirms, ofManyKinds, sampleFirms } from "./many-firms.ts";
import { agent, ask, type Call, costOf, median, next, send, warmUp } from "./measured-server.ts";

const { values: flags } = parseArgs({
  options: {
    turns: { type: "string", default: "21" },
    requests: { type: "string", default: "1000" },
    only: { type: "string" },
  },
});
const perTurn = Number(flags.requests);

/** Each tool with its target: at most so many times the bare handler. */
const TOOLS: readonly (readonly [tool: string, args: object, atMost: number])[] = [
  ["nis2_stats", {}, 1.1],
  ["ai_act_classify", { role: "deployer", annexIIIUse: "credit_scoring" }, 1.1],
  ["nis2_obligations", {}, 1.1],
  ["nis2_scope_check", { ico: "31322832" }, 1.6],
];

/** More than the rules remember. */
const KINDS = 2_400;
const INVENTED = 8_000;
/** The bare handler gives so many of the answers in turns: all of them would be long to hand over. */
const BARE_ANSWERS = 100;

const MODES = [
  { name: "one address", limits: "limits.yaml", isFresh: false },
  { name: "fresh addresses", limits: "limits-of-each.yaml", isFresh: true },
] as const;

const dir = mkdtempSync(join(tmpdir(), "dosah-bench-firms-"));
const invented = isWanted("nis2_scope_check") ? inventFirms(dir, INVENTED) : [];

console.log(`Node ${process.version}, ${flags.turns} turns of ${perTurn} calls, median CPU of the server per call`);
for (const { name, limits, isFresh } of MODES) {
  const server = await start(limits, {});
  for (const [tool, args, atMost] of TOOLS.filter(([each]) => isWanted(each)))
    await compare(server, `${tool}, ${name}`, [callOf(tool, args)], isFresh, atMost);
  if (isWanted("nis2_scope_check")) {
    const firms = sampleFirms().map((firm) => callOf("nis2_scope_check", firm));
    await compare(server, `  sample in turns, ${name}`, firms, isFresh, 1.6);
  }
  ask(server.child, { kind: "stop" });
}
if (isWanted("nis2_scope_check")) {
  const server = await start("limits-of-each.yaml", { DATA_DIR: dir });
  const asked = (firm: Firm) => send(callTo(server.service, callOf("nis2_scope_check", firm), true));
  const firms = await ofManyKinds(invented, KINDS, asked);
  const calls = firms.map((firm) => callOf("nis2_scope_check", firm));
  await compare(server, `  ${firms.length} kinds in turns, fresh addresses`, calls, true, 1.6);
  ask(server.child, { kind: "stop" });
}
rmSync(dir, { recursive: true, force: true });
agent.destroy();

interface Server {
  readonly child: ChildProcess;
  readonly service: number;
  readonly bare: number;
}

function isWanted(tool: string): boolean {
  return flags.only === undefined || flags.only === tool;
}

async function start(limits: string, further: object): Promise<Server> {
  const settings = { LIMITS_FILE: new URL(limits, import.meta.url).pathname, ...further };
  const child = fork(new URL("server.ts", import.meta.url), [JSON.stringify(settings)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { ports } = await next(child, "listening");
  if (ports.service === undefined) throw new Error("run npm run build first");
  return { child, service: ports.service, bare: ports.bare };
}

function callOf(tool: string, args: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } });
}

function callTo(port: number, body: Call["body"], isFresh: boolean): Call {
  return { port, body, headers: { "MCP-Protocol-Version": "2025-11-25" }, isFresh };
}

/** Measures the service and the bare handler in turns, and prints a line. */
async function compare(
  { child, service, bare }: Server,
  what: string,
  bodies: readonly string[],
  isFresh: boolean,
  atMost: number,
): Promise<void> {
  const step = Math.ceil(bodies.length / BARE_ANSWERS);
  const answers: string[] = [];
  for (let at = 0; at < bodies.length; at += step) {
    answers.push(await send(callTo(service, bodies[at] ?? "", isFresh)));
  }
  const bareAnswers = answers.map((answer): unknown => JSON.parse(answer));
  const own = callTo(service, bodies, isFresh);
  const turns = [own, { ...own, port: bare, bareAnswers }] as const;
  const spent: [number[], number[]] = [[], []];
  await warmUp(turns.map((call) => ({ server: child, call })));
  for (let round = 0; round < Number(flags.turns); round++) {
    spent[0].push(await costOf(child, turns[0], perTurn));
    spent[1].push(await costOf(child, turns[1], perTurn));
  }
  const ratio = median(spent[0].map((cost, index) => cost / (spent[1][index] ?? Number.NaN)));
  const bytes = answers.reduce((sum, answer) => sum + Buffer.byteLength(answer), 0) / answers.length;
  console.log(
    `${what.padEnd(42)} ${median(spent[0]).toFixed(0).padStart(5)} µs   bare ` +
      `${median(spent[1]).toFixed(0).padStart(5)} µs   x ${ratio.toFixed(2)} (at most ${atMost})   ${bytes.toFixed(0)} bytes`,
  );
}
