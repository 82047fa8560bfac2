import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { composedSql } from "../sql.ts";
import { createState } from "../state.ts";
import { createTestDatabase, hasPostgres } from "../test-postgres.fixture.ts";
import { MIGRATIONS } from "./list.ts";

const organization = (id: string, ico: string) =>
  `INSERT INTO organization (id, name, country, ico, in_map, created_at, created_by) VALUES ('${id}', '', 'SK', '${ico}', 0, 0, '')`;

/** A profile that the operator confirmed at 5 and that was published at 3, where it was. */
const profile = (id: string, state: string, slug: string, ico: string) =>
  "INSERT INTO trust_profile (org_id, id, slug, country, ico, state, questionnaire_version, draft_answers, " +
  "draft_visibility, draft_version, is_indexed, shows_scan, confirmed_at, published_at, created_at, updated_at) VALUES " +
  `('${id}', 'p-${id}', ${slug}, 'SK', '${ico}', '${state}', '4.0.0', '{}', '{}', 1, 1, 0, 5, 3, 1, 4)`;

const formerSlug = (slug: string, org: string, until: number) =>
  `INSERT INTO trust_slug_old (slug, org_id, why, until) VALUES ('${slug}', '${org}', 'changed', ${until})`;

const KEPT = 730 * 86_400_000;

const BEFORE = [
  organization("same", "00000001"),
  organization("renamed", "00000002"),
  organization("draft", "00000003"),
  organization("withdrawn", "00000004"),
  profile("same", "published", "'of-the-same'", "00000001"),
  // It names another firm than the one it was published with.
  profile("renamed", "published", "'of-the-renamed'", "00000009"),
  profile("draft", "draft", "NULL", "00000003"),
  profile("withdrawn", "withdrawn", "'of-the-withdrawn'", "00000004"),
  formerSlug("former", "same", KEPT + 7),
  formerSlug("of-the-withdrawn", "withdrawn", KEPT + 8),
  formerSlug("of-nobody", "gone", KEPT + 9),
];

describe.each([
  ["SQLite", true],
  ["PostgreSQL at 127.0.0.1:5432", hasPostgres],
])("what earlier releases knew of trust profiles, on %s", (kind, isThere) => {
  test.skipIf(!isThere)(
    "is carried over: confirmations of the firm that is named still, and every address",
    async () => {
      const dir = mkdtempSync(join(tmpdir(), "dosah-trust-"));
      const database = kind === "SQLite" ? undefined : await createTestDatabase();
      const place = { dir, now: Date.now, ...(database === undefined ? {} : { databaseUrl: database.url }) };
      const before = MIGRATIONS.findIndex(({ name }) => name === "firm-proof");
      const former = createState({ ...place, migrations: MIGRATIONS.slice(0, before) });
      await former.open();
      for (const text of BEFORE) await former.run(composedSql(text));
      await former.close();
      const state = createState(place);
      await state.open();
      expect(await state.all(composedSql("SELECT org_id, ico, method, evidence, checked_at FROM firm_proof"))).toEqual([
        { org_id: "same", ico: "00000001", method: "operator", evidence: '{"note":"","migrated":true}', checked_at: 5 },
      ]);
      expect(await state.all(composedSql("SELECT slug, org_id, since, until FROM trust_slug ORDER BY slug"))).toEqual([
        { slug: "former", org_id: "same", since: 7, until: KEPT + 7 },
        { slug: "of-nobody", org_id: "gone", since: 9, until: KEPT + 9 },
        { slug: "of-the-renamed", org_id: "renamed", since: 3, until: null },
        { slug: "of-the-same", org_id: "same", since: 3, until: null },
        { slug: "of-the-withdrawn", org_id: "withdrawn", since: 8, until: KEPT + 8 },
      ]);
      await state.close();
      await database?.drop();
      rmSync(dir, { recursive: true, force: true });
    },
  );
});
