import { describe, expect, test } from "vitest";
import { decideScope } from "./decide-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { knowledge } from "./firm.fixture.ts";

const TODAY = "2026-11-23";

const refinery = { code: "1920", revision: "2" as const };
const hairdresser = { code: "9602", revision: "2" as const };

/** A refinery of a size that nobody doubts. */
const facts: ScopeFacts = {
  ...nothingKnown("SK"),
  nace: [refinery],
  headcount: { min: 3600, max: 3600 },
  turnoverEur: 60_000_000,
  balanceSheetEur: 60_000_000,
};

const stated = (asOf: string) => ({ ...facts, naceAsOf: [{ ...refinery, asOf }] });
const old = stated("2015-01-01");

const judge = (other: ScopeFacts) => decideScope(other, knowledge, TODAY);
const asked = (other: ScopeFacts) => judge(other).missingFacts.map(({ id }) => id);

describe("a firm whose activity code is more than two years old", () => {
  test("keeps its category, is asked whether the code still holds, and the verdict is not final", () => {
    const verdict = judge(old);
    expect(verdict).toMatchObject({
      category: "essential",
      complete: false,
      agedActivity: { since: "2015-01-01", codes: [refinery] },
    });
    expect(verdict.missingFacts).toEqual([
      { id: "currentActivity", couldBecome: ["important", "out_of_scope"], code: refinery },
    ]);
  });

  test.each([
    ["2024-11-22", true],
    ["2024-11-23", false],
    ["2024-01-01", false],
    ["2023-01-01", true],
  ] as const)("a code of %s is asked about on 23 November 2026: %s", (asOf, isAsked) => {
    expect(asked(stated(asOf)).includes("currentActivity")).toBe(isAsked);
  });

  test("is asked nothing where nobody says how old the code is", () => {
    expect(judge(facts)).toMatchObject({ agedActivity: null, complete: true, missingFacts: [] });
  });

  test("settles it with yes", () => {
    const verdict = judge({ ...old, answers: { currentActivity: true } });
    expect(verdict).toMatchObject({ category: "essential", agedActivity: null, complete: true });
    expect(verdict.answered).toEqual([{ id: "currentActivity", value: true, effect: "excluded" }]);
  });

  test("is asked what it does today after a no, and judged by what it says then", () => {
    const answers = { currentActivity: false };
    const denied = judge({ ...old, answers });
    expect(denied).toMatchObject({ category: "unknown", unknownReason: "no_nace", complete: false });
    expect(asked({ ...old, answers })[0]).toBe("nace");
    expect(denied.answered).toEqual([{ id: "currentActivity", value: false, effect: "decided" }]);
    const now = judge({ ...old, nace: [refinery, hairdresser], answers });
    expect(now).toMatchObject({ category: "out_of_scope", decidingCode: null, otherCodes: [hairdresser] });
  });

  test("is not asked where the old code decides nothing", () => {
    const beside = { ...old, nace: [refinery, { code: "0610", revision: "2" as const }] };
    expect(asked(beside)).not.toContain("currentActivity");
    const ceased: ScopeFacts = { ...old, status: "ceased" };
    expect(asked(ceased)).not.toContain("currentActivity");
  });

  test("whom no sector reaches is asked as well: out of scope would rest on an old code", () => {
    const outside = { ...facts, nace: [hairdresser], naceAsOf: [{ ...hairdresser, asOf: "2015-01-01" }] };
    expect(judge(outside)).toMatchObject({ category: "out_of_scope" });
    expect(asked(outside)[0]).toBe("currentActivity");
  });

  test("an answer about codes that are young plays no part", () => {
    const verdict = judge({ ...stated("2025-06-01"), answers: { currentActivity: false } });
    expect(verdict).toMatchObject({ category: "essential", complete: true });
    expect(verdict.answered).toEqual([{ id: "currentActivity", value: false, effect: "no_change" }]);
  });
});
