import { StatementSync } from "node:sqlite";
import pg from "pg";
import { vi } from "vitest";

/** What the service asks by itself, whoever asks for a page: for work, and to save its counts. */
const OWN = /^\s*(UPDATE job|SELECT .* FROM job|INSERT INTO day_counts)\b/;

/**
 * How many statements work takes on either database; the least of three runs. Commands of a transaction count too, jobs
 * that ask in between do not.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let run = 0; run < 3; run++) {
    const query = vi.spyOn(pg.Client.prototype, "query");
    const prepared = (["get", "all", "run"] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
    await work();
    const texts = [
      ...query.mock.calls.map(([asked]: readonly unknown[]) => textOf(asked)),
      ...prepared.flatMap(({ mock }) => mock.contexts.map(textOf)),
    ];
    counts.push(texts.filter((text) => !OWN.test(text)).length);
    for (const spy of [query, ...prepared]) spy.mockRestore();
  }
  return Math.min(...counts);
}

/** The text of a statement, of a prepared one, or of the configuration that holds it. */
function textOf(asked: unknown): string {
  if (asked instanceof StatementSync) return asked.sourceSQL;
  if (typeof asked === "string") return asked;
  const isNamed = typeof asked === "object" && asked !== null && "text" in asked;
  return isNamed && typeof asked.text === "string" ? asked.text : "";
}
