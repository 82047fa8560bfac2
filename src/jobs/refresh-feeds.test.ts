import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFeedRefresh } from "./refresh-feeds.ts";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

function start(refreshDue: () => Promise<number | undefined>) {
  const onError = vi.fn();
  return { onError, stop: startFeedRefresh({ refreshDue, now: Date.now, random: () => 0, onError }) };
}

test("the start asks nobody; a little later the sources that are due are asked", async () => {
  const refreshDue = vi.fn(async () => Date.now() + 60 * MINUTE);
  const { stop } = start(refreshDue);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(refreshDue).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refreshDue).toHaveBeenCalledTimes(1);
  stop();
});

test.each([
  ["when the next source is due", 5 * MINUTE, 5 * MINUTE],
  ["not sooner than in half a minute", 1, 30_000],
  ["at least every quarter of an hour", 600 * MINUTE, 15 * MINUTE],
])("it looks again %s", async (_case, due, wait) => {
  const refreshDue = vi.fn(async () => Date.now() + due);
  const { stop } = start(refreshDue);
  await vi.advanceTimersByTimeAsync(10_000 + wait - 1);
  expect(refreshDue).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(refreshDue).toHaveBeenCalledTimes(2);
  stop();
});

test("a bug in one look is told, and the next look comes", async () => {
  const refreshDue = vi.fn(async (): Promise<number | undefined> => {
    throw new Error("bug");
  });
  const { stop, onError } = start(refreshDue);
  await vi.advanceTimersByTimeAsync(10_000 + 15 * MINUTE);
  expect(refreshDue).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledTimes(2);
  stop();
});

test("after a stop nothing is asked, not even by a look that was under way", async () => {
  let finish: (at: number) => void = () => undefined;
  const refreshDue = vi.fn(() => new Promise<number>((resolve) => (finish = resolve)));
  const { stop } = start(refreshDue);
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  finish(0);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(refreshDue).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
