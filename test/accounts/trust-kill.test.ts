import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { createState } from "../../src/state/state.ts";
import { createTestDatabase, hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { publishedByIco, trustRevision } from "../../src/state/trust-profiles.ts";
import { mailsIn, organizationWithMembers, publishOn } from "../../src/wiring/trust-nights.fixture.ts";

const CHILD = fileURLToPath(new URL("./trust-kill-child.ts", import.meta.url));

describe.each([
  ["SQLite", true],
  ["PostgreSQL", hasPostgres],
] as const)("a process that is killed (SIGKILL) at one of its writes, on %s", (kind, isThere) => {
  async function prepare() {
    const dir = mkdtempSync(join(tmpdir(), "dosah-trust-kill-"));
    const database = kind === "SQLite" ? undefined : await createTestDatabase();
    const state = createState({ dir, databaseUrl: database?.url, now: Date.now });
    onTestFinished(async () => {
      await state.close();
      await database?.drop();
      rmSync(dir, { recursive: true, force: true });
    });
    await state.open();
    const orgId = await organizationWithMembers(state, "supplier");
    await publishOn(state, orgId, "2026-11-02");
    const run = (job: { readonly act: string; readonly day: string; readonly after: number }) => {
      const argument = JSON.stringify({ dir, databaseUrl: database?.url, orgId, ...job });
      const ran = spawnSync(process.execPath, ["--no-warnings", CHILD, argument], { encoding: "utf8" });
      expect(ran.stderr).toBe("");
      return ran.signal ?? ran.stdout;
    };
    return { state, orgId, run };
  }

  test.skipIf(!isThere)(
    "while it publishes: the old revision is public or the new one, and it is whole",
    { timeout: 120_000 },
    async () => {
      const { state, orgId, run } = await prepare();
      const seen: (number | undefined)[] = [];
      for (let after = 1; ; after++) {
        const [before] = await publishedByIco(state, "31322832");
        const ended = run({ act: "publish", day: "2026-11-03", after });
        const [shown, ...others] = await publishedByIco(state, "31322832");
        expect(others).toEqual([]);
        const revision = await trustRevision(state, orgId, shown?.revision ?? 0);
        expect([revision?.revision, revision?.withdrawn_at]).toEqual([shown?.revision, null]);
        expect(JSON.parse(revision?.snapshot ?? "")).toMatchObject({ provedDomain: "firma.sk" });
        // No revision is left over that nobody made public.
        expect(await trustRevision(state, orgId, (shown?.revision ?? 0) + 1)).toBeUndefined();
        seen.push((shown?.revision ?? 0) - (before?.revision ?? 0));
        if (ended !== "SIGKILL") break;
      }
      // Killed before its end nothing is new; killed after it, or not at all, the next one is public.
      expect(seen.length).toBeGreaterThan(4);
      expect(seen.toSorted()).toEqual(seen);
      expect([seen[0], seen.at(-1)]).toEqual([0, 1]);
    },
  );

  test.skipIf(!isThere)(
    "while it does the nightly job: begun again, it sends each mail once",
    { timeout: 120_000 },
    async () => {
      const { state, run } = await prepare();
      const other = await organizationWithMembers(state, "other");
      await publishOn(state, other, "2026-11-02", { ico: "31322833" });
      let kills = 0;
      // The first mail of the first profile, the note of the second one, and so on, each time from the beginning.
      for (const after of [2, 5, 1, 3, 4, 100]) {
        if (run({ act: "night", day: "2027-10-03", after }) === "SIGKILL") kills++;
      }
      expect(kills).toBeGreaterThan(2);
      const mailed = (await mailsIn(state)).map(({ to }) => to).toSorted();
      expect(mailed).toEqual(["admin@other.sk", "admin@supplier.sk", "owner@other.sk", "owner@supplier.sk"]);
    },
  );
});
