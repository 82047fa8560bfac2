import { expect, test } from "vitest";
import { killWhileScanning, readLooks } from "../../bench/scans/kill.ts";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";

test.skipIf(!hasPostgres)(
  "scans of a killed process run again, each to its end once, and no domain is looked at twice at once (PostgreSQL)",
  { timeout: 60_000 },
  async () => {
    const { brokenOff, repeated, takenOverAfterMs, ...report } = await killWhileScanning(12, { waits: false });
    expect(report).toEqual({
      scans: 12,
      completed: 12,
      endedOnce: 12,
      isChainWhole: true,
      jobsLeft: 0,
      looked: 12,
      overlaps: 0,
    });
    expect(brokenOff).toBeGreaterThanOrEqual(1);
    expect(repeated).toBeLessThanOrEqual(brokenOff);
    expect(takenOverAfterMs).not.toBeNull();
  },
);

test("two looks at once are told from one after the other, and a look broken off by a kill from both", () => {
  const look = (by: string, from = 0, to = 3) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ by, step: from + at }));
  expect(readLooks([...look("a"), ...look("b")], "x")).toEqual({ whole: 2, overlaps: 0 });
  expect(readLooks([...look("x", 0, 1), ...look("b")], "x")).toEqual({ whole: 1, overlaps: 0 });
  const atOnce = [...look("a", 0, 1), ...look("b", 0, 1), ...look("a", 2, 3), ...look("b", 2, 3)];
  expect(readLooks(atOnce, "x").overlaps).toBeGreaterThan(0);
  const byOne = [...look("a", 0, 1), ...look("a", 0, 3)];
  expect(readLooks(byOne, "x").overlaps).toBeGreaterThan(0);
});
