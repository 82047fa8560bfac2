import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { composedSql } from "../sql.ts";
import { createState, type State } from "../state.ts";
import { createTestDatabase, hasPostgres } from "../test-postgres.fixture.ts";
import { MIGRATIONS } from "./list.ts";

/** Where a state lies, for the program before a step and for this one. */
type Place = { readonly dir: string; readonly databaseUrl?: string };

const upTo = (name: string) =>
  MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex((step) => step.name === name),
  );

function describeOrphans(name: string, make: () => Promise<Place>): void {
  describe(name, () => {
    async function open(place: Place, migrations = MIGRATIONS): Promise<State> {
      const state = createState({ ...place, now: () => 1, migrations });
      onTestFinished(() => state.close());
      return state;
    }

    const fill = async (state: State, lines: readonly string[]) => {
      await state.open();
      for (const line of lines) await state.run(composedSql(line));
      await state.close();
    };

    const PEOPLE = [
      ...["ann", "bob", "eva"].map(
        (id) =>
          `INSERT INTO account (id, email, email_key, name, locale, created_at) VALUES ('${id}', '${id}', '${id}', '${id}', 'sk', 1)`,
      ),
      "INSERT INTO organization (id, name, in_map, created_at, created_by) VALUES ('org', 'Alfa', 1, 1, 'ann')",
      "INSERT INTO membership (account_id, org_id, role, since) VALUES ('ann', 'org', 'owner', 2)",
      "INSERT INTO membership (account_id, org_id, role, since) VALUES ('bob', 'org', 'owner', 1)",
      "INSERT INTO membership (account_id, org_id, role, since) VALUES ('eva', 'org', 'viewer', 1)",
    ];
    const schedule = (domain: string, by: string) =>
      `INSERT INTO scan_schedule (org_id, domain, every, profile, next_at, created_by) VALUES ('org', '${domain}', 'week', 'public', 7, '${by}')`;
    const domain = (name: string) =>
      `INSERT INTO domain (org_id, domain, token, added_at, added_by, failures) VALUES ('org', '${name}', 't', 1, 'ann', 0)`;

    test("schedules of people who may not order scans any more go on with the owner who joined first", async () => {
      const place = await make();
      await fill(await open(place, upTo("grants")), [
        ...PEOPLE,
        ...["a.sk", "b.sk", "c.sk"].map(domain),
        schedule("a.sk", "eva"),
        schedule("b.sk", "gone"),
        schedule("c.sk", "ann"),
      ]);
      const state = await open(place);
      const rows = await state.all(composedSql("SELECT domain, created_by FROM scan_schedule ORDER BY domain"));
      expect(rows).toEqual([
        { domain: "a.sk", created_by: "bob" },
        { domain: "b.sk", created_by: "bob" },
        { domain: "c.sk", created_by: "ann" },
      ]);
    });

    test("schedules that outlived their domain end, and how many is counted; the others go on as they were", async () => {
      const place = await make();
      await fill(await open(place, upTo("ends")), [
        ...PEOPLE,
        domain("a.sk"),
        schedule("a.sk", "ann"),
        schedule("gone.sk", "ann"),
        schedule("gone2.sk", "ann"),
      ]);
      const state = await open(place);
      const done = await state.open();
      expect(done.find((step) => step.name === "ends")?.counted).toEqual({ schedulesWithoutDomain: 2 });
      const rows = await state.all(composedSql("SELECT * FROM scan_schedule"));
      const rest = { org_id: "org", every: "week", profile: "public", next_at: 7, created_by: "ann" };
      expect(rows).toEqual([{ domain: "a.sk", ...rest }]);
      await expect(state.run(composedSql(schedule("new.sk", "ann")))).rejects.toMatchObject({ kind: "other" });
      await state.run(composedSql("DELETE FROM domain WHERE domain = 'a.sk'"));
      expect(await state.all(composedSql("SELECT domain FROM scan_schedule"))).toEqual([]);
    });

    test("scans of organizations that are gone end, what was given up becomes history, and each job has its lane", async () => {
      const place = await make();
      const job = (id: string, kind: string, key: string, runAt: number) =>
        "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at, last_error) " +
        `VALUES ('${id}', '${kind}', '${key}', ${runAt}, 3, 0, '', 'null', 5, NULL)`;
      await fill(await open(place, upTo("lanes")), [
        ...PEOPLE,
        "INSERT INTO scan (org_id, id, domain, status, created_at, detail) VALUES ('org', 'scn', 'a.sk', 'queued', 1, '{}')",
        job("own", "scan.run", "scn", 9),
        job("orphan", "scan.run", "scn_gone", 9),
        job("quick", "scan.quick", "b.sk", 9),
        job("given", "scan.quick", "locked.sk", Number.MAX_SAFE_INTEGER),
        job("mail", "mail.send", "m", 9),
      ]);
      const state = await open(place);
      const done = await state.open();
      expect(done.find((step) => step.name === "lanes")?.counted).toEqual({ jobsWithoutOrganization: 1 });
      expect(await state.all(composedSql("SELECT id, lane, org_id FROM job ORDER BY id"))).toEqual([
        { id: "mail", lane: "system", org_id: null },
        { id: "own", lane: "organization", org_id: "org" },
        { id: "quick", lane: "stranger", org_id: null },
      ]);
      expect(await state.all(composedSql("SELECT id, key, lane, attempts, error FROM job_history"))).toEqual([
        { id: "given", key: "locked.sk", lane: "stranger", attempts: 3, error: "unknown" },
      ]);
      await state.run(composedSql("DELETE FROM organization WHERE id = 'org'"));
      expect(await state.all(composedSql("SELECT id FROM job WHERE kind = 'scan.run'"))).toEqual([]);
    });
  });
}

describeOrphans("what earlier versions left behind, in SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-orphans-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeOrphans("what earlier versions left behind, in PostgreSQL", async () => {
    const { url, drop } = await createTestDatabase();
    onTestFinished(drop);
    return { dir: "", databaseUrl: url };
  });
});
