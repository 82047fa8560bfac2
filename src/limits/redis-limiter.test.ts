import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { describeLimiter } from "./limiter.contract.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createRedisLimiter } from "./redis-limiter.ts";
import { createSavedCounts } from "./saved-counts.ts";

const HOST = "127.0.0.1";
const PORT = 6379;
const URL_OF_REDIS = `redis://${HOST}:${PORT}`;

const isThere = await new Promise<boolean>((resolve) => {
  const socket = connect(PORT, HOST, () => socket.write("PING\r\n"));
  socket.setTimeout(500, () => finish(false));
  socket.on("data", (reply) => finish(reply.toString().startsWith("+PONG")));
  socket.on("error", () => finish(false));
  function finish(answer: boolean): void {
    socket.destroy();
    resolve(answer);
  }
});

const run = `dosah-test:{${randomUUID()}}:`;
let limiters = 0;
const ownPrefix = () => `${run}${++limiters}:`;

const rules: readonly LimitRule[] = [
  { name: "minute", perMinute: 3 },
  { name: "day", perDay: 5 },
  { name: "total", perDay: 6, shared: true },
];
const now = () => Date.now();
const ignore = () => undefined;

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(what, { interval: 20 }).toBe(true);
}

describe.skipIf(!isThere)("with a Redis or Valkey server at 127.0.0.1:6379", () => {
  afterAll(async () => {
    const redis = new Redis(URL_OF_REDIS);
    const keys = await redis.keys(`${run.replace(/[[\]*?]/g, "\\$&")}*`);
    if (keys.length > 0) await redis.del(...keys);
    await redis.quit();
  });

  describeLimiter("counting in Redis", (given) =>
    createRedisLimiter({
      ...given,
      url: URL_OF_REDIS,
      serverNow: given.now,
      report: (event) => expect.fail(`not shared: ${JSON.stringify(event)}`),
      prefix: ownPrefix(),
    }),
  );

  test("two instances share every count", async () => {
    const prefix = ownPrefix();
    const one = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    const other = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    const calls = Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).take(["minute"], "a"));
    expect((await Promise.all(calls)).filter((decision) => decision.allowed)).toHaveLength(3);
    await Promise.all([one.close(), other.close()]);
  });

  test("instances whose clocks differ agree, because the server's clock counts", async () => {
    const prefix = ownPrefix();
    const slow = () => Date.now() - 3_600_000;
    const one = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    const other = await createRedisLimiter({ url: URL_OF_REDIS, rules, now: slow, report: ignore, prefix });
    for (let call = 0; call < 3; call++) await one.take(["minute"], "a");
    expect(await other.take(["minute"], "a")).toMatchObject({ allowed: false });
    await Promise.all([one.close(), other.close()]);
  });

  test("of calls that are counted in one step each is let through or refused by itself", async () => {
    const prefix = ownPrefix();
    const limiter = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    // Six of all callers together: the fourth of `a` is refused and takes none of them.
    const callers = ["a", "a", "b", "a", "a", "b", "b", "c"];
    const decisions = await Promise.all(callers.map((address) => limiter.take(["minute", "total"], address)));
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false, true, true, false]);
    expect(decisions.map(({ states }) => states[1]?.remaining)).toEqual([5, 4, 3, 2, 2, 1, 0, 0]);
    await limiter.close();
  });

  test("a request and what it asks for are counted in one script", async () => {
    const prefix = ownPrefix();
    const limiter = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    const redis = new Redis(URL_OF_REDIS);
    const monitor = await redis.monitor();
    const scripts: string[] = [];
    monitor.on("monitor", (_time: string, words: readonly string[]) => {
      if (words[0]?.startsWith("eval") && words.join(" ").includes(`${prefix}minute`)) scripts.push(words.join(" "));
    });
    const first = limiter.takeFirst(["minute"], "a");
    const decisions = await Promise.all([first.decision, first.further(["day", "total"])]);
    expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true]);
    await until(() => scripts.length > 0);
    expect(scripts).toHaveLength(1);
    expect(scripts[0]).toContain(`${prefix}total`);
    monitor.disconnect();
    await Promise.all([limiter.close(), redis.quit()]);
  });

  test("every key expires with its window", async () => {
    const prefix = ownPrefix();
    const limiter = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    await limiter.take(["minute"], "a");
    const redis = new Redis(URL_OF_REDIS);
    const left = await redis.pttl(`${prefix}minute:minute:a`);
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    await Promise.all([limiter.close(), redis.quit()]);
  });

  test("a server that forgot the script gets it again", async () => {
    const limiter = await createRedisLimiter({
      url: URL_OF_REDIS,
      rules,
      now,
      report: (event) => expect.fail(`not shared: ${JSON.stringify(event)}`),
      prefix: ownPrefix(),
    });
    const redis = new Redis(URL_OF_REDIS);
    await redis.script("FLUSH");
    expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
    expect(limiter.degraded).toBeNull();
    await Promise.all([limiter.close(), redis.quit()]);
  });

  test("a server that lost its data gets back what the instances counted", async () => {
    const prefix = ownPrefix();
    const events: LimiterEvent[] = [];
    const report = (event: LimiterEvent) => void events.push(event);
    const one = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report, prefix });
    const other = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    for (let call = 0; call < 5; call++) await one.take(["day", "total"], "a");
    for (let call = 0; call < 3; call++) await other.take(["minute"], "b");
    const redis = new Redis(URL_OF_REDIS);
    await redis.del(...(await redis.keys(`${prefix.replace(/[[\]*?]/g, "\\$&")}*`)));
    await until(() => events.length > 0);
    expect(events).toEqual([{ kind: "restored", windows: 2 }]);
    expect(await other.take(["day"], "a")).toMatchObject({ allowed: false });
    await until(async () => !(await one.take(["minute"], "b")).allowed);
    await Promise.all([one.close(), other.close(), redis.quit()]);
  });

  test("a server that lost its data gets back what instances saved that were all started anew before", async () => {
    const prefix = ownPrefix();
    const dir = mkdtempSync(join(tmpdir(), "dosah-limits-"));
    const start = (report: (event: LimiterEvent) => void) => {
      const saved = createSavedCounts(join(dir, "limits.db"), report);
      return createRedisLimiter({ url: URL_OF_REDIS, rules, now, report, prefix, saved });
    };
    const former = await start(ignore);
    for (let call = 0; call < 5; call++) await former.take(["day"], "a");
    await former.close();
    const events: LimiterEvent[] = [];
    const next = await start((event) => void events.push(event));
    const redis = new Redis(URL_OF_REDIS);
    await redis.del(...(await redis.keys(`${prefix.replace(/[[\]*?]/g, "\\$&")}*`)));
    await until(() => events.length > 0);
    expect(events).toEqual([{ kind: "restored", windows: 1 }]);
    expect(await next.take(["day"], "a")).toMatchObject({ allowed: false });
    await Promise.all([next.close(), redis.quit()]);
    rmSync(dir, { recursive: true, force: true });
  });

  test("a value that is not ours counts as none", async () => {
    const prefix = ownPrefix();
    const redis = new Redis(URL_OF_REDIS);
    await redis.set(`${prefix}minute:minute:a`, "what's this?");
    const limiter = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
    expect((await limiter.take(["minute"], "a")).states[0]).toMatchObject({ remaining: 2 });
    await Promise.all([limiter.close(), redis.quit()]);
  });

  describe("when the line to the server fails", () => {
    let wire: Wire;
    let limiter: ObservableLimiter;
    const events: LimiterEvent[] = [];
    const kinds = () => events.map((event) => event.kind);

    let prefix = "";

    async function start(now = () => Date.now()): Promise<void> {
      events.length = 0;
      prefix = ownPrefix();
      wire = await openWire();
      const report = (event: LimiterEvent) => void events.push(event);
      limiter = await createRedisLimiter({
        url: `redis://${HOST}:${wire.port}`,
        rules,
        now,
        report,
        prefix,
      });
      expect(limiter.degraded).toBeNull();
    }
    afterEach(async () => {
      await limiter.close();
      await wire.close();
    });

    test("a lost server is reported once, callers are answered, and it is used again when it is back", async () => {
      await start();
      wire.cut();
      await until(() => limiter.degraded === "not_shared");
      for (let call = 0; call < 5; call++) await limiter.take(["minute"], "a");
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: false, refusedBy: "minute" });
      expect(kinds()).toEqual(["began"]);
      wire.mend();
      await until(() => limiter.degraded === null);
      expect(kinds()).toEqual(["began", "ended"]);
      // What was counted without the server is added to it: a return is no new quota.
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: false });
      expect(await limiter.take(["minute"], "b")).toMatchObject({ allowed: true });
      expect(limiter.merged).toBe(1);
    });

    test("calls of an instance that was cut off and of one that was not add up when it is back", async () => {
      await start();
      const other = await createRedisLimiter({ url: URL_OF_REDIS, rules, now, report: ignore, prefix });
      await limiter.take(["day"], "a");
      wire.cut();
      await until(() => limiter.degraded === "not_shared");
      await limiter.take(["day", "total"], "a");
      await limiter.take(["day", "total"], "a");
      await other.take(["day", "total"], "a");
      wire.mend();
      await until(() => limiter.degraded === null);
      expect((await other.take(["day", "total"], "a")).states.map(({ remaining }) => remaining)).toEqual([0, 2]);
      expect(await limiter.take(["day"], "a")).toMatchObject({ allowed: false });
      await other.close();
    });

    test("what comes back from an instance whose clock is wrong counts by the clock of the server", async () => {
      await start(() => Date.now() - 7_200_000);
      wire.cut();
      await until(() => limiter.degraded === "not_shared");
      for (let call = 0; call < 5; call++) await limiter.take(["day"], "a");
      wire.mend();
      await until(() => limiter.degraded === null);
      const refused = await limiter.take(["day"], "a");
      expect(refused).toMatchObject({ allowed: false });
      if (!refused.allowed) expect(refused.retryAfter).toBeGreaterThan(86_300);
    });

    test("who used a limit up before the server was lost does not start anew", async () => {
      await start();
      for (let call = 0; call < 3; call++) await limiter.take(["minute"], "a");
      wire.cut();
      await until(() => limiter.degraded === "not_shared");
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: false });
      expect(await limiter.take(["minute"], "b")).toMatchObject({ allowed: true });
    });

    test("a server that goes silent holds up one round of callers and no more", async () => {
      await start();
      wire.silence();
      const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter.take(["minute"], "a")));
      expect(decisions.filter((decision) => decision.allowed)).toHaveLength(3);
      expect(limiter.degraded).toBe("not_shared");
      // No promise: nobody waits any more.
      expect(limiter.take(["minute"], "a")).not.toBeInstanceOf(Promise);
      wire.mend();
      await until(() => limiter.degraded === null);
      expect(kinds()).toEqual(["began", "ended"]);
    });

    test("one late answer is no lost server: its call is counted here and added to the shared counts", async () => {
      await start();
      wire.delay(300);
      expect(await limiter.take(["day"], "a")).toMatchObject({ allowed: true });
      expect(limiter.degraded).toBeNull();
      wire.mend();
      await until(() => limiter.merged === 1);
      // The server may have counted the late call too: the error is on the strict side.
      expect((await limiter.take(["day"], "a")).states[0]?.remaining).toBeLessThanOrEqual(3);
      expect(kinds()).toEqual([]);
    });

    test("what a late answer left to this instance alone is added to the shared counts before it closes", async () => {
      await start();
      for (const address of ["a", "b"]) {
        wire.delay(200);
        expect(await limiter.take(["day"], address)).toMatchObject({ allowed: true });
      }
      wire.mend();
      await limiter.close();
      expect(limiter.merged).toBe(2);
    });

    test("three late answers within five seconds, or one that does not come, are a lost server", async () => {
      await start();
      wire.delay(300);
      await limiter.take(["day"], "a");
      await limiter.take(["day"], "a");
      expect(limiter.degraded).toBeNull();
      await limiter.take(["day"], "a");
      expect(limiter.degraded).toBe("not_shared");
      wire.mend();
      await until(() => limiter.degraded === null);
      wire.silence();
      await limiter.take(["day"], "b");
      await until(() => limiter.degraded === "not_shared");
    });

    test("an answer that is late because this process was busy does not count as late", async () => {
      await start();
      for (let call = 0; call < 5; call++) {
        const answer = limiter.take(["day"], "a");
        const end = performance.now() + 250;
        while (performance.now() < end); // the event loop stands still
        await answer;
      }
      expect(kinds()).toEqual([]);
      expect(limiter.merged).toBe(0);
      expect(await limiter.take(["day"], "a")).toMatchObject({ allowed: false });
    });

    test("a server that answers nonsense is no server", async () => {
      await start();
      wire.garble();
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
      await until(() => limiter.degraded === "not_shared");
      wire.mend();
      await until(() => limiter.degraded === null);
    });

    test("a server that cannot write is not returned to, and that is reported once", async () => {
      await start();
      wire.refuseWrites();
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
      expect(limiter.degraded).toBe("not_shared");
      const before = wire.refusals;
      await until(() => wire.refusals >= before + 2);
      expect(kinds()).toEqual(["began"]);
    });

    test("closing while the server is silent ends soon", async () => {
      await start();
      wire.silence();
      await limiter.close();
      expect(limiter.degraded).toBe("not_shared");
    });
  });
});

