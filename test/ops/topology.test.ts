import { expect, test } from "vitest";
import { someFaults } from "../../bench/topology/faults.ts";
import { CALLERS, failPartByPart } from "../../bench/topology/run.ts";
import { missingPrograms } from "../../bench/topology/topology.ts";

const missing = missingPrograms.join(", ");

/** The short form of `node bench/topology/run.ts`, which goes on for ten minutes and knows more faults. */
test.skipIf(missing !== "")(
  `the topology of compose.yaml answers rightly and loses nothing while its parts fail${missing === "" ? "" : ` (not installed: ${missing})`}`,
  { timeout: 180_000 },
  async () => {
    const options = { faults: someFaults(CALLERS), minutes: 0, calmMs: 300, drainSeconds: 2 };
    const {
      calls,
      faults,
      acknowledged,
      allowed: _allowed,
      outagesMs: _outages,
      seconds: _seconds,
      slowestMs: _slowest,
      ...rest
    } = await failPartByPart(options);
    expect(rest).toEqual({
      wrong: [],
      notAllowed: [],
      countedAddresses: expect.any(Number),
      above: [],
      lost: [],
      halves: [],
      isChainWhole: true,
      errors: [],
    });
    expect(Object.values(faults)).toEqual(someFaults(CALLERS).map(() => 1));
    for (const count of [...Object.values(calls), ...Object.values(acknowledged)]) expect(count).toBeGreaterThan(0);
  },
);
