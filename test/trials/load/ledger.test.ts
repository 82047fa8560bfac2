import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { postgresPrograms, startOwnServer } from "../../postgres/own-server.fixture.ts";
import { FAULTS } from "./faults.ts";
import { createLedger, type Failure, type Outage } from "./ledger.ts";
import { followPostgres } from "./outages.ts";

/** A command that was to come again; times in milliseconds. */
const command = (from: number, to: number): Failure => ({
  face: "cli",
  what: "register",
  isPrivate: true,
  isWrite: false,
  status: 503,
  hasRetryAfter: true,
  from,
  to,
  cause: "",
});

/** What the ledger says of one failure, after PostgreSQL was away from 10,000 for so long. */
function judge(awayMs: number, failure: Failure) {
  const ledger = createLedger();
  const restart = FAULTS.find(({ name }) => name === "PostgreSQL restarts (immediate)");
  if (restart === undefined) throw new Error("there is no such fault");
  const period = ledger.begin(restart.name, restart);
  Object.assign(period, { from: 9_000, to: 20_000 });
  ledger.outages.push({ from: 10_000, to: 10_000 + awayMs });
  ledger.failed(failure);
  return ledger.findings();
}

describe("the trial of the topology, of a restart of PostgreSQL", () => {
  test("allows a caller to be sent away for later where the server was away for more than three seconds", () => {
    const { notAllowed, allowed, outagesMs } = judge(3_200, command(9_600, 13_300));
    expect(notAllowed).toEqual([]);
    expect(allowed).toEqual({ "PostgreSQL was away for more than 3 s": 1 });
    expect(outagesMs).toEqual([3_200]);
  });

  test("allows it to one who was waited for since before it was noticed that the server is away", () => {
    expect(judge(9_000, command(9_950, 12_980)).notAllowed).toEqual([]);
  });

  test.each([
    ["the server was away for less", 2_900, command(9_600, 13_300)],
    ["the server was away for just three seconds", 3_000, command(9_600, 13_300)],
    ["the caller was refused before it was waited for", 3_200, command(9_950, 12_900)],
    ["the caller had its answer before the server was away", 3_200, command(6_600, 9_900)],
    ["the caller came when all had to be well again", 3_200, command(18_300, 22_000)],
    ["the answer did not say when to come again", 3_200, { ...command(9_600, 13_300), hasRetryAfter: false }],
    ["the answer named another failure", 3_200, { ...command(9_600, 13_300), status: 500 }],
    ["what was called needs no state", 3_200, { ...command(9_600, 13_300), isPrivate: false }],
  ])("does not allow it where %s", (_, awayMs, failure) => {
    const { notAllowed, allowed } = judge(awayMs, failure);
    expect(notAllowed).toHaveLength(1);
    expect(allowed).toEqual({});
  });

  test("allows one cut-off commit of each of four writers, however short it was", () => {
    const write = { ...command(10_000, 10_050), face: "web", isWrite: true } as const;
    expect(judge(200, write).notAllowed).toEqual([]);
    const ledger = createLedger();
    const restart = FAULTS.find(({ name }) => name === "PostgreSQL restarts (fast)");
    if (restart === undefined) throw new Error("there is no such fault");
    Object.assign(ledger.begin(restart.name, restart), { from: 9_000, to: 20_000 });
    for (let n = 0; n < 5; n++) ledger.failed(write);
    expect(ledger.findings().notAllowed).toHaveLength(1);
  });
});

test.skipIf(postgresPrograms === undefined)(
  `the server itself says how long it was away${postgresPrograms === undefined ? " (not installed: PostgreSQL)" : ""}`,
  async () => {
    const server = await startOwnServer();
    const outages: Outage[] = [];
    const following = followPostgres(server.url, outages);
    try {
      await sleep(500);
      expect(outages).toEqual([]);
      await server.stop("immediate");
      await expect.poll(() => outages).toHaveLength(1);
      const noticed = performance.now();
      await sleep(600);
      const starting = performance.now();
      await server.start();
      await expect.poll(() => outages[0]?.to).toBeLessThan(Number.POSITIVE_INFINITY);
      const [outage = { from: 0, to: 0 }] = outages;
      expect(outages).toHaveLength(1);
      expect(outage.from).toBeLessThan(noticed);
      expect(outage.to).toBeGreaterThan(starting);
    } finally {
      await following.stop();
      await server.remove();
    }
  },
);
