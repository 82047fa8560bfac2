import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Outage } from "./ledger.ts";

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
