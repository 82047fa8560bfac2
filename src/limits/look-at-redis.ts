import { Redis } from "ioredis";

/** What a look at a Redis or Valkey server says. */
export interface RedisLook {
  /** `noeviction` keeps all counts; `undefined` where the server does not say. */
  readonly evictionPolicy: string | undefined;
  readonly persistence: "saved" | "off" | "failing";
  /** The middle one of five answers, in milliseconds. */
  readonly latencyMs: number;
  /** The clock of the server minus ours, in milliseconds. */
  readonly clockAheadMs: number;
}

const CONNECT_MS = 2_000;
const TRIES = 5;

/**
 * Looks at the server that counts calls, and changes nothing.
 * @throws the error of the client where there is no connection
 */
export async function lookAtRedis(url: string): Promise<RedisLook> {
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    retryStrategy: () => null,
  });
  let failure: unknown;
  redis.on("error", (error) => {
    failure ??= error;
  });
  try {
    await redis.connect();
    const info = readInfo(await redis.info());
    const times: number[] = [];
    let clockAheadMs = 0;
    for (let tries = 0; tries < TRIES; tries++) {
      const since = performance.now();
      const [seconds, micros] = await redis.time();
      const took = performance.now() - since;
      times.push(took);
      clockAheadMs = Number(seconds) * 1000 + Number(micros) / 1000 - (Date.now() - took / 2);
    }
    return {
      evictionPolicy: info.get("maxmemory_policy"),
      persistence: await persistenceOf(redis, info),
      latencyMs: times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0,
      clockAheadMs,
    };
  } catch (thrown) {
    // What the socket said is more than "the connection is closed".
    throw failure ?? thrown;
  } finally {
    redis.disconnect();
  }
}

async function persistenceOf(redis: Redis, info: ReadonlyMap<string, string>): Promise<RedisLook["persistence"]> {
  const isAppended = info.get("aof_enabled") === "1";
  if (isAppended) return info.get("aof_last_write_status") === "err" ? "failing" : "saved";
  if (info.get("rdb_last_bgsave_status") === "err") return "failing";
  // Hosted servers refuse CONFIG; then one that has ever saved itself counts as one that does.
  const save = await redis.config("GET", "save").catch(() => undefined);
  const isSaved = Array.isArray(save) ? save[1] !== "" : info.get("rdb_saves") !== "0";
  return isSaved ? "saved" : "off";
}

/** The lines of INFO: `name:value`. */
function readInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const colon = line.indexOf(":");
      return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)]];
    }),
  );
}
