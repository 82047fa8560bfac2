import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import {
  MODES,
  openTroubleBench,
  SOURCES,
  sourceGroups,
  type TroubleBench,
  troublesOf,
} from "./source-trouble.fixture.ts";

/** A few of the absurd values; `npx node bench/source-trouble/run.ts` takes them all. */
const VALUES = ["0000-00-00", "9999-12-31", "99999", {}, null];

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

describe("whatever a source does, nobody is told out of scope by it", () => {
  const groups = sourceGroups().map((group) => [group.map(({ id }) => id).join(", "), group] as const);
  // The other modes ask the same way; the long form takes them all.
  test.each(groups)("%s", { timeout: 120_000 }, async (_name, group) => {
    const outcomes = [];
    for (const trouble of troublesOf(group, VALUES)) {
      outcomes.push(await bench.ask("live", "nothing", group, trouble));
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
