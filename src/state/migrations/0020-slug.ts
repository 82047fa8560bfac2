import type { Migration } from "./migration.ts";

/**
 * Addresses of trust profiles are claimed, and a claim outlives its organization: nobody takes an address over at once.
 * `trust_slug_old` is written for one release more, for programs of the release before.
 */
export const slug: Migration = {
  version: 20,
  name: "slug",
  minProgram: 4,
  text: `
    CREATE TABLE trust_slug (
      slug text PRIMARY KEY, org_id text NOT NULL, since integer NOT NULL, until integer
    ) STRICT;
    CREATE INDEX trust_slug_org ON trust_slug (org_id);
    INSERT INTO trust_slug (slug, org_id, since, until)
      SELECT slug, org_id, until - 63072000000, until FROM trust_slug_old;
    DELETE FROM trust_slug WHERE slug IN (SELECT p.slug FROM trust_profile p WHERE p.state = 'published');
    INSERT INTO trust_slug (slug, org_id, since, until)
      SELECT p.slug, p.org_id, COALESCE(p.published_at, p.updated_at), NULL FROM trust_profile p
      WHERE p.slug IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trust_slug s WHERE s.slug = p.slug)`,
  ends: { trust_slug: { until: "until" } },
};