test("a start without the server goes on, counts for itself and says so once", async () => {
  const events: LimiterEvent[] = [];
  const report = (event: LimiterEvent) => void events.push(event);
  const limiter = await createRedisLimiter({ url: `redis://${HOST}:1`, rules, now, report });
  expect(limiter.degraded).toBe("not_shared");
  for (let call = 0; call < 3; call++) expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
  expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: false });
  expect(events).toMatchObject([{ kind: "began", trouble: "not_shared", cause: expect.any(Error) }]);
  await limiter.close();
});

test("a start whose server accepts and then says nothing goes on after a second", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, HOST, resolve));
  const limiter = await createRedisLimiter({ url: `redis://${HOST}:${portOf(silent)}`, rules, now, report: ignore });
  expect(limiter.degraded).toBe("not_shared");
  expect(limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
  await limiter.close();
  silent.close();
});

/** A line to the real server that can be broken in the ways lines break. */
interface Wire {
  readonly port: number;
  /** Counts that were answered with a refusal to write. */
  readonly refusals: number;
  cut(): void;
  silence(): void;
  garble(): void;
  refuseWrites(): void;
  /** Answers come so many milliseconds late. */
  delay(ms: number): void;
  mend(): void;
  close(): Promise<void>;
}

async function openWire(): Promise<Wire> {
  let state: "open" | "cut" | "silent" | "garbled" | "readonly" = "open";
  let delayMs = 0;
  let refusals = 0;
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    if (state === "cut") {
      caller.destroy();
      return;
    }
    const redis = connect(PORT, HOST);
    for (const socket of [caller, redis]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        caller.destroy();
        redis.destroy();
      });
    }
    caller.on("data", (bytes) => {
      const isCount = /evalsha/i.test(bytes.toString("latin1"));
      if (state === "readonly" && isCount) {
        refusals++;
        caller.write("-READONLY You can't write against a read only replica.\r\n");
      } else if (state !== "silent") redis.write(bytes);
    });
    redis.on("data", (bytes) => {
      if (state === "garbled") caller.write("*1\r\n$4\r\nwhat\r\n");
      else if (state !== "silent") setTimeout(() => caller.write(bytes), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: portOf(server),
    get refusals() {
      return refusals;
    },
    cut: () => {
      state = "cut";
      drop();
    },
    silence: () => {
      state = "silent";
    },
    garble: () => {
      state = "garbled";
    },
    refuseWrites: () => {
      state = "readonly";
    },
    delay: (ms) => {
      delayMs = ms;
    },
    mend: () => {
      state = "open";
      delayMs = 0;
    },
    close: () => {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(server: Server): number {
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}
