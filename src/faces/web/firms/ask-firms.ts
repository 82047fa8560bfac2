import { firmAsked, type ReadRow } from "../../../capabilities/rows/read-rows.ts";
import { rowProblem, rowProblemOf } from "../../../capabilities/rows/row-problems.ts";
import { type FirmCandidate, firmRow } from "../../../capabilities/scope/firm-row.ts";
import type { FirmLine } from "../../../capabilities/scope/firm-table.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import type { PageRequest } from "../page.ts";

/** A line of the page: what came of it, and the firms that a name may mean. */
export type PageLine = FirmLine & { readonly candidates: readonly FirmCandidate[] };

/** So many firms are looked up at once: a live register is not to be asked for forty at a time. */
const AT_ONCE = 4;

/**
 * Asks for every line in its order, each counted as one look-up. Once a limit is reached nothing more is asked: the
 * other lines say so, with the wait that the limit named.
 */
export async function askFirms(rows: readonly ReadRow[], { ask }: PageRequest): Promise<readonly PageLine[]> {
  const asked = new Map<string, Promise<PageLine>>();
  const lines: PageLine[] = [];
  let limit: Problem | undefined;
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    lines.push(...(await Promise.all(rows.slice(start, start + AT_ONCE).map((row) => lineOf(row)))));
  }
  return lines;

  /** A firm that stands in the list twice is asked for once. */
  async function lineOf(row: ReadRow): Promise<PageLine> {
    const entry = row.typed;
    if (row.problem !== undefined) return { entry, problem: row.problem, candidates: [] };
    const key = `${row.country} ${row.ico ?? row.name}`;
    const known = asked.get(key);
    const line = known ?? askLine(row);
    asked.set(key, line);
    return { ...(await line), entry, warnings: row.warnings };
  }

  async function askLine(row: ReadRow): Promise<PageLine> {
    const entry = row.typed;
    if (limit !== undefined) return { entry, problem: limit, candidates: [] };
    try {
      const { firm, candidates } = await ask(firmRow, firmAsked(row));
      return firm === null ? { entry, problem: rowProblem("name_ambiguous"), candidates } : { entry, firm, candidates };
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown.problem.code === "rate_limited") limit = thrown.problem;
      return { entry, problem: rowProblemOf(row, thrown.problem), candidates: [] };
    }
  }
}

/** The wait of the limit that some lines met, in seconds; `undefined` where none did. */
export function waitOf(lines: readonly PageLine[]): number | undefined {
  const waits = lines.flatMap(({ problem }) => (problem?.code === "rate_limited" ? [problem.retryAfter ?? 1] : []));
  return waits.length === 0 ? undefined : Math.max(...waits);
}
