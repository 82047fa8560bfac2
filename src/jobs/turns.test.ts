import { describe, expect, test } from "vitest";
import { turnsOf } from "./worker.ts";

describe("the next place", () => {
  const job = (lane: "organization" | "stranger" | "system", account: string | null = null) => ({ lane, account });

  test.each([
    [20, 3, true],
    [20, 4, false],
    [5, 0, true],
    [5, 1, false],
    [2, 1, false],
  ])("of %i places with %i strangers in them one more stranger gets one: %s", (places, count, isTaken) => {
    const [first] = turnsOf(
      Array.from({ length: count }, () => job("stranger")),
      places,
    );
    expect(first?.lanes.includes("stranger")).toBe(isTaken);
  });

  test("where there is one, strangers have it only when nobody else waits", () => {
    expect(turnsOf([], 1)).toEqual([
      { lanes: ["system", "organization"], without: [] },
      { lanes: ["stranger"], without: [] },
    ]);
  });

  test.each([
    [5, 2, []],
    [5, 3, ["a"]],
    [4, 2, ["a"]],
    [1, 0, []],
  ])("of %i places an account with %i is passed over: %j", (places, count, without) => {
    const [first] = turnsOf(
      Array.from({ length: count }, () => job("organization", "a")),
      places,
    );
    expect(first?.without).toEqual(without);
  });
});
