import { StatementSync } from "node:sqlite";
import pg from "pg";
import { vi } from "vitest";

/**
 * How many statements work takes on either database; the least of three runs, because jobs may ask in between. Commands
 * of a transaction count too.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < 3; run++) {
    const spies = [
      vi.spyOn(pg.Client.prototype, "query"),
      vi.spyOn(StatementSync.prototype, "get"),
      vi.spyOn(StatementSync.prototype, "all"),
      vi.spyOn(StatementSync.prototype, "run"),
    ];
    await work();
    counts.push(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0));
    for (const spy of spies) spy.mockRestore();
  }
  return Math.min(...counts);
}
