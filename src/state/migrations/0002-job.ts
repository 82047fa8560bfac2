import type { Migration } from "./migration.ts";

/** Work that one of several instances does, see `src/jobs`. */
export const job: Migration = {
  version: 2,
  name: "job",
  text: `
    CREATE TABLE job (
      id text PRIMARY KEY, kind text NOT NULL, key text NOT NULL, run_at integer NOT NULL, attempts integer NOT NULL,
      lease_until integer NOT NULL, lease_by text NOT NULL, payload text NOT NULL, created_at integer NOT NULL,
      last_error text, UNIQUE (kind, key)
    ) STRICT;
    CREATE INDEX job_run_at ON job (run_at)`,
  ends: { job: { kept: "a job goes when it is done" } },
};
