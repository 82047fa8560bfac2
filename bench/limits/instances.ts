/**
 * What does one count for several instances cost each of them, and do two carry twice what one does?
 * CPU of the built service per call: with Redis against without, then of two that run at the same time (one Redis, one
 * PostgreSQL) against one of them alone. Turns are short and interleaved, and of each kind the quietest third counts:
 * what else runs on the machine can only add to the CPU of a call.
 * Starts servers of its own: needs redis-server and PostgreSQL.
 * Run: `npm run build && node bench/limits/instances.ts [--turns 41] [--requests 40] [--only nis2_scope_check]`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Redis } from "ioredis";
import type { Limiter } from "../../src/limits/limiter.ts";
import { createMemoryLimiter } from "../../src/limits/memory-limiter.ts";
import { createRedisLimiter } from "../../src/limits/redis-limiter.ts";
import { startOwnRedis } from "../../test/ops/own-redis.fixture.ts";
import { startOwnServer } from "../../test/postgres/own-server.fixture.ts";
import { GENEROUS } from "../../test/promises/generous-limits.fixture.ts";
import { agent, ask, type Call, costOf, next, send } from "../protocol/measured-server.ts";

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
const counts = new Redis(redis.url, { protocol: 2 });
const children: ChildProcess[] = [];
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
    for (const atOnce of [4, 16]) ratios.push(await withAndWithout(what, { ...call, atOnce }, without, withRedis));
  }
  for (const { child } of [without, withRedis]) ask(child, { kind: "stop" });
  const pair = [await start({ ...shared, ...state }), await start({ ...shared, ...state })] as const;
  const carried: number[] = [];
  for (const [what, call] of CALLS) carried.push(await oneAndTwo(what, call, pair));
  for (const { child } of pair) ask(child, { kind: "stop" });
  const isGood = Math.max(...ratios) <= MOST_WITH_REDIS && Math.min(...carried) >= LEAST_OF_TWO;
  process.exitCode = isGood ? 0 : 1;
} finally {
  agent.destroy();
  counts.disconnect();
  await redis.remove();
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
  // They end themselves; one that does not has nothing left to serve.
  await Promise.all(children.map((child) => child.exitCode ?? new Promise((resolve) => child.once("exit", resolve))));
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

/** CPU microseconds of the Redis server since its start. */
async function redisCpu(): Promise<number> {
  const text = await counts.info("cpu");
  const seconds = ["user", "sys"].map((kind) => Number(new RegExp(`^used_cpu_${kind}:(.+)$`, "m").exec(text)?.[1]));
  return seconds.reduce((sum, each) => sum + each, 0) * 1e6;
}

/** What a turn cost: CPU of the instances, of this process (the callers) and of Redis per call, and calls a second. */
interface Cost {
  readonly instance: number;
  readonly callers: number;
  readonly redis: number;
  readonly perSecond: number;
}

async function turnOf(instances: readonly (readonly [Instance, Call])[]): Promise<Cost> {
  const [redisBefore, ownBefore, began] = [await redisCpu(), process.cpuUsage(), performance.now()];
  const spent = await Promise.all(instances.map(([{ child }, call]) => costOf(child, call, perTurn)));
  const seconds = (performance.now() - began) / 1000;
  const own = process.cpuUsage(ownBefore);
  const all = perTurn * instances.length;
  return {
    instance: spent.reduce((sum, each) => sum + each, 0) / spent.length,
    callers: (own.user + own.system) / all,
    redis: ((await redisCpu()) - redisBefore) / all,
    perSecond: all / seconds,
  };
}

/**
 * One instance alone, then both at once. On free cores two carry twice what one does, but for what a call costs more
 * while the other one runs; here the callers and Redis need the same cores.
 */
async function oneAndTwo(what: string, call: Wanted, pair: readonly Instance[]): Promise<number> {
  const both = await Promise.all(pair.map(async (each) => [each, await callTo(each, call)] as const));
  const ones: Cost[] = [];
  const twos: Cost[] = [];
  for (let warm = 0; warm < 12; warm++) await turnOf(both);
  for (let turn = 0; turn < turns; turn++) {
    const one = both.slice(turn % 2, (turn % 2) + 1);
    if (turn % 4 < 2) ones.push(await turnOf(one));
    twos.push(await turnOf(both));
    if (turn % 4 >= 2) ones.push(await turnOf(one));
  }
  const of = (costs: readonly Cost[], name: "instance" | "callers" | "redis") =>
    quietest(costs.map((each) => each[name]));
  const fastest = (costs: readonly Cost[]) => 1 / quietest(costs.map(({ perSecond }) => 1 / perSecond));
  const each = of(twos, "instance");
  const onFreeCores = (2 * of(ones, "instance")) / each;
  const cores = availableParallelism();
  const here = Math.min(2, (cores * each) / (each + of(twos, "callers") + of(twos, "redis")));
  console.log(
    `${what}: ${of(ones, "instance").toFixed(0)} µs of one alone, ${each.toFixed(0)} of each of two (callers ` +
      `${of(twos, "callers").toFixed(0)}, Redis ${of(twos, "redis").toFixed(0)}): on free cores x ${onFreeCores.toFixed(2)}; ` +
      `calls a second here x ${(fastest(twos) / fastest(ones)).toFixed(2)}, ` +
      `at most ${here.toFixed(2)} where ${cores} cores carry all of it`,
  );
  return onFreeCores;
}
