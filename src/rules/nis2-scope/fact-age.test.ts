import { describe, expect, test } from "vitest";
import { decideScope } from "./decide-scope.ts";
import { isAged } from "./fact-age.ts";
import { nothingKnown } from "./facts.ts";
import { knowledge } from "./firm.fixture.ts";

const TODAY = "2026-11-23";

test.each([
  ["2024-11-22", true],
  ["2024-11-23", false],
  ["2024-01-01", false],
  ["2023-01-01", true],
  ["2016-06-30", true],
  [TODAY, false],
] as const)("a size of %s is too old on 23 November 2026: %s", (since, aged) => {
  expect(isAged(since, TODAY)).toBe(aged);
});

describe("a firm whose size is more than two years old", () => {
  const facts = {
    ...nothingKnown("SK"),
    nace: [{ code: "19200", revision: "2" as const }],
    headcount: { min: 3600, max: 3600 },
    turnoverEur: 60_000_000,
    balanceSheetEur: 60_000_000,
  };

  test("keeps its category, is asked for today's staff first, and the verdict is not final", () => {
    const verdict = decideScope({ ...facts, sizeAsOf: "2016-01-01" }, knowledge, TODAY);
    expect(verdict).toMatchObject({ category: "essential", agedSize: "2016-01-01", complete: false });
    expect(verdict.missingFacts[0]).toMatchObject({ id: "employees" });
    expect(verdict.missingFacts[0]?.couldBecome).toEqual(expect.arrayContaining(["important", "out_of_scope"]));
  });

  test("is asked nothing once the size is younger or nobody says how old it is", () => {
    for (const sizeAsOf of ["2025-12-31", undefined]) {
      const verdict = decideScope({ ...facts, sizeAsOf }, knowledge, TODAY);
      expect(verdict).toMatchObject({ category: "essential", agedSize: null, complete: true, missingFacts: [] });
    }
  });

  test("is asked for the turnover where old accounts decide", () => {
    const byAccounts = { ...facts, headcount: null, accountsAsOf: "2020-01-01" };
    const verdict = decideScope(byAccounts, knowledge, TODAY);
    expect(verdict).toMatchObject({ category: "essential", agedSize: "2020-01-01", complete: false });
    expect(verdict.missingFacts[0]).toMatchObject({ id: "turnoverEur" });
    const young = decideScope({ ...byAccounts, accountsAsOf: "2025-01-01" }, knowledge, TODAY);
    expect(young).toMatchObject({ category: "essential", agedSize: null, complete: true });
    // The staff decides whatever the accounts of long ago were.
    expect(decideScope({ ...facts, accountsAsOf: "2020-01-01" }, knowledge, TODAY).agedSize).toBeNull();
  });

  test("is not asked where size decides nothing", () => {
    const outside = { ...facts, nace: [{ code: "96020", revision: "2" as const }], sizeAsOf: "2016-01-01" };
    const verdict = decideScope(outside, knowledge, TODAY);
    expect(verdict.agedSize).toBeNull();
    expect(verdict.missingFacts.map(({ id }) => id)).not.toContain("employees");
  });
});
