import type { Country } from "../../../../core/country.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { idsOf, type RowArray, rowOf } from "../layout/row.ts";
import { SELECT_ROW } from "../layout/schema.ts";
import type { Build } from "./build.ts";
import type { FirmWriter } from "./firm-writer.ts";
import { type Retracted, retract } from "./merge.ts";

/** Rows looked at between two reports. */
const PAGE = 5_000;

/**
 * Takes back what a source told in earlier imports of firms that the current one has not named. A firm
 * that nobody else knows is removed. Returns how many firms the source no longer tells of.
 */
export async function retractSource(
  build: Build,
  writer: FirmWriter,
  country: Country,
  source: Retracted,
): Promise<number> {
  const { db, dictionaries } = build;
  const { firstOrigin } = dictionaries;
  const told = dictionaries.origins.flatMap((origin, id) =>
    id < firstOrigin && origin?.tellers.some((teller) => teller.rank === source.rank) ? [id] : [],
  );
  if (told.length === 0) return 0;
  const isWithin = db.isTransaction;
  const page = new ArrayStatement<RowArray>(
    db,
    `${SELECT_ROW} WHERE id > ? AND id < ? AND origin IN (${told.join(",")}) ORDER BY id LIMIT ${PAGE}`,
  );
  const [from, to] = idsOf(country);
  let last = from - 1;
  let count = 0;
  for (;;) {
    const rows = page.all(last, to);
    const end = rows.at(-1);
    if (end === undefined) return count;
    last = end[0];
    if (!isWithin) db.exec("BEGIN");
    for (const values of rows) {
      const row = rowOf(values);
      const others = retract(row, dictionaries.origin(row.origin).tellers, source);
      writer.put(row.ico, row.id, row, others);
      count++;
    }
    writer.flush();
    if (isWithin) continue;
    db.exec("COMMIT");
    await build.tick({ phase: "rows", done: 0, total: 0, rows: count });
  }
}
