import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followState } from "./follow-state.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("it looks at once and then every two seconds, and adds what is missing every quarter of an hour", async () => {
  const poll = vi.fn(async () => undefined);
  const addJobs = vi.fn(async () => undefined);
  const stop = followState({ poll, addJobs, random: () => 0.5, onError: () => expect.fail() });
  await vi.advanceTimersByTimeAsync(1);
  expect([poll.mock.calls.length, addJobs.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(poll).toHaveBeenCalledTimes(1 + 14 * 30);
  expect(addJobs).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(addJobs).toHaveBeenCalledTimes(2);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("a state that is down is looked at again, and jobs that could not be added are added then", async () => {
  let isDown = true;
  const addJobs = vi.fn(async () => {
    if (isDown) throw new Error("down");
  });
  const onError = vi.fn();
  const stop = followState({ poll: async () => undefined, addJobs, random: () => 0.5, onError });
  await vi.advanceTimersByTimeAsync(4_100);
  expect([addJobs.mock.calls.length, onError.mock.calls.length]).toEqual([3, 3]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(addJobs).toHaveBeenCalledTimes(4);
  stop();
});

test("after a stop nothing is looked at, not even by a look that was under way", async () => {
  let finish: () => void = () => undefined;
  const poll = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const stop = followState({ poll, addJobs: async () => undefined, random: () => 0.5, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(1);
  stop();
  finish();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(poll).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
