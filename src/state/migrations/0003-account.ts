import { NEVER_CONFIRMED } from "../accounts.ts";
import type { Migration } from "./migration.ts";

/**
 * People, organizations, keys and the audit log. Ids are random text; what belongs to an organization has `org_id` in
 * its key. Instants are milliseconds since 1970.
 */
export const account: Migration = {
  version: 3,
  name: "account",
  minProgram: 2,
  text: `
    CREATE TABLE organization (
      id text PRIMARY KEY, name text NOT NULL, country text, ico text, in_map integer NOT NULL,
      created_at integer NOT NULL, created_by text NOT NULL
    ) STRICT;
    CREATE TABLE account (
      id text PRIMARY KEY, email text NOT NULL, email_key text NOT NULL UNIQUE, name text NOT NULL,
      locale text NOT NULL, password_hash text, email_verified_at integer,
      active_org_id text REFERENCES organization (id) ON DELETE SET NULL,
      created_at integer NOT NULL, disabled_at integer
    ) STRICT;
    CREATE INDEX account_active_org ON account (active_org_id);
    CREATE TABLE session (
      hash text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      stage text NOT NULL, created_at integer NOT NULL, seen_at integer NOT NULL, expires_at integer NOT NULL,
      authenticated_at integer NOT NULL, ip_prefix text, agent text NOT NULL
    ) STRICT;
    CREATE INDEX session_account ON session (account_id);
    CREATE TABLE mail_token (
      hash text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      purpose text NOT NULL, email text NOT NULL, created_at integer NOT NULL, expires_at integer NOT NULL,
      used_at integer
    ) STRICT;
    CREATE INDEX mail_token_account ON mail_token (account_id, purpose);
    CREATE TABLE totp (
      account_id text PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
      sealed text NOT NULL, confirmed_at integer, last_step integer NOT NULL
    ) STRICT;
    CREATE TABLE backup_code (
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      hash text NOT NULL, used_at integer, PRIMARY KEY (account_id, hash)
    ) STRICT;
    CREATE TABLE passkey (
      id text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      public_key text NOT NULL, counter integer NOT NULL, name text NOT NULL, created_at integer NOT NULL,
      last_used_at integer
    ) STRICT;
    CREATE INDEX passkey_account ON passkey (account_id);
    CREATE TABLE identity (
      issuer text NOT NULL, subject text NOT NULL,
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      created_at integer NOT NULL, PRIMARY KEY (issuer, subject)
    ) STRICT;
    CREATE INDEX identity_account ON identity (account_id);
    CREATE TABLE membership (
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      role text NOT NULL, since integer NOT NULL, PRIMARY KEY (account_id, org_id)
    ) STRICT;
    CREATE INDEX membership_org ON membership (org_id);
    CREATE TABLE invitation (
      id text PRIMARY KEY, org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      email_key text NOT NULL, role text NOT NULL, token_hash text NOT NULL UNIQUE, invited_by text NOT NULL,
      created_at integer NOT NULL, expires_at integer NOT NULL, accepted_at integer, withdrawn_at integer
    ) STRICT;
    CREATE UNIQUE INDEX invitation_open ON invitation (org_id, email_key)
      WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
    CREATE TABLE api_key (
      id text PRIMARY KEY, account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE,
      name text NOT NULL, scopes text NOT NULL, hash text NOT NULL UNIQUE, tail text NOT NULL,
      created_at integer NOT NULL, expires_at integer, revoked_at integer, last_used_at integer, last_used_prefix text,
      once text
    ) STRICT;
    CREATE INDEX api_key_account ON api_key (account_id);
    CREATE UNIQUE INDEX api_key_name ON api_key (account_id, name) WHERE revoked_at IS NULL;
    CREATE UNIQUE INDEX api_key_once ON api_key (account_id, once) WHERE once IS NOT NULL;
    CREATE TABLE mail (
      id text PRIMARY KEY, sealed text NOT NULL, created_at integer NOT NULL
    ) STRICT;
    CREATE TABLE audit_entry (
      stream text NOT NULL, seq integer NOT NULL, id text NOT NULL UNIQUE, at integer NOT NULL, action text NOT NULL,
      actor_id text, org_id text, target_type text, target_id text, via text NOT NULL, ip_prefix text,
      details text NOT NULL, hash text NOT NULL, PRIMARY KEY (stream, seq)
    ) STRICT;
    CREATE INDEX audit_entry_actor ON audit_entry (actor_id, at DESC, id DESC);
    CREATE INDEX audit_entry_org ON audit_entry (org_id, at DESC, id DESC);
    CREATE TABLE audit_head (
      stream text PRIMARY KEY, seq integer NOT NULL, hash text NOT NULL, cut_seq integer NOT NULL,
      cut_hash text NOT NULL
    ) STRICT`,
  ends: {
    organization: { kept: "until an owner deletes it" },
    session: [{ until: "expires_at" }, { age: 0.5, of: "seen_at" }, { with: "account" }],
    mail_token: [{ until: "expires_at" }, { with: "account" }],
    // After the links of mails: one that still confirms the address keeps the account.
    account: {
      age: 7,
      of: "created_at",
      where: `${NEVER_CONFIRMED} AND NOT EXISTS (SELECT 1 FROM mail_token t WHERE t.account_id = account.id)`,
      logged: { action: "account.deleted", why: "never_confirmed" },
    },
    totp: { with: "account" },
    backup_code: { with: "account" },
    passkey: { with: "account" },
    identity: { with: "account" },
    membership: [{ with: "account" }, { with: "organization" }],
    invitation: [
      { age: 30, of: "accepted_at" },
      { age: 30, of: "withdrawn_at" },
      { age: 30, of: "expires_at" },
      { with: "organization" },
    ],
    api_key: [{ age: 90, of: "revoked_at" }, { with: "account" }],
    mail: { age: 3, of: "created_at" },
    audit_entry: { kept: "cut with its chain after AUDIT_RETENTION_DAYS" },
    audit_head: { kept: "the end of a chain proves that nothing is missing" },
  },
};
