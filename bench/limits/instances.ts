/**
 * What does one count for several instances cost each of them, and do two carry twice what one does?
 * CPU of the built service per call: with Redis against without. Turns are short and interleaved, and of each kind the
 * quietest third counts: what else runs on the machine can only add to the CPU of a call. Then calls a second of two
 * instances (one Redis, one PostgreSQL) against one of them, each with a fixed share of a core, so that callers, Redis
 * and PostgreSQL find free cores as they would on machines of their own.
 * Starts servers of its own: needs redis-server and PostgreSQL, and the right to make control groups.
 * Run: `npm run build && node bench/limits/instances.ts [--turns 41] [--requests 40] [--only nis2_scope_check]`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Limiter } from "../../src/limits/limiter.ts";
import { createMemoryLimiter } from "../../src/limits/memory-limiter.ts";
import { createRedisLimiter } from "../../src/limits/redis-limiter.ts";
import { startOwnRedis } from "../../test/ops/own-redis.fixture.ts";
import { startOwnServer } from "../../test/postgres/own-server.fixture.ts";
import { GENEROUS } from "../../test/promises/generous-limits.fixture.ts";
import { agent, ask, type Call, costOf, median, next, send } from "../protocol/measured-server.ts";
import { limitCpu } from "./cpu-share.ts";

const { values: flags } = parseArgs({
  options: {
    turns: { type: "string", default: "41" },
    requests: { type: "string", default: "40" },
    only: { type: "string" },
  },
});
const perTurn = Number(flags.requests);
const turns = Number(flags.turns);

/** At most so many times the CPU of an instance that counts for itself, and at least so many times its throughput. */
const MOST_WITH_REDIS = 1.3;
const LEAST_OF_TWO = 1.9;

/** Calls under way at once in an instance that has time to spare, and in one that is busy: the target is one of capacity. */
const IDLE = 4;
const BUSY = 16;

/** What each of two instances gets of a core. Two, their callers and the servers then leave two cores time to spare. */
const SHARE = 0.1;

/** Calls that one measured turn makes of each instance: about half a second at its share. */
const PER_INSTANCE = 400;

type Wanted = Pick<Call, "body" | "path" | "atOnce">;

const tool = (name: string, args: object): Wanted => ({
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
});
const get = (path: string): Wanted => ({ body: "", path });

const ALL: readonly (readonly [what: string, call: Wanted])[] = [
  ["nis2_scope_check", tool("nis2_scope_check", { ico: "31322832", country: "SK" })],
  ["company_search", tool("company_search", { query: "sloven" })],
  ["nis2_obligations", tool("nis2_obligations", {})],
  ["GET /api/scope-check", get("/api/scope-check?ico=31322832&country=SK")],
];

const CALLS = ALL.filter(([what]) => flags.only === undefined || what === flags.only);

/** A count by itself, in this process: in memory, and in Redis with so many calls under way at once. */
async function countAlone(): Promise<void> {
  const rules = [
    { name: "minute", perMinute: 1e8 },
    { name: "both", perMinute: 1e8, perDay: 1e8 },
    { name: "day", perDay: 1e8 },
    { name: "total", perDay: 1e8, shared: true },
  ];
  const inMemory = createMemoryLimiter({ rules, now: Date.now });
  const inRedis = await createRedisLimiter({ url: redis.url, rules, now: Date.now, report: () => undefined });
  for (const names of [["minute"], ["both", "day", "total"]]) {
    const kinds = [[inMemory, 1] as const, ...[1, 4, 16].map((atOnce) => [inRedis, atOnce] as const)];
    const spent = kinds.map(() => [] as number[]);
    for (let turn = -10; turn < turns; turn++) {
      for (const [index, [limiter, atOnce]] of kinds.entries()) {
        const cost = await costOfCount(limiter, names, atOnce);
        if (turn >= 0) spent[index]?.push(cost);
      }
    }
    const [memory = 0, ...others] = spent.map(quietest);
    const [one, four, sixteen] = others.map((each) => each.toFixed(1));
    const windows = names.length === 1 ? "1 window" : "4 windows";
    console.log(
      `a count of ${windows}: ${memory.toFixed(1)} µs in memory; in Redis ${one} one at a time, ${four} four at once, ${sixteen} sixteen at once`,
    );
  }
  await inRedis.close();
}

