import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Failure } from "./failure.ts";

/** A time for which PostgreSQL itself gave no answer, by `performance.now()`. */
export interface Outage {
  readonly from: number;
  /** `Infinity` until it answers again. */
  to: number;
}

/** A state that is away for so long is waited for, and nothing fails. */
const WAITED_MS = 3_000;
/** Once the server is back, whoever needs it is served again after this time at the latest. */
const BACK_MS = 5_000;

/** Who needs the state is told when to come again, and nobody else notices. */
export const saysWhenToCome = ({ isPrivate, status, hasRetryAfter }: Failure): boolean =>
  isPrivate && status === 503 && hasRetryAfter;

/**
 * Whether a failure is one that callers may notice of PostgreSQL being down: it was away for longer than it is waited
 * for, the caller was told when to come again, after that wait, and had called before everything had to be well again.
 */
export function isOfOutage(failure: Failure, outages: readonly Outage[]): boolean {
  if (!saysWhenToCome(failure)) return false;
  // Two connections break one after the other: a caller may have been waited for before the outage was noticed here.
  const isWaitedFor = failure.to - failure.from >= WAITED_MS;
  return outages.some(
    ({ from, to }) =>
      to - from > WAITED_MS &&
      (failure.to >= from + WAITED_MS || (isWaitedFor && failure.to >= from)) &&
      failure.from <= to + BACK_MS,
  );
}

/** The server is asked so often. */
const ASK_MS = 25;
/** An answer that takes longer is none. */
const ANSWER_MS = 1_000;

/**
 * Asks PostgreSQL directly, all the time, and notes when it gives no answer: from the moment at which that is noticed,
 * so that a busy machine never makes an outage longer, to the first answer after it.
 */
export function followPostgres(url: string, outages: Outage[]): { stop(): Promise<void> } {
  let isOver = false;
  let current: Outage | undefined;
  const begin = (): void => {
    if (current !== undefined || isOver) return;
    current = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    outages.push(current);
  };

  /** Asks over one connection until it breaks. */
  async function askUntilItBreaks(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on("error", begin).on("end", begin);
    try {
      await client.connect();
      while (!isOver) {
        await client.query("SELECT 1");
        if (current !== undefined) current.to = performance.now();
        current = undefined;
        await sleep(ASK_MS);
      }
    } finally {
      client.off("end", begin);
      void client.end().catch(() => undefined);
    }
  }

  const following = (async () => {
    while (!isOver) {
      await askUntilItBreaks().catch(begin);
      await sleep(ASK_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await following;
    },
  };
}
