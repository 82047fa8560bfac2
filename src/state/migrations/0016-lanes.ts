import type { Migration } from "./migration.ts";

/**
 * Jobs have a lane and perhaps an organization, with which they go; what was given up is history and locks nothing. Scans
 * of organizations that are gone end now.
 */
export const lanes: Migration = {
  version: 16,
  name: "lanes",
  minProgram: 4,
  counts: {
    jobsWithoutOrganization:
      "SELECT count(*) AS n FROM job WHERE kind = 'scan.run' AND NOT EXISTS (SELECT 1 FROM scan s WHERE s.id = job.key)",
  },
  text: `
    ALTER TABLE job ADD COLUMN lane text NOT NULL DEFAULT 'system';
    ALTER TABLE job ADD COLUMN org_id text REFERENCES organization (id) ON DELETE CASCADE;
    CREATE TABLE job_history (
      id text PRIMARY KEY, kind text NOT NULL, key text NOT NULL, lane text NOT NULL,
      org_id text REFERENCES organization (id) ON DELETE CASCADE, created_at integer NOT NULL,
      ended_at integer NOT NULL, attempts integer NOT NULL, error text NOT NULL
    ) STRICT;
    CREATE INDEX job_history_ended ON job_history (ended_at);
    CREATE INDEX job_history_org ON job_history (org_id);
    CREATE INDEX job_lane ON job (lane, run_at);
    CREATE INDEX job_org ON job (org_id);
    UPDATE job SET lane = 'stranger' WHERE kind = 'scan.quick';
    UPDATE job SET lane = 'organization', org_id = (SELECT s.org_id FROM scan s WHERE s.id = job.key LIMIT 1)
      WHERE kind = 'scan.run';
    DELETE FROM job WHERE kind = 'scan.run' AND org_id IS NULL;
    INSERT INTO job_history (id, kind, key, lane, org_id, created_at, ended_at, attempts, error)
      SELECT id, kind, key, lane, org_id, created_at, created_at, attempts, COALESCE(last_error, 'unknown')
      FROM job WHERE run_at = 9007199254740991;
    DELETE FROM job WHERE run_at = 9007199254740991`,
  ends: {
    job: [{ with: "organization" }, { kept: "a job goes when it is done" }],
    job_history: [{ age: 30, of: "ended_at" }, { with: "organization" }],
  },
};
