import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importantFirm } from "../../../../test/browser/firm-answers.fixture.ts";
import { placeOn, SizeLadder } from "./size-ladder.tsx";

const thresholds = {
  ceilings: [
    { size: "micro" as const, staffBelow: 11, turnoverUpToEur: 3e6, balanceSheetUpToEur: 3e6 },
    { size: "small" as const, staffBelow: 61, turnoverUpToEur: 12e6, balanceSheetUpToEur: 12e6 },
    { size: "medium" as const, staffBelow: 261, turnoverUpToEur: 60e6, balanceSheetUpToEur: 44e6 },
  ],
  explanation: null,
  ceilingCitations: [],
  matrix: [],
  matrixCitations: [],
};

const marks = thresholds.ceilings.map(({ staffBelow }) => ({ at: staffBelow, label: String(staffBelow) }));

/** A verdict whose size rests on these facts. */
function verdictWith(facts: Record<string, number | string | null>) {
  const trace = [{ rule: "size", outcome: "accounts", text: null, facts, citations: [] }];
  return { ...importantFirm("en"), trace, size: { category: "medium" as const, employees: null, source: null } };
}

const drawn = (facts: Record<string, number | string | null>, ceilings = thresholds.ceilings) =>
  String(<SizeLadder verdict={verdictWith(facts)} thresholds={{ ...thresholds, ceilings }} locale="en" />);

describe("the ladder of sizes", () => {
  test("takes its marks from the thresholds in force, and says in words what it shows", () => {
    const svg = drawn({ employeesMin: 70, employeesMax: 99 });
    for (const mark of ["11", "61", "261"]) expect(svg).toContain(`>${mark}</text>`);
    expect(svg).toContain('<title id="ladder-name">');
    expect(svg).toMatch(/<desc id="ladder-words">Staff: 70–99 \(11, 61, 261\)\. Medium-sized enterprise\./);
  });

  test("shows an amount only where the size rests on it, and nothing without thresholds in force", () => {
    expect(drawn({ employeesMin: 70, employeesMax: 70 })).not.toContain("Annual turnover");
    const svg = drawn({ employeesMin: 20, employeesMax: 20, turnoverEur: 13_000_000, balanceSheetEur: 14e6 });
    expect(svg).toContain("Annual turnover");
    expect(svg).toContain("€13\u00a0m");
    expect(drawn({ employeesMin: 70, employeesMax: 70 }, [])).toBe("");
  });

  test("a figure that is not known has no dot", () => {
    expect(drawn({ employeesMin: null, employeesMax: null })).not.toContain("ladder-dot");
  });

  test("a staff on a mark is of the larger size, an amount on a mark of the smaller one", () => {
    expect(placeOn({ marks, isCeilingBelow: false }, 61)).toBeGreaterThan(160);
    expect(placeOn({ marks, isCeilingBelow: true }, 61)).toBeLessThan(160);
  });

  test("a larger figure never stands further left, and none leaves its size or the drawing", () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((each) =>
          placeOn({ marks, isCeilingBelow: false }, each),
        );
        expect(less).toBeLessThanOrEqual(more ?? 0);
        expect(less).toBeGreaterThan(0);
        expect(more).toBeLessThan(320);
        const column = marks.filter(({ at }) => Math.max(one, other) >= at).length;
        expect(Math.floor((more ?? 0) / 80)).toBe(column);
      }),
    );
  });
});
