import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startSnapshotFetch } from "./fetch-snapshot.ts";

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

function start(poll: () => Promise<number>, stop = async () => {}) {
  const onError = vi.fn();
  return { onError, stop: startSnapshotFetch({ poll, stop, random: () => 0.5, onError }) };
}

test("the first look is taken at once after the start, the next when the last one says", async () => {
  const poll = vi.fn(async () => 10 * MINUTE);
  const { stop } = start(poll);
  await vi.advanceTimersByTimeAsync(500);
  expect(poll).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
  expect(poll).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(poll).toHaveBeenCalledTimes(2);
  await stop();
});

test("a look that takes long is not joined by a second one", async () => {
  let end: (wait: number) => void = () => undefined;
  const poll = vi.fn(() => new Promise<number>((resolve) => (end = resolve)));
  const { stop } = start(poll);
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(poll).toHaveBeenCalledTimes(1);
  end(MINUTE);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(poll).toHaveBeenCalledTimes(2);
  end(MINUTE);
  await stop();
});

test("a bug in one look is reported, and the next look comes", async () => {
  const poll = vi.fn(async (): Promise<number> => {
    throw new Error("bug");
  });
  const { stop, onError } = start(poll);
  await vi.advanceTimersByTimeAsync(500 + 10 * MINUTE);
  expect(poll).toHaveBeenCalledTimes(2);
  expect(onError).toHaveBeenCalledTimes(2);
  await stop();
});

test("a stop puts down the look under way, waits for its end, and none follows", async () => {
  let end: (wait: number) => void = () => undefined;
  const poll = vi.fn(() => new Promise<number>((resolve) => (end = resolve)));
  const { stop } = start(poll, async () => end(0));
  await vi.advanceTimersByTimeAsync(500);
  await stop();
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(poll).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});
