import type { Migration } from "./migration.ts";

/** Who asked for answers of a profile that are not public, and what was decided; a share link may open some of them alone. */
export const trustRequests: Migration = {
  version: 27,
  name: "trust-requests",
  minProgram: 4,
  text: `
    CREATE TABLE trust_request (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE, id text NOT NULL,
      slug text NOT NULL, locale text NOT NULL, name text NOT NULL, email text NOT NULL, email_key text NOT NULL,
      company text NOT NULL, country text, ico text, fields text NOT NULL, purpose text NOT NULL, state text NOT NULL,
      token_hash text NOT NULL UNIQUE, created_at integer NOT NULL, confirmed_at integer, decided_at integer,
      decided_by text, share_id text, PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE INDEX trust_request_state ON trust_request (org_id, state);
    ALTER TABLE trust_share ADD COLUMN fields text`,
  ends: {
    trust_request: [
      { age: 1, of: "created_at", where: "state = 'unconfirmed'" },
      { age: 365, of: "created_at" },
      { with: "organization" },
    ],
  },
};
