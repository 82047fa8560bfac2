import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { icoText } from "../layout/number-texts.ts";
import { companyOf, rowOf } from "../layout/row.ts";
import { checksumOf } from "../layout/row-checksum.ts";
import { SELECT_ROW } from "../layout/schema.ts";
import type { Build } from "./build.ts";

const PAGE = 20_000;

/** Classifies every row anew: the rules have changed since. Rows whose class stays are not written. */
export async function classifyAll(build: Build): Promise<void> {
  const { db, state, dictionaries, options } = build;
  if (state.text("classified") === "all") return;
  const page = new ArrayStatement<RowArray>(db, `${SELECT_ROW} WHERE id > ? ORDER BY id LIMIT ${PAGE}`);
  const update = db.prepare("UPDATE company SET class = ?, checksum = ? WHERE id = ?");
  const total = Number(db.prepare("SELECT count(*) AS n FROM company").get()?.n);
  let done = 0;
  for (;;) {
    const rows = page.all(state.number("classified"));
    const end = rows.at(-1);
    if (end === undefined) break;
    db.exec("BEGIN");
    for (const values of rows) {
      const row = rowOf(values);
      const company = companyOf(row, icoText(row.ico), dictionaries.outcomes, dictionaries.origin(row.origin));
      const outcome = dictionaries.outcomeId(options.classify(company));
      if (outcome !== row.class) update.run(outcome, checksumOf({ ...row, class: outcome }), row.id);
    }
    state.set("classified", end[0]);
    db.exec("COMMIT");
    done += rows.length;
    await build.tick({ phase: "classes", done, total, rows: done });
  }
  state.set("classified", "all");
}
