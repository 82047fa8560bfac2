import type { Migration } from "./migration.ts";

/**
 * Lists of firms of an organization. What a firm is and how it was judged is kept once for all lists: `facts` are those
 * of the register, `day` is when they were judged.
 */
export const firmLists: Migration = {
  version: 32,
  name: "firm-lists",
  minProgram: 4,
  text: `
    CREATE TABLE firm_list (
      id text PRIMARY KEY, org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE, name text NOT NULL,
      country text, created_at integer NOT NULL, created_by text NOT NULL, version integer NOT NULL
    ) STRICT;
    CREATE INDEX firm_list_org ON firm_list (org_id);
    CREATE TABLE list_row (
      list_id text NOT NULL REFERENCES firm_list (id) ON DELETE CASCADE, country text NOT NULL, ico text NOT NULL,
      label text NOT NULL, tags text NOT NULL, note text NOT NULL, next_review_at text, added_at integer NOT NULL,
      added_by text NOT NULL, version integer NOT NULL, PRIMARY KEY (list_id, country, ico)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX list_row_firm ON list_row (country, ico);
    CREATE TABLE watched_firm (
      country text NOT NULL, ico text NOT NULL, facts text NOT NULL, name text, category text NOT NULL, sector text,
      size text, unknown_reason text, regime text, open_fact text, rule_set text NOT NULL, snapshot text NOT NULL,
      day text NOT NULL, first_seen integer NOT NULL, held_at integer NOT NULL, PRIMARY KEY (country, ico)
    ) STRICT, WITHOUT ROWID`,
  ends: {
    firm_list: { with: "organization" },
    list_row: { with: "firm_list" },
    watched_firm: {
      age: 30,
      of: "held_at",
      where:
        "NOT EXISTS (SELECT 1 FROM list_row r WHERE r.country = watched_firm.country AND r.ico = watched_firm.ico)",
    },
  },
};
