import type { Migration } from "./migration.ts";

/**
 * What changed of watched firms and why, and the events that organizations are told of. Events take their place under the
 * lock of one row, so that a reader who goes on from a place misses none.
 */
export const watch: Migration = {
  version: 33,
  name: "watch",
  minProgram: 4,
  text: `
    ALTER TABLE watched_firm ADD COLUMN missing_since text;
    ALTER TABLE watched_firm ADD COLUMN lost_at integer;
    CREATE TABLE verdict_change (
      country text NOT NULL, ico text NOT NULL, seq integer NOT NULL, at integer NOT NULL, day text NOT NULL,
      cause text NOT NULL, before text NOT NULL, after text NOT NULL, facts text NOT NULL, rule_set_before text NOT NULL,
      rule_set_after text NOT NULL, snapshot_before text NOT NULL, snapshot_after text NOT NULL,
      PRIMARY KEY (country, ico, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX verdict_change_at ON verdict_change (at);
    CREATE TABLE event (
      id text PRIMARY KEY, place integer NOT NULL, org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      type text NOT NULL, at integer NOT NULL, day text NOT NULL, country text, ico text, severity text NOT NULL,
      detail text NOT NULL, once text NOT NULL UNIQUE
    ) STRICT;
    CREATE INDEX event_place ON event (org_id, place);
    CREATE INDEX event_at ON event (at);
    CREATE TABLE watch_run (
      one integer PRIMARY KEY, snapshot text NOT NULL, rule_set text NOT NULL, position text NOT NULL, state text NOT NULL,
      changed integer NOT NULL, released text NOT NULL, place integer NOT NULL
    ) STRICT`,
  ends: {
    verdict_change: { age: 400, of: "at" },
    event: [{ age: 400, of: "at" }, { with: "organization" }],
    watch_run: { kept: "one row: how far the watch is, and the last place of an event" },
  },
};
