import type { Migration } from "./migration.ts";

/** The own firm of an organization is watched as well, with what the organization says of itself. */
export const watchedOrganizations: Migration = {
  version: 42,
  name: "watched-organizations",
  minProgram: 4,
  text: `
    CREATE TABLE watched_org (
      org_id text PRIMARY KEY REFERENCES organization (id) ON DELETE CASCADE,
      country text NOT NULL, ico text NOT NULL, facts_version integer NOT NULL, facts text NOT NULL, stated text NOT NULL,
      category text NOT NULL, sector text, regime text, size text, rule_set text NOT NULL, snapshot text NOT NULL,
      day text NOT NULL, first_seen integer NOT NULL
    ) STRICT;
    ALTER TABLE verdict_change ADD COLUMN org_id text REFERENCES organization (id) ON DELETE CASCADE;
    CREATE INDEX verdict_change_org ON verdict_change (org_id)`,
  ends: {
    watched_org: { with: "organization" },
    verdict_change: [{ age: 400, of: "at" }, { with: "organization" }],
  },
};
