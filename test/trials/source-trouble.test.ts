import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import {
  MODES,
  type Outcome,
  openTroubleBench,
  SOURCES,
  sourceGroups,
  type TroubleBench,
  troublesOf,
} from "./source-trouble/source-trouble.fixture.ts";
import { isByHand } from "./trial.ts";

/** A few of the absurd values; by hand all of them. */
const VALUES = isByHand ? undefined : ["0000-00-00", "9999-12-31", "99999", {}, null];

/** The other modes ask the same way; by hand all of them. */
const EXAMINED = isByHand ? MODES : ([["live", "nothing"]] as const);

let bench: TroubleBench;

beforeAll(async () => {
  bench = await openTroubleBench(knowledge);
});

afterAll(() => bench.close());

test.each(MODES)("while every source is well, the firms are essential (%s beside %s)", async (mode, mirror) => {
  for (const group of sourceGroups()) {
    const { result } = await bench.ask(mode, mirror, group, undefined);
    expect(result).toBe("essential");
  }
});

describe("whatever a source does, nobody reads that a firm is out of scope because of it", () => {
  const groups = sourceGroups().map((group) => [group.map(({ id }) => id).join(", "), group] as const);
  test.each(groups)("%s", { timeout: isByHand ? 0 : 120_000 }, async (name, group) => {
    const outcomes: Outcome[] = [];
    for (const [mode, mirror] of EXAMINED) {
      for (const trouble of troublesOf(group, VALUES)) outcomes.push(await bench.ask(mode, mirror, group, trouble));
    }
    if (isByHand) {
      const results = Object.groupBy(outcomes, ({ result }) => result);
      const counts = Object.entries(results).map(([result, all]) => [result, all?.length]);
      process.stdout.write(`${name}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    }
    expect(outcomes.filter(({ isOutOfScope }) => isOutOfScope)).toEqual([]);
    expect(outcomes.filter(({ isGood }) => !isGood)).toEqual([]);
  });
});

test("while only the statistics of ARES are silent, the reason is the silence, not a missing activity", async () => {
  const statistics = SOURCES.filter(({ id }) => id === "ares-res");
  for (const trouble of troublesOf(statistics, [])) {
    const { result, name } = await bench.ask("live", "nothing", statistics, trouble);
    expect([name, result]).toEqual([name, trouble.isEndless ? expect.any(String) : "unknown: source_silent"]);
  }
});

test("a run that meets a false answer would say so", async () => {
  const [ares] = SOURCES;
  if (ares === undefined) throw new Error("there is no source");
  const ended = {
    name: "an end that is a day",
    script: () => (_request: unknown, response: { end: (text: string) => void }) =>
      response.end(JSON.stringify({ ...Object(ares.well), datumZaniku: "2020-05-01" })),
  };
  expect(await bench.ask("live", "nothing", [ares], ended)).toMatchObject({ isGood: false, isOutOfScope: true });
});
