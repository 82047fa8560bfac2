import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killWhileSaving } from "../../bench/accounts/kill.ts";
import { killWhileCompleting } from "../../bench/accounts/kill-completing.ts";
import { killWhileReminding } from "../../bench/accounts/kill-reminding.ts";
import { killService } from "../../bench/accounts/kill-service.ts";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";

/** The short form of `node bench/accounts/kill.ts`, which saves 200 entries and kills twelve times. */
describe.each([
  ["SQLite", true],
  ["PostgreSQL", hasPostgres],
] as const)("a process that is killed while it saves, on %s", (kind, isThere) => {
  test.skipIf(!isThere)(
    "loses nothing that it acknowledged, leaves no half of a change, and every chain verifies",
    { timeout: 120_000 },
    async () => {
      expect(await killWhileSaving(kind, 20, 2)).toEqual({
        kills: 2,
        acknowledged: expect.any(Number),
        lost: 0,
        halves: 0,
        isChainWhole: true,
      });
    },
  );
});

/** The short form of `node bench/accounts/kill-completing.ts`, which kills fifty times. */
describe.each([
  ["SQLite", true],
  ["PostgreSQL", hasPostgres],
] as const)("a process that is killed while it completes a questionnaire, on %s", (kind, isThere) => {
  test.skipIf(!isThere)(
    "leaves closed questionnaire, scan, filled entries and audit entry together, or none of them",
    { timeout: 120_000 },
    async () => {
      expect(await killWhileCompleting(kind, 2)).toEqual({
        kills: 2,
        acknowledged: expect.any(Number),
        lost: 0,
        halves: 0,
        isChainWhole: true,
      });
    },
  );
});

/** The short form of `node bench/accounts/kill-reminding.ts`, which kills twenty times while it tells 300 people. */
describe.each([
  ["SQLite", true],
  ["PostgreSQL", hasPostgres],
] as const)("a process that is killed while it tells people of reviews, on %s", (kind, isThere) => {
  test.skipIf(!isThere)("tells each of them once in the end, and forgets nobody", { timeout: 120_000 }, async () => {
    const report = await killWhileReminding(kind, 40, 2);
    expect(report).toEqual({ kills: 2, inTheMiddle: expect.any(Number), wanted: 40, lost: 0, twice: 0, halves: 0 });
    // The first one stood still in its transaction when it was killed.
    expect(report.inTheMiddle).toBeGreaterThan(0);
  });
});

/** The short form of `node bench/accounts/kill-service.ts`, which kills a hundred times and times the starts. */
describe("a service that is killed while people save entries, turn keys over, order scans and publish", () => {
  let built: BuiltDosah;
  beforeAll(() => {
    built = buildDosah();
  });
  afterAll(() => built.remove());

  describe.each([
    ["SQLite", true, 2],
    ["PostgreSQL", hasPostgres, 1],
  ] as const)("on %s", (kind, isThere, kills) => {
    test.skipIf(!isThere)(
      "has everything that it acknowledged when it is started again",
      { timeout: 240_000 },
      async () => {
        const { acknowledged, startMs: _time, startCpuMs: _cpu, ...rest } = await killService(kind, kills, built);
        expect(rest).toEqual({ kills, lost: [], halves: [], wrong: [], isChainWhole: true });
        const { withdrawals, ...others } = acknowledged;
        expect(Object.keys(others)).toEqual(["saves", "issuedKeys", "revokedKeys", "scans", "revisions"]);
        // One of each came before each kill.
        for (const [what, count] of Object.entries(others)) expect(count, what).toBeGreaterThanOrEqual(kills);
        expect(withdrawals).toBeGreaterThan(0);
      },
    );
  });
});
