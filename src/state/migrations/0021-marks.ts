import type { Migration } from "./migration.ts";

/** Instants of the state as a whole: when a backup was restored into it, and when one was last rehearsed, a job done. */
export const marks: Migration = {
  version: 21,
  name: "marks",
  minProgram: 4,
  text: "CREATE TABLE state_mark (name text PRIMARY KEY, at integer NOT NULL) STRICT",
  ends: { state_mark: { kept: "one row for each kind of job that comes again, and two more" } },
};
