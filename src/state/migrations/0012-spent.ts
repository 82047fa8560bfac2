import type { Migration } from "./migration.ts";

/** Secrets that were used and must not work again, by their hash, until they would be too old anyway. */
export const spent: Migration = {
  version: 12,
  name: "spent",
  minProgram: 4,
  text: `
    CREATE TABLE spent (hash text PRIMARY KEY, until integer NOT NULL) STRICT;
    CREATE INDEX spent_until ON spent (until)`,
  ends: { spent: { until: "until" } },
};
