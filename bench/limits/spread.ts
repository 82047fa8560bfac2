// How far does one Redis reach, and what comes beyond it? Starts servers of its own.
//   node bench/limits/spread.ts 20000
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, Redis } from "ioredis";
import { countInRedis, type RedisCall } from "../../src/limits/redis-script.ts";

const CALLS = Number(process.argv[2] ?? 20_000);
/** Calls under way at once, as several busy instances have them. */
const AT_ONCE = 64;
const NODES = 3;
const DAY_MS = 86_400_000;
/** One clock tick of `/proc/<pid>/stat`, in microseconds. */
const TICK_US = 10_000;

const dir = mkdtempSync(join(tmpdir(), "dosah-spread-"));
const servers: ChildProcess[] = [];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Starts a server. A cluster bus listens on the port above by 10,000, so that one has to be low enough. */
async function start(...more: string[]): Promise<{ readonly port: number; readonly pid: number }> {
  let port = await freePort();
  while (port > 55_000) port = await freePort();
  const words = [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    dir,
    ...more,
  ];
  const server = spawn("redis-server", words, { stdio: "ignore" });
  servers.push(server);
  const redis = new Redis(port, "127.0.0.1", { retryStrategy: () => 50, protocol: 2 });
  redis.on("error", () => undefined);
  await redis.ping();
  redis.disconnect();
  return { port, pid: server.pid ?? 0 };
}

/** CPU time of a process in microseconds. */
function cpuOf(pid: number): number {
  const [user = 0, system = 0] =
    readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
  return (user + system) * TICK_US;
}

const addressOf = (call: number) => `10.${(call >> 16) & 255}.${(call >> 8) & 255}.${call & 255}`;

function callOf(tag: string, address: string, count: number, quota = 1_000_000): RedisCall {
  const windows = Array.from({ length: count }, (_, index) => ({
    key: `dosah:{${tag}}:${index}:${address}`,
    quota,
    windowMs: DAY_MS,
  }));
  return { windows, after: 0, amount: 1 };
}

/** Runs `CALLS` calls, `AT_ONCE` at a time. @returns microseconds */
async function run(call: (index: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CALLS) await call(next++);
    }),
  );
  return (performance.now() - begun) * 1_000;
}

async function oneServer(): Promise<void> {
  const { port, pid } = await start();
  const redis = new Redis(port, "127.0.0.1", { protocol: 2 });
  for (const windows of [1, 2, 4, 6]) {
    await redis.flushall();
    const before = cpuOf(pid);
    const us = await run((index) => countInRedis(redis, [callOf("limits", addressOf(index), windows)], undefined));
    const cpu = (cpuOf(pid) - before) / CALLS;
    console.log(
      `one server, ${windows} windows: ${cpu.toFixed(1)} µs CPU a script, ${Math.round(1e6 / cpu)} scripts per core and second (${Math.round((CALLS * 1e6) / us)}/s here)`,
    );
  }
  redis.disconnect();
}

async function cluster(): Promise<void> {
  const nodes = [];
  for (let node = 0; node < NODES; node++) {
    nodes.push(await start("--cluster-enabled", "yes", "--cluster-config-file", `node-${node}.conf`));
  }
  const admins = nodes.map(({ port }) => new Redis(port, "127.0.0.1", { protocol: 2 }));
  for (const [node, admin] of admins.entries()) {
    const [from, to] = [Math.floor((node * 16_384) / NODES), Math.floor(((node + 1) * 16_384) / NODES) - 1];
    await admin.call("CLUSTER", "ADDSLOTSRANGE", from, to);
    if (node > 0) await admin.call("CLUSTER", "MEET", "127.0.0.1", nodes[0]?.port ?? 0);
  }
  for (const admin of admins)
    while (!String(await admin.call("CLUSTER", "INFO")).includes("cluster_state:ok")) await sleep(100);
  const spread = new Cluster([{ host: "127.0.0.1", port: nodes[0]?.port ?? 0 }], { redisOptions: { protocol: 2 } });
  // The script is the product's own; a cluster takes the same calls as one server.
  const redis = spread as unknown as Redis;
  for (const [what, tagOf] of [
    ["all keys under {limits}, as today", () => "limits"],
    ["keys under {address}", (address: string) => address],
  ] as const) {
    for (const admin of admins) await admin.flushall();
    const before = nodes.map(({ pid }) => cpuOf(pid));
    await run((index) => countInRedis(redis, [callOf(tagOf(addressOf(index)), addressOf(index), 4)], undefined));
    const cpu = nodes.map(({ pid }, node) => cpuOf(pid) - (before[node] ?? 0));
    const busiest = Math.max(...cpu) / CALLS;
    const keys = await Promise.all(admins.map((admin) => admin.dbsize()));
    console.log(
      `${NODES} nodes, ${what}: keys ${keys.join(" / ")}; the busiest node ${busiest.toFixed(1)} µs a call: ${Math.round(1e6 / busiest)} calls/s`,
    );
  }
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => countInRedis(redis, [callOf("10.9.9.9", "once", 4, 10)], undefined)),
  );
  console.log(
    `of 40 calls at once of one address with a limit of 10: ${answers.filter(([answer]) => answer?.isRefused === false).length} pass`,
  );
  spread.disconnect();
  for (const admin of admins) admin.disconnect();
}

/** Takes a hundredth of what is left of the shared total, at least 1; 0 where nothing is left. */
const TAKE = `
local left = tonumber(ARGV[1]) - tonumber(redis.call("GET", KEYS[1]) or "0")
if left <= 0 then return 0 end
local lease = math.min(left, math.max(1, math.floor(left / 100)))
redis.call("INCRBY", KEYS[1], lease)
return lease`;

/** Four instances share a total by leases; each gives back what it did not use. */
async function lease(total: number): Promise<void> {
  const { port } = await start();
  const redis = new Redis(port, "127.0.0.1", { protocol: 2 });
  let asked = 0;
  let passed = 0;
  let largest = 0;
  const instances = await Promise.all(
    Array.from({ length: 4 }, async () => {
      let held = 0;
      // The last one of an instance is not used up: it stops in the middle.
      for (let call = 0; call < total / 8; call++) {
        if (held === 0) {
          asked++;
          held = Number(await redis.eval(TAKE, 1, "total", total));
          largest = Math.max(largest, held);
        }
        if (held === 0) break;
        held--;
        passed++;
      }
      return held;
    }),
  );
  const unused = instances.reduce((sum, held) => sum + held, 0);
  for (const held of instances) await redis.decrby("total", held);
  const counted = Number(await redis.get("total"));
  console.log(
    `total ${total} by lease: half of it asked for: ${passed} passed, ${asked} questions to the server (${(passed / asked).toFixed(1)} calls each), ${unused} unused and given back, counted ${counted}`,
  );
  // The other half, by one instance, with many more calls than are left.
  let rest = 0;
  for (let held = 0, call = 0; call < total * 2; call++) {
    if (held === 0) held = Number(await redis.eval(TAKE, 1, "total", total));
    if (held === 0) break;
    held--;
    rest++;
  }
  console.log(`then asked for without end: ${passed + rest} of ${total} passed; the largest lease was ${largest}`);
  redis.disconnect();
}

try {
  await oneServer();
  await cluster();
  for (const total of [1_000, 100_000]) await lease(total);
} finally {
  for (const server of servers) server.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
}
