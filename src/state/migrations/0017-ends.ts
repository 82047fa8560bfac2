import type { Migration } from "./migration.ts";

/**
 * A schedule of scans ends with its domain. Those that outlived theirs end now, and others keep running. A draft of a
 * questionnaire remembers that people were warned of its end.
 */
export const ends: Migration = {
  version: 17,
  name: "ends",
  minProgram: 4,
  counts: {
    schedulesWithoutDomain:
      "SELECT count(*) AS n FROM scan_schedule c WHERE NOT EXISTS (SELECT 1 FROM domain d WHERE d.org_id = c.org_id AND d.domain = c.domain)",
  },
  text: `
    CREATE TABLE scan_schedule_of_domain (
      org_id text NOT NULL, domain text NOT NULL, every text NOT NULL, profile text NOT NULL, next_at integer NOT NULL,
      created_by text NOT NULL, PRIMARY KEY (org_id, domain),
      FOREIGN KEY (org_id, domain) REFERENCES domain (org_id, domain) ON DELETE CASCADE
    ) STRICT;
    INSERT INTO scan_schedule_of_domain (org_id, domain, every, profile, next_at, created_by)
      SELECT c.org_id, c.domain, c.every, c.profile, c.next_at, c.created_by FROM scan_schedule c
      JOIN domain d ON d.org_id = c.org_id AND d.domain = c.domain;
    DROP TABLE scan_schedule;
    ALTER TABLE scan_schedule_of_domain RENAME TO scan_schedule;
    CREATE INDEX scan_schedule_next ON scan_schedule (next_at);
    ALTER TABLE assessment ADD COLUMN warned_at integer`,
  ends: { scan_schedule: { with: "domain" } },
};
