import { randomUUID } from "node:crypto";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Redis } from "ioredis";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { describeLimiter } from "./limiter.contract.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createRedisLimiter } from "./redis-limiter.ts";

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

const rules: readonly LimitRule[] = [{ name: "minute", perMinute: 3 }];
const now = () => Date.now();
const ignore = () => undefined;

async function until(what: () => boolean): Promise<void> {
  await expect.poll(what, { timeout: 8_000, interval: 20 }).toBe(true);
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
      report: (event) => expect.fail(`not shared: ${event.cause}`),
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
      report: (event) => expect.fail(`not shared: ${event.cause}`),
      prefix: ownPrefix(),
    });
    const redis = new Redis(URL_OF_REDIS);
    await redis.script("FLUSH");
    expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
    expect(limiter.degraded).toBeNull();
    await Promise.all([limiter.close(), redis.quit()]);
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

    async function start(): Promise<void> {
      events.length = 0;
      wire = await openWire();
      const report = (event: LimiterEvent) => void events.push(event);
      limiter = await createRedisLimiter({
        url: `redis://${HOST}:${wire.port}`,
        rules,
        now,
        report,
        prefix: ownPrefix(),
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
      expect(await limiter.take(["minute"], "a")).toMatchObject({ allowed: true });
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
  mend(): void;
  close(): Promise<void>;
}

async function openWire(): Promise<Wire> {
  let state: "open" | "cut" | "silent" | "garbled" | "readonly" = "open";
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
      else if (state !== "silent") caller.write(bytes);
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
    mend: () => {
      state = "open";
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
