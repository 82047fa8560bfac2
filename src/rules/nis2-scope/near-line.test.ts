import { describe, expect, test } from "vitest";
import { decide, type Firm, factsOf, knowledge, today } from "./firm.fixture.ts";
import { findNearLine } from "./near-line.ts";

const near = (firm: Firm) => findNearLine(factsOf(firm), decide(firm), knowledge, today);
const namesOf = (firm: Firm) => near(firm)?.figures.map(({ figure }) => figure) ?? null;

const MILLION = 1_000_000;

/** A maker of machines (Annex II), whom only the line between small and medium moves. */
const machines = (staff: number, turnover: number, balance: number): Firm => ({
  nace: "2822",
  staff,
  turnoverEur: turnover * MILLION,
  balanceSheetEur: balance * MILLION,
});

describe("a figure near a line of the size classes", () => {
  test.each([
    [44, null],
    [45, ["employees"]],
    [49, ["employees"]],
    [50, ["employees"]],
    [55, ["employees"]],
    [56, null],
    [250, null],
  ])("%i people: %j", (staff, figures) => {
    expect(namesOf(machines(staff, 1, 1))).toEqual(figures);
  });

  test("gives the other side's verdict, on either side", () => {
    expect(near(machines(49, 1, 1))).toMatchObject({
      figures: [{ figure: "employees", stated: 49, line: 50, across: 50 }],
      other: { category: "important" },
    });
    expect(near(machines(50, 1, 1))).toMatchObject({
      figures: [{ figure: "employees", stated: 50, line: 50, across: 49 }],
      other: { category: "out_of_scope" },
    });
  });

  test("the upper line moves only whom it makes essential", () => {
    expect(near({ nace: "3511", staff: 249, turnoverEur: MILLION, balanceSheetEur: MILLION })).toMatchObject({
      figures: [{ line: 250 }],
      other: { category: "essential" },
    });
  });

  test.each([
    [8.9, 20, null],
    [9, 20, ["turnoverEur"]],
    [10, 20, ["turnoverEur"]],
    [10.1, 20, ["turnoverEur"]],
    [11, 20, ["turnoverEur"]],
    [11.1, 20, null],
    [20, 10, ["balanceSheetEur"]],
    // Of the two amounts one below its ceiling keeps the firm small: both have to cross.
    [9.5, 9.5, ["turnoverEur", "balanceSheetEur"]],
    [9.5, 5, null],
    [10.5, 10.5, ["turnoverEur"]],
  ])("few people, %d m turnover and %d m balance sheet total: %j", (turnover, balance, figures) => {
    expect(namesOf(machines(20, turnover, balance))).toEqual(figures);
  });

  test("an amount at its ceiling keeps the firm small, and one euro more does not", () => {
    expect(near(machines(20, 10, 20))).toMatchObject({
      figures: [{ stated: 10_000_000, across: 10_000_001 }],
      other: { category: "important" },
    });
  });

  test("nothing is near for a band, a group, a verdict that is open, and an activity outside the sectors", () => {
    expect(near({ ...machines(49, 1, 1), staff: 49, group: { linked: [], partners: [] } })).toBeNull();
    expect(near({ nace: "2822", turnoverEur: 9.9 * MILLION })).toBeNull();
    expect(near({ ...machines(49, 1, 1), nace: "9602" })).toBeNull();
    const band = { ...factsOf(machines(49, 1, 1)), headcount: { min: 45, max: 49 } };
    expect(findNearLine(band, decide(machines(49, 1, 1)), knowledge, today)).toBeNull();
  });
});
