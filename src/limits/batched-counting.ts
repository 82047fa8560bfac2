import type { Redis } from "ioredis";
import { answerWithin } from "./answer-within.ts";
import { countInRedis, type RedisAnswer, type RedisCall, type RedisWindow } from "./redis-script.ts";

/** Calls in one script: the server answers nobody else while it runs. */
const MOST_CALLS = 50;

/** Calls that are counted together. */
interface Batch {
  readonly calls: RedisCall[];
  readonly sent: PromiseWithResolvers<Counting>;
}

/** A script that was sent for several calls. */
interface Counting {
  /** The answers in time; `undefined` where there was none. */
  readonly inTime: readonly RedisAnswer[] | undefined;
  /** The script itself, which may answer later. */
  readonly script: Promise<readonly RedisAnswer[]>;
}

/** The answer to one call; `undefined` where it did not come in time, with what may still answer. */
export interface BatchedAnswer {
  readonly answer: RedisAnswer | undefined;
  readonly script: Promise<unknown>;
}

/** A call on its way to the server. */
export interface BatchedCall {
  readonly batch: unknown;
  /** From 1. */
  readonly place: number;
  readonly answered: Promise<BatchedAnswer>;
}

export interface BatchedCounting {
  /** Counts a call. @param amount how much it counts; default 1 */
  count(windows: readonly RedisWindow[], amount?: number): BatchedCall;
  /** Counts a call that needs another one to be let through, in the script of that one; `undefined` when it is gone. */
  countAfter(first: BatchedCall, windows: readonly RedisWindow[]): BatchedCall | undefined;
}

/**
 * Counts calls, together those that come within one turn of the event loop: most of what a count costs an instance is
 * the way to the server and back, which they share. A call by itself waits for nothing.
 * @param serverNow the instant that counts; `undefined`: the server's clock
 * @param withinMs how long an answer may take, in milliseconds
 */
export function createBatchedCounting(
  redis: Redis,
  serverNow: () => number | undefined,
  withinMs: number,
): BatchedCounting {
  let next: Batch | undefined;

  async function send(batch: Batch): Promise<void> {
    if (next === batch) next = undefined;
    const { calls, sent } = batch;
    const script = countInRedis(redis, calls, serverNow());
    try {
      const given = await answerWithin(script, withinMs);
      sent.resolve({ inTime: given?.value, script });
    } catch (error) {
      sent.reject(error);
    }
  }

  function begin(): Batch {
    const batch: Batch = { calls: [], sent: Promise.withResolvers() };
    setImmediate(() => void send(batch));
    return batch;
  }

  function add(batch: Batch, call: RedisCall): BatchedCall {
    const place = batch.calls.push(call);
    const answered = batch.sent.promise.then(({ inTime, script }) => ({ answer: inTime?.[place - 1], script }));
    return { batch, place, answered };
  }

  return {
    count: (windows, amount = 1) => {
      if (next === undefined || next.calls.length >= MOST_CALLS) next = begin();
      return add(next, { windows, after: 0, amount });
    },
    countAfter: ({ batch, place }, windows) => {
      if (next === undefined || next !== batch || next.calls.length >= MOST_CALLS) return undefined;
      return add(next, { windows, after: place, amount: 1 });
    },
  };
}
