import { MIGRATIONS } from "../../src/state/migrations/list.ts";
import { repeatableSql } from "../../src/state/sql.ts";

/** The real layout with two tables of the bench: each row has its entry, as a change has one in the audit log. */
export const LAYOUT = [
  ...MIGRATIONS,
  {
    version: MIGRATIONS.length + 1,
    name: "bench",
    text: "CREATE TABLE bench_row (id text PRIMARY KEY) STRICT; CREATE TABLE bench_entry (id text PRIMARY KEY) STRICT",
  },
];

export const ADD_ROW = repeatableSql("INSERT INTO bench_row (id) VALUES (?)");
export const ADD_ENTRY = repeatableSql("INSERT INTO bench_entry (id) VALUES (?)");
