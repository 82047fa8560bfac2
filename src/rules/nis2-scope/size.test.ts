import { describe, expect, test } from "vitest";
import type { SizeCategory } from "../../core/company.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { nothingKnown } from "./facts.ts";
import { determineSize } from "./size.ts";

const { nis2: knowledge } = shipped;
const today = "2026-11-20";
const m = 1_000_000;

/** Staff (number, band or unknown), turnover and balance sheet total in EUR millions. */
function sizeOf(staff: number | readonly [number, number | null] | null, turnover?: number, balance?: number) {
  const band = typeof staff === "number" ? ([staff, staff] as const) : staff;
  return determineSize(
    {
      ...nothingKnown("SK"),
      headcount: band === null ? null : { min: band[0], max: band[1] },
      turnoverEur: turnover === undefined ? null : turnover * m,
      balanceSheetEur: balance === undefined ? null : balance * m,
    },
    knowledge,
    today,
  );
}

describe("staff alone", () => {
  test.each<[number, SizeCategory]>([
    [0, "micro"],
    [9, "micro"],
    [10, "small"],
    [49, "small"],
    [50, "medium"],
    [249, "medium"],
    [250, "large"],
    [1_000_000, "large"],
  ])("%i staff are %s", (staff, expected) => {
    expect(sizeOf(staff).category).toBe(expected);
  });

  test("what staff alone says is a lower bound up to large", () => {
    expect(sizeOf(9).isLowerBound).toBe(true);
    expect(sizeOf(49).isLowerBound).toBe(true);
    expect(sizeOf(249).isLowerBound).toBe(true);
    expect(sizeOf(250).isLowerBound).toBe(false);
  });

  test("nobody's staff is no size", () => {
    expect(sizeOf(null)).toMatchObject({ category: null, basis: "none" });
  });
});

describe("staff with accounts: one of the two money ceilings is enough", () => {
  test.each<[string, number, number, number, SizeCategory]>([
    ["both accounts at the ceiling of a small enterprise", 49, 10, 10, "small"],
    ["turnover above, balance sheet at the ceiling", 49, 10.1, 10, "small"],
    ["turnover at, balance sheet above the ceiling", 49, 10, 10.1, "small"],
    ["both above the small ceilings", 49, 10.1, 10.1, "medium"],
    ["both at the medium ceilings", 249, 50, 43, "medium"],
    ["only turnover above the medium ceiling", 249, 900, 43, "medium"],
    ["only the balance sheet above the medium ceiling", 249, 50, 900, "medium"],
    ["both above the medium ceilings", 249, 50.1, 43.1, "large"],
    ["a firm of one with both above the medium ceilings", 1, 50.1, 43.1, "large"],
    ["sixty staff with tiny accounts", 60, 0.1, 0.1, "medium"],
    ["two hundred and fifty staff with tiny accounts", 250, 0.1, 0.1, "large"],
    ["nine staff with both accounts above the micro ceilings", 9, 2.1, 2.1, "small"],
    ["nine staff with one account above the micro ceiling", 9, 2.1, 2, "micro"],
  ])("%s", (_case, staff, turnover, balance, expected) => {
    const size = sizeOf(staff, turnover, balance);
    expect(size.category).toBe(expected);
    expect(size.isLowerBound).toBe(false);
  });

  test("one exceeded ceiling with the other account unknown leaves a small firm open", () => {
    expect(sizeOf(40, 60)).toMatchObject({ category: "small", oneCeilingExceeded: true });
    expect(sizeOf(40, undefined, 60)).toMatchObject({ category: "small", oneCeilingExceeded: true });
    expect(sizeOf(40, 10)).toMatchObject({ category: "small", oneCeilingExceeded: false, isLowerBound: false });
    expect(sizeOf(100, 60)).toMatchObject({ category: "medium", isLowerBound: true });
  });
});

describe("accounts without staff", () => {
  test("accounts above the medium ceilings are large whatever the staff", () => {
    expect(sizeOf(null, 51, 44)).toMatchObject({ category: "large", basis: "accounts" });
  });
  test("accounts above the small ceilings are at least medium", () => {
    expect(sizeOf(null, 11, 11)).toMatchObject({ category: "medium", basis: "accounts", isLowerBound: true });
  });
  test("small accounts never make a firm small", () => {
    expect(sizeOf(null, 1, 1).category).toBeNull();
  });
});

describe("a band of staff", () => {
  test.each<[string, readonly [number, number | null], SizeCategory | null]>([
    ["inside a class", [100, 199], "medium"],
    ["open above large", [250, null], "large"],
    ["on both sides of 250 is at least medium", [100, 300], "medium"],
    ["on both sides of 50 decides nothing", [40, 60], null],
    ["open above nothing decides nothing", [0, null], null],
    ["on both sides of 10 is small", [5, 20], "small"],
  ])("%s", (_case, band, expected) => {
    expect(sizeOf(band).category).toBe(expected);
  });
});

describe("register codes", () => {
  test.each<[string, SizeCategory | null]>([
    ["000", null],
    ["110", "micro"],
    ["120", "micro"],
    ["130", "micro"],
    ["210", "small"],
    ["220", "small"],
    ["230", "small"],
    ["240", "medium"],
    ["310", "medium"],
    ["320", "medium"],
    ["330", "large"],
    ["340", "large"],
    ["410", "large"],
    ["420", "large"],
    ["430", "large"],
    ["440", "large"],
    ["450", "large"],
    ["460", "large"],
    ["470", "large"],
    ["510", "large"],
    ["250", null],
    ["", null],
    ["12", null],
  ])("Czech code %s", (sizeCode, expected) => {
    const size = determineSize({ ...nothingKnown("CZ"), sizeCode }, knowledge, today);
    expect(size.category).toBe(expected);
  });

  test.each<[string, SizeCategory | null]>([
    ["00", null],
    ["01", "micro"],
    ["02", "micro"],
    ["03", "micro"],
    ["04", "micro"],
    ["05", "micro"],
    ["06", "small"],
    ["07", "small"],
    ["11", "small"],
    ["12", "medium"],
    ["21", "medium"],
    ["22", "medium"],
    ["23", "medium"],
    ["24", "large"],
    ["25", "large"],
    ["31", "large"],
    ["32", "large"],
    ["33", "large"],
    ["34", "large"],
    ["35", "large"],
    ["36", "large"],
    ["37", "large"],
    ["38", "large"],
    ["0", null],
    ["240", null],
  ])("Slovak code %s", (sizeCode, expected) => {
    const size = determineSize({ ...nothingKnown("SK"), sizeCode }, knowledge, today);
    expect(size.category).toBe(expected);
  });

  test("no band of either list crosses 10, 50 or 250", () => {
    for (const country of ["SK", "CZ"] as const) {
      for (const staff of knowledge.sizeCodes[country].values()) {
        if (staff === null) continue;
        for (const line of [10, 50, 250]) expect(staff.min < line && (staff.max ?? line) >= line).toBe(false);
      }
    }
    expect([knowledge.sizeCodes.CZ.size, knowledge.sizeCodes.SK.size]).toEqual([20, 23]);
  });

  test("a headcount in numbers wins over the code", () => {
    const facts = { ...nothingKnown("CZ"), sizeCode: "110", headcount: { min: 300, max: 300 } };
    expect(determineSize(facts, knowledge, today)).toMatchObject({ category: "large", basis: "headcount" });
  });
});

test("a date never takes the size away", () => {
  const facts = { ...nothingKnown("SK"), headcount: { min: 300, max: 300 } };
  expect(determineSize(facts, knowledge, "1999-01-01").category).toBe("large");
});
