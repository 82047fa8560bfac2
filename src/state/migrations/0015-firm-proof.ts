import type { Migration } from "./migration.ts";

/**
 * What proves that an organization is the firm that it names, apart from the domain that it controls. Revisions may be
 * made by the system, so who published one may be nobody. The operator's confirmations are carried over for published
 * profiles whose organization still names the number they were published with: of a draft nobody knows which firm.
 */
export const firmProof: Migration = {
  version: 15,
  name: "firm-proof",
  minProgram: 4,
  text: `
    CREATE TABLE firm_proof (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      country text NOT NULL, ico text NOT NULL, method text NOT NULL, evidence text NOT NULL,
      checked_at integer NOT NULL, failures integer NOT NULL, lost_at integer, "by" text,
      PRIMARY KEY (org_id, country, ico, method)
    ) STRICT;
    INSERT INTO firm_proof (org_id, country, ico, method, evidence, checked_at, failures)
      SELECT p.org_id, p.country, p.ico, 'operator', '{"note":"","migrated":true}', p.confirmed_at, 0
      FROM trust_profile p JOIN organization o ON o.id = p.org_id
      WHERE p.state = 'published' AND p.confirmed_at IS NOT NULL AND o.country = p.country AND o.ico = p.ico;
    CREATE TABLE trust_revision_new (
      org_id text NOT NULL REFERENCES trust_profile (org_id) ON DELETE CASCADE,
      revision integer NOT NULL, questionnaire_version text NOT NULL, snapshot text NOT NULL,
      canonical_sha256 text NOT NULL, jws text NOT NULL, key_id text NOT NULL, published_at integer NOT NULL,
      published_by text, ip_prefix text, consent_version text NOT NULL, valid_until text NOT NULL,
      withdrawn_at integer, PRIMARY KEY (org_id, revision)
    ) STRICT;
    INSERT INTO trust_revision_new
      SELECT org_id, revision, questionnaire_version, snapshot, canonical_sha256, jws, key_id, published_at,
        published_by, ip_prefix, consent_version, valid_until, withdrawn_at FROM trust_revision;
    DROP TABLE trust_revision;
    ALTER TABLE trust_revision_new RENAME TO trust_revision;
    ALTER TABLE trust_complaint ADD COLUMN reason text`,
  ends: { firm_proof: [{ age: 30, of: "lost_at" }, { with: "organization" }] },
};
