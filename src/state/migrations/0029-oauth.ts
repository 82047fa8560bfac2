import type { Migration } from "./migration.ts";

/**
 * Agents that sign in: the clients that are known, requests that wait for a decision of a person, what a person allowed
 * (a connection, to all or to chosen organizations), and the codes and tokens of it as hashes.
 */
export const oauth: Migration = {
  version: 29,
  name: "oauth",
  minProgram: 4,
  text: `
    CREATE TABLE oauth_client (
      id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, metadata text NOT NULL, secret_hash text,
      created_at integer NOT NULL, fetched_at integer, fresh_until integer, failed_until integer, last_used_at integer
    ) STRICT;
    CREATE INDEX oauth_client_kind ON oauth_client (kind, created_at);
    CREATE TABLE oauth_request (
      id text PRIMARY KEY, client_id text NOT NULL, browser_hash text NOT NULL, params text NOT NULL,
      created_at integer NOT NULL, expires_at integer NOT NULL
    ) STRICT;
    CREATE INDEX oauth_request_expires ON oauth_request (expires_at);
    CREATE TABLE oauth_connection (
      id text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, client_id text NOT NULL,
      client_name text NOT NULL, client_host text NOT NULL, resource text NOT NULL, scopes text NOT NULL, reach text NOT NULL,
      created_at integer NOT NULL, consented_at integer NOT NULL, expires_at integer NOT NULL, last_used_at integer,
      last_used_prefix text, ended_at integer, ended_why text
    ) STRICT;
    CREATE INDEX oauth_connection_account ON oauth_connection (account_id);
    CREATE INDEX oauth_connection_client ON oauth_connection (client_id);
    CREATE UNIQUE INDEX oauth_connection_live ON oauth_connection (account_id, client_id, resource) WHERE ended_at IS NULL;
    CREATE TABLE oauth_connection_org (
      connection_id text NOT NULL REFERENCES oauth_connection (id) ON DELETE CASCADE,
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE, PRIMARY KEY (connection_id, org_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX oauth_connection_org_org ON oauth_connection_org (org_id);
    CREATE TABLE oauth_code (
      hash text PRIMARY KEY, connection_id text NOT NULL REFERENCES oauth_connection (id) ON DELETE CASCADE,
      redirect_uri text NOT NULL, code_challenge text NOT NULL, scopes text NOT NULL, expires_at integer NOT NULL, used_at integer
    ) STRICT;
    CREATE INDEX oauth_code_connection ON oauth_code (connection_id);
    CREATE INDEX oauth_code_expires ON oauth_code (expires_at);
    CREATE TABLE oauth_token (
      hash text PRIMARY KEY, kind text NOT NULL, connection_id text NOT NULL REFERENCES oauth_connection (id) ON DELETE CASCADE,
      scopes text NOT NULL, created_at integer NOT NULL, expires_at integer NOT NULL, used_at integer, pairs integer NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX oauth_token_connection ON oauth_token (connection_id, kind, created_at);
    CREATE INDEX oauth_token_expires ON oauth_token (expires_at)`,
  ends: {
    oauth_client: [
      // Connections stay for 90 days after their end, and their client with them.
      {
        age: 1,
        of: "created_at",
        where:
          "kind = 'registered' AND NOT EXISTS (SELECT 1 FROM oauth_connection c WHERE c.client_id = oauth_client.id)",
      },
      { age: 30, of: "last_used_at", where: "kind = 'document'" },
    ],
    oauth_request: { until: "expires_at" },
    oauth_connection: { age: 90, of: "ended_at" },
    oauth_connection_org: { with: "oauth_connection" },
    oauth_code: { until: "expires_at" },
    oauth_token: [
      { age: 1, of: "expires_at", where: "kind = 'access'" },
      { age: 120, of: "expires_at", where: "kind = 'refresh'" },
    ],
  },
};
