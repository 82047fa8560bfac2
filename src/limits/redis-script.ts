import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Count } from "./plan.ts";

/**
 * Checks every window and then counts in all of them or in none, in one step that no other instance can come between.
 * KEYS are the windows. ARGV[1] is the instant in milliseconds, or "" for the clock of the server, so that instances
 * whose clocks differ agree on when a window is over; then quota and length in milliseconds of each window.
 * The value of a key is "opened used". Returns whether it refused, the instant, then opened and used of each window.
 */
const SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call("TIME")
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local opened, used, refused = {}, {}, 0
for i, key in ipairs(KEYS) do
  local quota, length = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local since, count = string.match(redis.call("GET", key) or "", "^(%d+) (%d+)$")
  since, count = tonumber(since), tonumber(count)
  if not since or now - since >= length then since, count = now, 0 end
  opened[i], used[i] = math.min(since, now), count
  if count >= quota then refused = 1 end
end
local answer = { refused, now }
for i, key in ipairs(KEYS) do
  if refused == 0 then
    used[i] = used[i] + 1
    local left = math.max(1, opened[i] + ARGV[2 * i + 1] - now)
    redis.call("SET", key, string.format("%.0f %.0f", opened[i], used[i]), "PX", string.format("%.0f", left))
  end
  answer[#answer + 1] = opened[i]
  answer[#answer + 1] = used[i]
end
return answer`;

const DIGEST = createHash("sha1").update(SCRIPT).digest("hex");

/** One window as the script gets it. */
export interface RedisWindow {
  readonly key: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** What the script answers: the counts after this call, in the order of the windows. */
export interface RedisAnswer {
  readonly isRefused: boolean;
  readonly now: number;
  readonly counts: readonly Count[];
}

/**
 * Runs the script; a server that does not know it yet (new, or restarted) gets its text.
 * @param now milliseconds; `undefined`: the server's clock.
 * @throws Error when the server does not answer as expected, whatever the reason.
 */
export async function countInRedis(
  redis: Redis,
  windows: readonly RedisWindow[],
  now: number | undefined,
): Promise<RedisAnswer> {
  const keys = windows.map((window) => window.key);
  const numbers = windows.flatMap((window) => [window.quota, window.windowMs]);
  const args = [...keys, now ?? "", ...numbers];
  try {
    return readAnswer(await redis.evalsha(DIGEST, keys.length, ...args), windows.length);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return readAnswer(await redis.eval(SCRIPT, keys.length, ...args), windows.length);
  }
}

function readAnswer(reply: unknown, windows: number): RedisAnswer {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  const [refused, now, ...counts] = numbers;
  if (now === undefined || counts.length !== windows * 2 || numbers.some((each) => !Number.isSafeInteger(each))) {
    throw new Error("unexpected answer of the counting script");
  }
  return {
    isRefused: refused === 1,
    now,
    counts: Array.from({ length: windows }, (_, index) => ({
      opened: counts[index * 2] ?? now,
      used: counts[index * 2 + 1] ?? 0,
    })),
  };
}
