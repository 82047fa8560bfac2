import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { Count } from "./plan.ts";

/**
 * Counts one call after the other. For each it checks every window and then counts in all of them or in none, in one
 * step that no other instance can come between. KEYS are the windows of all calls. ARGV[1] is the instant in
 * milliseconds, or "" for the clock of the server, so that instances whose clocks differ agree on when a window is over;
 * then for each call the place of the call before it that must have been let through (0: none), how much it counts, how many
 * windows it has, and their quota and length in milliseconds. The value of a key is "opened used". Returns the instant, then for each call
 * whether it was refused (1; 2: with the one before it), and opened and used of each of its windows.
 */
const SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call("TIME")
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local answer, refusals = { now }, {}
local first, arg = 1, 2
while ARGV[arg] do
  local refused = (refusals[tonumber(ARGV[arg])] or 0) == 0 and 0 or 2
  local amount = tonumber(ARGV[arg + 1])
  arg = arg + 2
  local last = first + ARGV[arg] - 1
  local opened, used = {}, {}
  for i = first, last do
    local quota, length = tonumber(ARGV[arg + 1 + 2 * (i - first)]), tonumber(ARGV[arg + 2 + 2 * (i - first)])
    local since, count = string.match(redis.call("GET", KEYS[i]) or "", "^(%d+) (%d+)$")
    since, count = tonumber(since), tonumber(count)
    if not since or now - since >= length then since, count = now, 0 end
    opened[i], used[i] = math.min(since, now), count
    if count + amount > quota and refused == 0 then refused = 1 end
  end
  answer[#answer + 1] = refused
  refusals[#refusals + 1] = refused
  for i = first, last do
    if refused == 0 then
      used[i] = used[i] + amount
      local left = math.max(1, opened[i] + ARGV[arg + 2 + 2 * (i - first)] - now)
      redis.call("SET", KEYS[i], string.format("%.0f %.0f", opened[i], used[i]), "PX", string.format("%.0f", left))
    end
    answer[#answer + 1] = opened[i]
    answer[#answer + 1] = used[i]
  end
  arg = arg + 1 + 2 * (last - first + 1)
  first = last + 1
end
return answer`;

/**
 * Adds what one instance counted alone to the shared counts. KEYS are the windows; ARGV[1] the instant as above; then
 * for each window its length, and as the instance has it: when it opened, what of it was shared, what it counted alone.
 * A window that is over by the clock of the server is left as it is. Returns the instant, then opened and used.
 */
const MERGE_SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call("TIME")
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local answer = { now }
for i, key in ipairs(KEYS) do
  local length, opened = tonumber(ARGV[4 * i - 2]), math.min(tonumber(ARGV[4 * i - 1]), now)
  local seen, alone = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1])
  local since, count = string.match(redis.call("GET", key) or "", "^(%d+) (%d+)$")
  since, count = tonumber(since), tonumber(count)
  if not since or now - since >= length then since, count = now, 0 end
  if now - opened < length then
    since, count = math.min(since, opened), math.max(count, seen) + alone
    local left = math.max(1, since + length - now)
    redis.call("SET", key, string.format("%.0f %.0f", since, count), "PX", string.format("%.0f", left))
  end
  answer[#answer + 1] = since
  answer[#answer + 1] = count
end
return answer`;

/** One window as the script gets it. */
export interface RedisWindow {
  readonly key: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** One call as the script gets it. */
export interface RedisCall {
  readonly windows: readonly RedisWindow[];
  /** The place, from 1, of the call in the same script without which this one does not count; 0: none. */
  readonly after: number;
  /** How much it counts in each window. */
  readonly amount: number;
}

/** What the script answers to a call: the counts after it, in the order of its windows. */
export interface RedisAnswer {
  readonly isRefused: boolean;
  /** The call that it comes after was refused, so this one was not even tried. */
  readonly isLeftOut: boolean;
  readonly now: number;
  readonly counts: readonly Count[];
}

/**
 * Counts several calls in one step, each by itself: one that is refused takes nothing from the next one.
 * @param now milliseconds; `undefined`: the server's clock.
 * @returns an answer for each call, in their order
 * @throws Error when the server does not answer as expected, whatever the reason.
 */
export async function countInRedis(
  redis: Redis,
  calls: readonly RedisCall[],
  now: number | undefined,
): Promise<readonly RedisAnswer[]> {
  const keys: string[] = [];
  const values: (string | number)[] = [now ?? ""];
  for (const { windows, after, amount } of calls) {
    values.push(after, amount, windows.length);
    for (const { key, quota, windowMs } of windows) {
      keys.push(key);
      values.push(quota, windowMs);
    }
  }
  const numbers = await runScript(redis, COUNT, keys, values);
  const [at, ...rest] = numbers;
  if (at === undefined || rest.length !== calls.length + keys.length * 2) throw unexpected();
  let next = 0;
  return calls.map(({ windows }) => {
    const refused = rest[next];
    const counts = readCounts(rest, next + 1, windows.length, at);
    next += 1 + windows.length * 2;
    return { isRefused: refused === 1, isLeftOut: refused === 2, now: at, counts };
  });
}

/** A window of one instance, on its way to the shared counts. Instants are those of the server's clock. */
export interface MergedWindow {
  readonly key: string;
  readonly windowMs: number;
  readonly opened: number;
  /** What of it was shared when the instance last saw the shared count. */
  readonly seen: number;
  /** What the instance counted since then without the server. */
  readonly alone: number;
}

/**
 * Adds windows of one instance to the shared counts.
 * @param now milliseconds; `undefined`: the server's clock.
 * @throws Error when the server does not answer as expected; the windows may then have been added or not.
 */
export async function mergeIntoRedis(
  redis: Redis,
  windows: readonly MergedWindow[],
  now: number | undefined,
): Promise<readonly Count[]> {
  const values = windows.flatMap(({ windowMs, opened, seen, alone }) => [windowMs, opened, seen, alone]);
  const keys = windows.map(({ key }) => key);
  const [at, ...rest] = await runScript(redis, MERGE, keys, [now ?? "", ...values]);
  if (at === undefined || rest.length !== windows.length * 2) throw unexpected();
  return readCounts(rest, 0, windows.length, at);
}

interface Script {
  readonly text: string;
  readonly digest: string;
}

const COUNT = scriptOf(SCRIPT);
const MERGE = scriptOf(MERGE_SCRIPT);

function scriptOf(text: string): Script {
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

async function runScript(
  redis: Redis,
  { text, digest }: Script,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<readonly number[]> {
  const args = [...keys, ...values];
  try {
    return readNumbers(await redis.evalsha(digest, keys.length, ...args));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return readNumbers(await redis.eval(text, keys.length, ...args));
  }
}

/** Takes one from the count of each window that is open; it ends when it would have ended. */
const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  local opened, count = string.match(redis.call("GET", key) or "", "^(%d+) (%d+)$")
  if count and tonumber(count) > 0 then
    redis.call("SET", key, string.format("%s %.0f", opened, tonumber(count) - 1), "KEEPTTL")
  end
end
return 1`;

/**
 * Gives one count of each window back.
 * @throws Error when the server does not answer
 */
export async function giveBackInRedis(redis: Redis, windows: readonly Pick<RedisWindow, "key">[]): Promise<void> {
  await redis.eval(GIVE_BACK, windows.length, ...windows.map(({ key }) => key));
}

function readNumbers(reply: unknown): readonly number[] {
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  if (numbers.some((each) => !Number.isSafeInteger(each))) throw unexpected();
  return numbers;
}

/** `count` counts, which begin at `first`: when each window opened, and what of it is used. */
function readCounts(numbers: readonly number[], first: number, count: number, now: number): readonly Count[] {
  return Array.from({ length: count }, (_, index) => ({
    opened: numbers[first + index * 2] ?? now,
    used: numbers[first + index * 2 + 1] ?? 0,
  }));
}

const unexpected = () => new Error("unexpected answer of the counting script");