/** CPU microseconds of this process for one count. */
async function costOfCount({ take }: Pick<Limiter, "take">, names: readonly string[], atOnce: number): Promise<number> {
  const count = 64;
  let left = count;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await take(names, "192.0.2.1");
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

interface Instance {
  readonly child: ChildProcess;
  readonly port: number;
}

const folder = mkdtempSync(join(tmpdir(), "dosah-instances-"));
const limits = join(folder, "limits.yaml");
writeFileSync(limits, `${GENEROUS.map((row) => row.replaceAll("00000", "00000000")).join("\n")}\n`);
const redis = await startOwnRedis();
const postgres = await startOwnServer();
const children: ChildProcess[] = [];
const limited: ((() => void) | undefined)[] = [];
try {
  await countAlone();
  const shared = { REDIS_URL: redis.url, DRAIN_SECONDS: "0" };
  const state = { DATABASE_URL: postgres.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
  const without = await start({});
  const withRedis = await start(shared);
  console.log(
    `Node ${process.version}, ${turns} turns of ${perTurn} calls, CPU of an instance per call, of the quietest third`,
  );
  const ratios: number[] = [];
  for (const [what, call] of CALLS) {
    await withAndWithout(what, { ...call, atOnce: IDLE }, without, withRedis);
    ratios.push(await withAndWithout(what, { ...call, atOnce: BUSY }, without, withRedis));
  }
  for (const { child } of [without, withRedis]) ask(child, { kind: "stop" });
  const pair = [await start({ ...shared, ...state }), await start({ ...shared, ...state })] as const;
  const carried: number[] = [];
  for (const { child } of pair) limited.push(limitCpu(child.pid ?? 0, SHARE));
  if (limited.includes(undefined))
    throw new Error("control groups cannot be made here: two instances were not measured");
  console.log(`two instances, each with ${SHARE} of a core:`);
  for (const [what, call] of CALLS) carried.push(await oneAndTwo(what, call, pair));
  const isGood = Math.max(...ratios) <= MOST_WITH_REDIS && Math.min(...carried) >= LEAST_OF_TWO;
  process.exitCode = isGood ? 0 : 1;
} finally {
  agent.destroy();
  await redis.remove();
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
  // Some were to end; whatever stopped this run, none may be waited for without end.
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(
    children.map(
      (child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once("exit", resolve)),
    ),
  );
  for (const remove of limited) remove?.();
}

/** The middle one of the quietest third. */
function quietest(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 6)] ?? Number.NaN;
}

async function start(settings: Readonly<Record<string, string>>): Promise<Instance> {
  const words = [JSON.stringify({ LIMITS_FILE: limits, ...settings })];
  const child = fork(new URL("../protocol/server.ts", import.meta.url), words, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.push(child);
  const { service } = (await next(child, "listening")).ports;
  if (service === undefined) throw new Error("not built: npm run build");
  return { child, port: service };
}

/** A call to an instance; the first one shows that it is answered. */
async function callTo({ port }: Instance, call: Wanted): Promise<Call> {
  const made = { ...call, port, isFresh: true, headers: { "MCP-Protocol-Version": "2025-11-25" } };
  const answer = await send(made);
  if (answer.includes('"isError":true')) throw new Error(answer.slice(0, 300));
  return made;
}

async function withAndWithout(what: string, call: Wanted, without: Instance, withRedis: Instance): Promise<number> {
  const sides = [without, withRedis];
  const calls = await Promise.all(sides.map((each) => callTo(each, call)));
  const spent: [number[], number[]] = [[], []];
  const measure = async (index: number) => {
    const [side, made] = [sides[index], calls[index]];
    if (side === undefined || made === undefined) throw new Error("there are two sides");
    return costOf(side.child, made, perTurn);
  };
  for (let warm = 0; warm < 20; warm++) for (const index of [0, 1]) await measure(index);
  for (let turn = 0; turn < turns; turn++) {
    for (const index of turn % 2 === 0 ? [0, 1] : [1, 0]) spent[index]?.push(await measure(index));
  }
  const [alone, together] = [quietest(spent[0]), quietest(spent[1])];
  const ratio = together / alone;
  console.log(
    `${what}, ${call.atOnce} at once: ${alone.toFixed(0)} µs without Redis, ${together.toFixed(0)} with, x ${ratio.toFixed(2)}`,
  );
  return ratio;
}

/**
 * Calls a second of all these instances together. Whichever has answered is asked again, as behind a balancer that looks
 * for the less busy one: with a number of calls for each, the turn would last as long as the slower one takes.
 */
async function perSecond(instances: readonly Call[]): Promise<number> {
  const all = PER_INSTANCE * instances.length;
  let left = all;
  const caller = async (call: Call) => {
    while (left-- > 0) {
      const answer = await send(call);
      if (answer.includes('"isError":true')) throw new Error(answer.slice(0, 300));
    }
  };
  const began = performance.now();
  await Promise.all(instances.flatMap((call) => Array.from({ length: BUSY }, () => caller(call))));
  return (all * 1_000) / (performance.now() - began);
}

/** One instance alone, then both at once, in turns. */
async function oneAndTwo(what: string, call: Wanted, pair: readonly Instance[]): Promise<number> {
  const both = await Promise.all(pair.map((each) => callTo(each, call)));
  const ones: number[] = [];
  const twos: number[] = [];
  for (let warm = 0; warm < 4; warm++) await perSecond(both);
  for (let turn = 0; turn < turns; turn++) {
    const one = both.slice(turn % 2, (turn % 2) + 1);
    if (turn % 4 < 2) ones.push(await perSecond(one));
    twos.push(await perSecond(both));
    if (turn % 4 >= 2) ones.push(await perSecond(one));
  }
  const [one, two] = [median(ones), median(twos)];
  console.log(
    `${what}: ${one.toFixed(0)} calls a second by one, ${two.toFixed(0)} by two, x ${(two / one).toFixed(2)}`,
  );
  return two / one;
}
