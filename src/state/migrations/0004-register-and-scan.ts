import type { Migration } from "./migration.ts";

/** The obligation register of organizations, and scans. */
export const registerAndScan: Migration = {
  version: 4,
  name: "register-and-scan",
  minProgram: 3,
  text: `
    CREATE TABLE register_entry (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      code text NOT NULL, status text, status_source text, scan_id text, evidence_note text NOT NULL,
      responsible_person text NOT NULL, last_reviewed_at text, next_review_at text, version integer NOT NULL,
      updated_at integer NOT NULL, updated_by text NOT NULL, PRIMARY KEY (org_id, code)
    ) STRICT;
    CREATE TABLE scan (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      id text NOT NULL, domain text, profile text, status text NOT NULL, created_at integer NOT NULL, created_by text,
      started_at integer, finished_at integer, technical integer, questionnaire integer, overall integer,
      rule_set_version text, error text, detail text NOT NULL, PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE INDEX scan_newest ON scan (org_id, created_at DESC, id DESC);
    CREATE INDEX scan_domain ON scan (domain, created_at DESC)`,
  ends: {
    register_entry: { with: "organization" },
    // The results of questionnaires stay; they have no domain.
    scan: [{ age: 730, of: "created_at", where: "domain IS NOT NULL" }, { with: "organization" }],
  },
};
