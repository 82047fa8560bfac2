import type { Check, Finding, FindingCode } from "../../capabilities/operation/doctor-texts.ts";
import type { RedisLook } from "../../limits/look-at-redis.ts";
import type { PostgresLook } from "../../state/look-at-postgres.ts";

/** An answer that takes longer is felt in every call with an account, or in every counted one. */
const SLOW_MS = 20;
/** Clocks that differ by more confuse whoever reads logs of several machines, in milliseconds. */
const CLOCK_MS = 5_000;
/** PostgreSQL 15.0, as the server numbers it. */
const OLDEST_POSTGRES = 150_000;

/** The database server: there, new enough, made right, open to its user, near and on time. */
export async function checkPostgres({
  databaseUrl,
  databaseCa,
}: {
  readonly databaseUrl: string | undefined;
  readonly databaseCa: string | undefined;
}): Promise<readonly Finding[]> {
  if (databaseUrl === undefined) return [{ check: "postgres", code: "postgres_unset" }];
  try {
    // Their clients are loaded where they are needed: most starts need none.
    const { lookAtPostgres } = await import("../../state/look-at-postgres.ts");
    return judgePostgres(await lookAtPostgres({ url: databaseUrl, ca: databaseCa }));
  } catch (cause) {
    const state = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const refused = state.startsWith("28") ? "postgres_refused" : "postgres_down";
    const code = state === "3D000" ? "postgres_missing" : refused;
    return [{ check: "postgres", code, values: { problem: reasonOf(cause) } }];
  }
}

/** What a look at the server means. */
export function judgePostgres(look: PostgresLook): readonly Finding[] {
  const { version, encoding, missingRights } = look;
  const rights: FindingCode = look.isReadOnly
    ? "postgres_read_only"
    : missingRights.length > 0
      ? "postgres_rights_missing"
      : "postgres_rights_ok";
  return [
    { check: "postgres", code: "postgres_ok" },
    {
      check: "postgres_version",
      code: look.versionNumber < OLDEST_POSTGRES ? "postgres_version_old" : "postgres_version_ok",
      values: { version },
    },
    {
      check: "postgres_encoding",
      code: encoding === "UTF8" ? "postgres_encoding_ok" : "postgres_encoding_other",
      values: { encoding },
    },
    {
      check: "postgres_collation",
      code: look.hasOtherCollation ? "postgres_collation_changed" : "postgres_collation_ok",
    },
    { check: "postgres_rights", code: rights, values: { rights: missingRights.join("; ") } },
    latencyOf("postgres_latency", look.latencyMs),
    clockOf("postgres_clock", look.clockAheadMs),
  ];
}

/** The server that counts calls: there, keeping its counts, near and on time. */
export async function checkRedis({ redisUrl }: { readonly redisUrl: string | undefined }): Promise<readonly Finding[]> {
  if (redisUrl === undefined) return [{ check: "redis", code: "redis_unset" }];
  try {
    const { lookAtRedis } = await import("../../limits/look-at-redis.ts");
    return judgeRedis(await lookAtRedis(redisUrl));
  } catch (cause) {
    return [{ check: "redis", code: "redis_down", values: { problem: reasonOf(cause) } }];
  }
}

/** What a look at the server means. */
export function judgeRedis({ evictionPolicy, persistence, latencyMs, clockAheadMs }: RedisLook): readonly Finding[] {
  const policy = evictionPolicy ?? "–";
  const persistences = {
    saved: "redis_persistence_ok",
    off: "redis_persistence_off",
    failing: "redis_persistence_failing",
  } as const;
  return [
    { check: "redis", code: "redis_ok" },
    latencyOf("redis_latency", latencyMs),
    {
      check: "redis_eviction",
      code: policy === "noeviction" ? "redis_eviction_ok" : "redis_eviction_other",
      values: { policy },
    },
    { check: "redis_persistence", code: persistences[persistence] },
    clockOf("redis_clock", clockAheadMs),
  ];
}

function latencyOf(check: Check, latencyMs: number): Finding {
  const code = latencyMs > SLOW_MS ? "latency_high" : "latency_ok";
  return { check, code, values: { ms: Math.round(latencyMs * 10) / 10 } };
}

function clockOf(check: Check, aheadMs: number): Finding {
  const isOff = Math.abs(aheadMs) > CLOCK_MS;
  return { check, code: isOff ? "clock_off" : "clock_ok", values: { seconds: Math.abs(Math.round(aheadMs / 1000)) } };
}

/** Why there is no connection, in a line; clients say nothing of the password. Several addresses were tried at once. */
export function reasonOf(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return (text.split("\n")[0] ?? "").slice(0, 200);
}
