import type { Migration } from "./migration.ts";

/**
 * Domains of organizations with their proof of ownership, observations of scans, schedules; and what all organizations
 * share: which domain is looked at just now, and what mail servers answered.
 */
export const domainScan: Migration = {
  version: 5,
  name: "domain-scan",
  minProgram: 4,
  text: `
    CREATE TABLE domain (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      domain text NOT NULL, token text NOT NULL, method text, added_at integer NOT NULL, added_by text NOT NULL,
      verified_at integer, checked_at integer, failures integer NOT NULL, PRIMARY KEY (org_id, domain)
    ) STRICT;
    CREATE INDEX domain_checked ON domain (checked_at) WHERE verified_at IS NOT NULL;
    CREATE TABLE scan_observation (
      org_id text NOT NULL, scan_id text NOT NULL, record text NOT NULL, at integer NOT NULL,
      PRIMARY KEY (org_id, scan_id),
      FOREIGN KEY (org_id, scan_id) REFERENCES scan (org_id, id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX scan_observation_at ON scan_observation (at);
    CREATE TABLE scan_schedule (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      domain text NOT NULL, every text NOT NULL, profile text NOT NULL, next_at integer NOT NULL,
      created_by text NOT NULL, PRIMARY KEY (org_id, domain)
    ) STRICT;
    CREATE INDEX scan_schedule_next ON scan_schedule (next_at);
    CREATE TABLE scan_use (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      day text NOT NULL, domain text NOT NULL, scans integer NOT NULL, PRIMARY KEY (org_id, day, domain)
    ) STRICT;
    CREATE TABLE scan_target (
      domain text PRIMARY KEY, lease_by text NOT NULL, lease_until integer NOT NULL, progress text,
      profile text, record text, observed_at integer NOT NULL
    ) STRICT;
    CREATE TABLE scan_mail_server (address text PRIMARY KEY, outcome text NOT NULL, at integer NOT NULL) STRICT;
    CREATE TABLE scan_map (one integer PRIMARY KEY CHECK (one = 1), body text NOT NULL, at integer NOT NULL) STRICT;
    CREATE INDEX scan_of_organization ON scan (org_id, domain, created_at DESC)`,
  ends: {
    domain: { with: "organization" },
    scan_observation: [{ age: 90, of: "at" }, { with: "scan" }],
    scan_use: [{ age: 8, of: "day", isDay: true }, { with: "organization" }],
    scan_target: { age: 1, of: "observed_at", where: "lease_until <= ?" },
    scan_mail_server: { age: 1, of: "at" },
    scan_map: { kept: "one row" },
  },
};
