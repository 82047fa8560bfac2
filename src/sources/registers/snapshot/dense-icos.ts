import type { DatabaseSync } from "node:sqlite";
import { ArrayStatement } from "./array-statement.ts";
import { encodeIds } from "./dense-prefixes.ts";
import { DENSE_IDS, KIND } from "./schema.ts";

/** The shortest beginning of a number that is searched for. */
export const SHORTEST_ICO_PREFIX = 3;

/** The numbers that start with some digits: from, and up to but not with. */
export function icoRange(digits: string): readonly [number, number] {
  const step = 10 ** (8 - digits.length);
  const from = Number(digits) * step;
  return [from, from + step];
}

/**
 * Stores the first ids in register order of every IČO prefix that more than `above` firms share. Longer prefixes are
 * looked at only below one that was dense.
 */
export function writeDenseIcos(db: DatabaseSync, above: number): void {
  // The divisor stands in the text: a bound number would be a real one, and so would the quotient.
  const counts = Array.from({ length: 9 }, (_, length) => {
    const sql = `SELECT ico / ${10 ** (8 - length)} AS p, count(*) AS n FROM company INDEXED BY company_ico
      WHERE ico >= ? AND ico < ? GROUP BY 1 HAVING n > ?`;
    return new ArrayStatement<[number, number]>(db, sql);
  });
  const first = new ArrayStatement<[number]>(
    db,
    "SELECT id FROM company INDEXED BY company_ico WHERE ico >= ? AND ico < ? AND country = ? ORDER BY id LIMIT ?",
  );
  const insert = db.prepare("INSERT INTO dense VALUES (?, ?, ?, ?, ?)");

  function idsOf(from: number, to: number, country: number): Uint8Array | null {
    return encodeIds(first.all(from, to, country, DENSE_IDS.ico).map(([id]) => id));
  }

  function descend(from: number, to: number, length: number): void {
    for (const [prefix, count] of counts[length]?.all(from, to, above) ?? []) {
      const digits = String(prefix).padStart(length, "0");
      const [start, end] = icoRange(digits);
      insert.run(KIND.ico, digits, count, idsOf(start, end, 0), idsOf(start, end, 1));
      descend(start, end, length + 1);
    }
  }

  descend(0, 100_000_000, SHORTEST_ICO_PREFIX);
}
