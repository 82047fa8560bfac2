import type { Redis } from "ioredis";
import { answerWithin } from "./answer-within.ts";
import { countInRedis, type RedisAnswer, type RedisWindow } from "./redis-script.ts";

/** Calls in one script: the server answers nobody else while it runs. */
const MOST_CALLS = 50;

/** Calls that are counted together. */
interface Batch {
  readonly calls: (readonly RedisWindow[])[];
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
): (windows: readonly RedisWindow[]) => Promise<BatchedAnswer> {
  let next: Batch | undefined;

  async function send({ calls, sent }: Batch): Promise<void> {
    if (next?.calls === calls) next = undefined;
    const script = countInRedis(redis, calls, serverNow());
    try {
      const given = await answerWithin(script, withinMs);
      sent.resolve({ inTime: given?.value, script });
    } catch (error) {
      sent.reject(error);
    }
  }

  return async (windows) => {
    if (next === undefined || next.calls.length === MOST_CALLS) {
      const batch: Batch = { calls: [], sent: Promise.withResolvers() };
      setImmediate(() => void send(batch));
      next = batch;
    }
    const { calls, sent } = next;
    const place = calls.push(windows) - 1;
    const { inTime, script } = await sent.promise;
    return { answer: inTime?.[place], script };
  };
}
