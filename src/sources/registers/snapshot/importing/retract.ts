import type { Country } from "../../../../core/country.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { rowOf } from "../layout/row.ts";
import { SELECT_ROW } from "../layout/schema.ts";
import { idsOf } from "../layout/slots.ts";
import type { Build } from "./build.ts";
import type { FirmWriter } from "./firm-writer.ts";
import { retract } from "./merge.ts";

/** Rows looked at between two reports. */
const PAGE = 5_000;

/**
 * Takes back what a source said in earlier imports of firms that the current one has not named. A firm that no other
 * source knows is removed. Returns how many firms the source no longer names.
 */
export async function retractSource(build: Build, writer: FirmWriter, country: Country, slot: number): Promise<number> {
  const { db, dictionaries } = build;
  const { firstOrigin } = dictionaries;
  const origins = dictionaries.origins.flatMap((origin, id) =>
    id < firstOrigin && origin?.sources.some((each) => each.slot === slot) ? [id] : [],
  );
  if (origins.length === 0) return 0;
  const isWithin = db.isTransaction;
  const page = new ArrayStatement<RowArray>(
    db,
    `${SELECT_ROW} WHERE id > ? AND id < ? AND origin IN (${origins.join(",")}) ORDER BY id LIMIT ${PAGE}`,
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
      const others = retract(row, dictionaries.origin(row.origin).sources, slot);
      writer.put(row.ico, row.id, row, others);
      count++;
    }
    writer.flush();
    if (isWithin) continue;
    db.exec("COMMIT");
    await build.tick({ phase: "rows", done: 0, total: 0, rows: count });
  }
}
