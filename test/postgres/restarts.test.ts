import { describe, expect, test } from "vitest";
import { postgresPrograms } from "./own-server.fixture.ts";
import { restartUnderLoad, type Stop } from "./restarts.ts";

/** `npm run postgres-restarts` asks for 20: half of them crashes, every fifth an outage of six seconds. */
const wanted = process.env.POSTGRES_RESTARTS;
const STOPS: readonly Stop[] =
  wanted === undefined
    ? [
        { mode: "fast", awayMs: 0 },
        { mode: "immediate", awayMs: 500 },
        { mode: "fast", awayMs: 6_000 },
      ]
    : Array.from({ length: Number(wanted) }, (_, n) => ({
        mode: n % 2 === 0 ? "fast" : "immediate",
        awayMs: n % 5 === 4 ? 6_000 : 0,
      }));

describe.skipIf(postgresPrograms === undefined)(
  "a PostgreSQL server that is stopped under the load of a service",
  () => {
    test("is noticed by no public call; no write is lost or done twice, and the state is back after each", async () => {
      const report = await restartUnderLoad(STOPS);
      if (wanted !== undefined) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      expect(report).toMatchObject({ publicFailures: [], lost: 0 });
      expect(report.publicCalls).toBeGreaterThan(STOPS.length);
      expect(report.acknowledged).toBeGreaterThan(STOPS.length);
      expect(report.done).toBe(report.written);
      expect(report.backMs).toHaveLength(STOPS.length);
      // How long it takes is for a quiet machine to say.
      if (wanted !== undefined) expect(Math.max(...report.backMs)).toBeLessThan(5_000);
    }, 600_000);
  },
);

test.skipIf(postgresPrograms !== undefined)("restarts are not examined: PostgreSQL is not installed", () => {});
