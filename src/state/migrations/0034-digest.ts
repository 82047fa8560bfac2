import type { Migration } from "./migration.ts";

/**
 * One digest a person takes the place of reminders by organization. Who wanted any gets it daily, who wanted none gets
 * none; an account that is made later has no row and gets it weekly.
 */
export const digest: Migration = {
  version: 34,
  name: "digest",
  minProgram: 4,
  text: `
    CREATE TABLE digest (
      account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      frequency text NOT NULL, sent_for text, version integer NOT NULL
    ) STRICT;
    CREATE TABLE digest_left_out (
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      PRIMARY KEY (account_id, org_id)
    ) STRICT;
    CREATE INDEX digest_left_out_org ON digest_left_out (org_id);
    INSERT INTO digest (account_id, frequency, sent_for, version)
      SELECT a.id, CASE WHEN EXISTS (
        SELECT 1 FROM reminder r WHERE r.account_id = a.id AND (r.reviews = 1 OR r.scans = 1)
      ) THEN 'daily' ELSE 'off' END, NULL, 1 FROM account a`,
  ends: { digest: { with: "account" }, digest_left_out: [{ with: "account" }, { with: "organization" }] },
};
