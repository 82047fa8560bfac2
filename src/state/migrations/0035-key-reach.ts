import type { Migration } from "./migration.ts";

/** An API key reaches all organizations of its person, as before, or those that are chosen when it is issued. */
export const keyReach: Migration = {
  version: 35,
  name: "key-reach",
  minProgram: 4,
  text: `
    ALTER TABLE api_key ADD COLUMN reach text NOT NULL DEFAULT 'all';
    CREATE TABLE api_key_organization (
      key_id text NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE, PRIMARY KEY (key_id, org_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX api_key_organization_org ON api_key_organization (org_id)`,
  ends: { api_key_organization: [{ with: "api_key" }, { with: "organization" }] },
};
