import { pathToFileURL } from "node:url";
import { COUNTRIES, type Country } from "../../../../core/country.ts";
import { COLUMNS, COLUMNS_OF_4 } from "../layout/columns.ts";
import { SCHEMA_VERSION } from "../layout/schema.ts";
import { idsOf } from "../layout/slots.ts";
import type { Build } from "./build.ts";

/** Rows copied from the previous file in one transaction. */
const COPY_AT_ONCE = 100_000;

/** Copies rows and all that belongs to them from the published file; `except` starts from nothing. */
export async function copyBase(build: Build, except: Country | undefined): Promise<void> {
  const { db, state, base } = build;
  if (base === undefined || state.text("copied") === "all") return;
  const [from, to] = idsOf(COUNTRIES.find((country) => except !== undefined && country !== except));
  const isFormer = base.schema !== SCHEMA_VERSION;
  const columns = isFormer ? COLUMNS_OF_4 : COLUMNS;
  const address = pathToFileURL(base.file);
  address.searchParams.set("mode", "ro");
  address.searchParams.set("immutable", "1");
  db.prepare("ATTACH ? AS base").run(address.href);
  try {
    const total = Number(db.prepare("SELECT count(*) AS n FROM base.company").get()?.n);
    if (state.text("copied") === undefined) {
      db.exec("BEGIN");
      db.exec("INSERT INTO outcome SELECT * FROM base.outcome; INSERT INTO origin SELECT * FROM base.origin");
      if (!isFormer) db.exec("INSERT INTO town SELECT * FROM base.town");
      db.prepare("INSERT INTO source SELECT * FROM base.source WHERE country IS NOT ?").run(except ?? null);
      state.set("copied", from - 1);
      db.exec("COMMIT");
    }
    const copy = db.prepare(
      `INSERT INTO company (${columns}) SELECT ${columns} FROM base.company WHERE id > ? AND id < ? ORDER BY id LIMIT ?`,
    );
    let rows = 0;
    for (;;) {
      db.exec("BEGIN");
      const changes = Number(copy.run(state.number("copied"), to, COPY_AT_ONCE).changes);
      if (changes > 0) state.set("copied", Number(db.prepare("SELECT max(id) AS id FROM company").get()?.id));
      db.exec("COMMIT");
      rows += changes;
      await build.tick({ phase: "copy", done: rows, total, rows });
      if (changes < COPY_AT_ONCE) break;
    }
    state.set("copied", "all");
  } finally {
    if (db.isTransaction) db.exec("ROLLBACK");
    db.exec("DETACH base");
  }
  build.dictionaries.reload();
}
