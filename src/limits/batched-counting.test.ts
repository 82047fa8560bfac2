import type { Redis } from "ioredis";
import { describe, expect, test } from "vitest";
import { createBatchedCounting } from "./batched-counting.ts";

const NOW = 1_800_000_000_000;
const WITHIN_MS = 10_000;

/** A server that lets every call through, and notes how many each script counted. */
function server() {
  const calls: number[] = [];
  const evalsha = async (_digest: string, keys: number, ...args: readonly (string | number)[]) => {
    const values = args.slice(keys + 1).map(Number);
    const answer = [NOW];
    let counted = 0;
    for (let at = 0; at < values.length; at += 3 + 2 * (values[at + 2] ?? 0)) {
      counted++;
      // What is used is the quota, so that each answer shows whose it is, and which call it came after.
      answer.push(values[at] === 0 ? 0 : 2);
      for (let window = 0; window < (values[at + 2] ?? 0); window++) answer.push(NOW, values[at + 3 + 2 * window] ?? 0);
    }
    calls.push(counted);
    return answer;
  };
  // The counting uses nothing else of the client.
  return { calls, redis: { evalsha } as unknown as Redis };
}

const windows = (...quotas: readonly number[]) => quotas.map((quota) => ({ key: "a", quota, windowMs: 60_000 }));
const usedOf = (answer: { readonly counts: readonly { readonly used: number }[] } | undefined) =>
  answer?.counts.map(({ used }) => used);

describe("counts that are asked for at once", () => {
  test("go to the server in one script, and each gets its own answer", async () => {
    const { redis, calls } = server();
    const { count } = createBatchedCounting(redis, () => undefined, WITHIN_MS);
    const answers = await Promise.all([
      count(windows(1, 2)).answered,
      count(windows()).answered,
      count(windows(3)).answered,
    ]);
    expect(answers.map(({ answer }) => usedOf(answer))).toEqual([[1, 2], [], [3]]);
    expect(calls).toEqual([3]);
  });

  test("are at most 50 in a script, so that the server is not held up", async () => {
    const { redis, calls } = server();
    const { count } = createBatchedCounting(redis, () => undefined, WITHIN_MS);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, quota) => count(windows(quota)).answered));
    expect(answers.map(({ answer }) => usedOf(answer))).toEqual(Array.from({ length: 120 }, (_, quota) => [quota]));
    expect(calls).toEqual([50, 50, 20]);
  });

  test("fail together, and the next ones do not", async () => {
    const { redis, calls } = server();
    let isBroken = true;
    const evalsha = async (...words: Parameters<typeof redis.evalsha>) => {
      if (isBroken) throw new Error("gone");
      return redis.evalsha(...words);
    };
    const { count } = createBatchedCounting({ evalsha } as unknown as Redis, () => undefined, WITHIN_MS);
    const failed = await Promise.allSettled([count(windows(1)).answered, count(windows(2)).answered]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isBroken = false;
    expect(usedOf((await count(windows(4)).answered).answer)).toEqual([4]);
    expect(calls).toEqual([1]);
  });

  test("that the server does not answer in time are left to their callers, with the script that may still answer", async () => {
    const late = Promise.withResolvers<number[]>();
    const redis = { evalsha: () => late.promise } as unknown as Redis;
    const { count } = createBatchedCounting(redis, () => undefined, 10);
    const { answer, script } = await count(windows(7)).answered;
    expect(answer).toBeUndefined();
    late.resolve([NOW, 0, NOW, 7]);
    expect(await script).toMatchObject([{ isRefused: false, now: NOW }]);
  });

  test("and need another one to be let through, go in its script as long as it was not sent", async () => {
    const { redis, calls } = server();
    const { count, countAfter } = createBatchedCounting(redis, () => undefined, WITHIN_MS);
    const first = count(windows(1));
    const other = count(windows(2));
    const after = countAfter(first, windows(3, 4));
    const answers = await Promise.all([first, other, after].map((call) => call?.answered));
    expect(answers.map((each) => each?.answer?.isLeftOut)).toEqual([false, false, true]);
    expect(usedOf(answers[2]?.answer)).toEqual([3, 4]);
    expect(calls).toEqual([3]);
    expect(countAfter(first, windows(5))).toBeUndefined();
  });

  test("and need another one are not put into a script that is full", async () => {
    const { redis } = server();
    const { count, countAfter } = createBatchedCounting(redis, () => undefined, WITHIN_MS);
    const all = Array.from({ length: 50 }, (_, quota) => count(windows(quota)));
    const [first] = all;
    expect(first && countAfter(first, windows(1))).toBeUndefined();
    await Promise.all(all.map(({ answered }) => answered));
  });
});
