import type { Migration } from "./migration.ts";

/**
 * What an organization says of itself for its NIS2 verdict; who wants mails about reviews and scans; the addresses under
 * which calendars subscribe to the next reviews.
 */
export const organizationFacts: Migration = {
  version: 8,
  name: "organization-facts",
  minProgram: 4,
  text: `
    CREATE TABLE organization_facts (
      org_id text PRIMARY KEY REFERENCES organization (id) ON DELETE CASCADE,
      facts text NOT NULL, dates text NOT NULL, version integer NOT NULL, updated_at integer NOT NULL,
      updated_by text NOT NULL
    ) STRICT;
    CREATE TABLE reminder (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      reviews integer NOT NULL, scans integer NOT NULL, PRIMARY KEY (org_id, account_id)
    ) STRICT;
    CREATE TABLE calendar (
      hash text PRIMARY KEY,
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at integer NOT NULL, UNIQUE (org_id, account_id)
    ) STRICT`,
  ends: {
    organization_facts: { with: "organization" },
    reminder: [{ with: "organization" }, { with: "account" }],
    calendar: [{ with: "organization" }, { with: "account" }],
  },
};
