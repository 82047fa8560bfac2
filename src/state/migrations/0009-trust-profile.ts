import type { Migration } from "./migration.ts";

/**
 * Trust profiles of suppliers: draft, immutable revisions, evidence with its files, share links, addresses that are not
 * free, keys that sign, complaints; and the list of suppliers of an organization with what it asked of them.
 */
export const trustProfile: Migration = {
  version: 9,
  name: "trust-profile",
  minProgram: 4,
  text: `
    CREATE TABLE trust_profile (
      org_id text PRIMARY KEY REFERENCES organization (id) ON DELETE CASCADE,
      id text NOT NULL UNIQUE, slug text UNIQUE, country text, ico text, state text NOT NULL,
      published_revision integer, questionnaire_version text NOT NULL, draft_answers text NOT NULL,
      draft_visibility text NOT NULL, draft_version integer NOT NULL, is_indexed integer NOT NULL,
      shows_scan integer NOT NULL, contact_agreed_at integer, contact_agreed_by text, confirmed_at integer,
      identity_method text, identity_checked_at integer, identity_lost_at integer, published_at integer,
      withdrawn_at integer, withdrawn_reason text, told text, created_at integer NOT NULL, updated_at integer NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX trust_profile_published ON trust_profile (ico, country) WHERE state = 'published';
    CREATE TABLE trust_revision (
      org_id text NOT NULL REFERENCES trust_profile (org_id) ON DELETE CASCADE,
      revision integer NOT NULL, questionnaire_version text NOT NULL, snapshot text NOT NULL,
      canonical_sha256 text NOT NULL, jws text NOT NULL, key_id text NOT NULL, published_at integer NOT NULL,
      published_by text NOT NULL, ip_prefix text, consent_version text NOT NULL, valid_until text NOT NULL,
      withdrawn_at integer, PRIMARY KEY (org_id, revision)
    ) STRICT;
    CREATE TABLE trust_evidence (
      org_id text NOT NULL REFERENCES trust_profile (org_id) ON DELETE CASCADE,
      id text NOT NULL, field_id text NOT NULL, kind text NOT NULL, title text NOT NULL, url text, file_sha256 text,
      media_type text, size integer, issued_on text, expires_on text, visibility text NOT NULL,
      created_by text NOT NULL, created_at integer NOT NULL, removed_at integer, PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE TABLE trust_file (
      org_id text NOT NULL REFERENCES trust_profile (org_id) ON DELETE CASCADE,
      sha256 text NOT NULL, bytes blob NOT NULL, PRIMARY KEY (org_id, sha256)
    ) STRICT;
    CREATE TABLE trust_slug_old (
      slug text PRIMARY KEY, org_id text NOT NULL, why text NOT NULL, until integer NOT NULL
    ) STRICT;
    CREATE TABLE trust_share (
      org_id text NOT NULL REFERENCES trust_profile (org_id) ON DELETE CASCADE,
      id text NOT NULL, token_hash text NOT NULL UNIQUE, label text NOT NULL, expires_at integer NOT NULL,
      created_by text NOT NULL, created_at integer NOT NULL, last_used_at integer, revoked_at integer,
      PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE TABLE trust_key (
      kid text PRIMARY KEY, public_jwk text NOT NULL, sealed text, nbf integer NOT NULL, exp integer, revoked_at integer
    ) STRICT;
    CREATE TABLE trust_complaint (
      id text PRIMARY KEY, slug text NOT NULL, at integer NOT NULL, ip_prefix text, message text NOT NULL
    ) STRICT;
    CREATE TABLE supplier_entry (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      country text NOT NULL, ico text NOT NULL, note text NOT NULL, judgement text, version integer NOT NULL,
      seen_revision integer, told text, created_at integer NOT NULL, created_by text NOT NULL,
      updated_at integer NOT NULL, updated_by text NOT NULL, PRIMARY KEY (org_id, country, ico)
    ) STRICT;
    CREATE INDEX supplier_entry_firm ON supplier_entry (ico, country);
    CREATE TABLE supplier_ask (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      country text NOT NULL, ico text NOT NULL, email_key text NOT NULL, at integer NOT NULL, "by" text NOT NULL,
      refused_at integer, PRIMARY KEY (org_id, email_key, at)
    ) STRICT`,
  ends: {
    trust_profile: { with: "organization" },
    trust_revision: [{ age: 30, of: "withdrawn_at" }, { with: "trust_profile" }],
    trust_evidence: [
      // What was attached after a withdrawal belongs to the next publication.
      {
        age: 30,
        of: "created_at",
        where:
          "EXISTS (SELECT 1 FROM trust_profile p WHERE p.org_id = trust_evidence.org_id AND p.state <> 'published' " +
          "AND p.withdrawn_at <= ? AND trust_evidence.created_at <= p.withdrawn_at)",
      },
      { with: "trust_profile" },
    ],
    trust_file: { with: "trust_profile" },
    trust_slug_old: { until: "until" },
    trust_share: [{ until: "expires_at" }, { with: "trust_profile" }],
    trust_key: { kept: "who holds a signed copy checks it with the key of then" },
    trust_complaint: { age: 365, of: "at" },
    supplier_entry: { with: "organization" },
    // A refusal stays: the supplier is not asked again.
    supplier_ask: [{ age: 730, of: "at", where: "refused_at IS NULL" }, { with: "organization" }],
  },
};
