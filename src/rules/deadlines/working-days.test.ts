import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { easterSunday } from "../../core/calendar.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { addPeriod, daysOfRest, isWorkingDay, nearestWorkingDay } from "./deadlines.ts";

const { workingDays } = knowledge.deadlines;

describe("the last day of a period", () => {
  test.each([
    ["2026-01-31", { months: 1 }, "2026-02-28"],
    ["2024-02-29", { years: 1 }, "2025-02-28"],
    ["2026-12-31", { days: 1 }, "2027-01-01"],
    ["2026-08-31", { months: 6 }, "2027-02-28"],
    ["2027-08-31", { months: 6 }, "2028-02-29"],
    ["2026-03-29", { days: 1 }, "2026-03-30"],
  ] as const)("from %s after %o is %s", (from, period, expected) => {
    expect(addPeriod(from, period)).toBe(expected);
  });
});

describe("working days", () => {
  test("Easter falls where it does", () => {
    expect([2025, 2026, 2027, 2028, 2029, 2030].map(easterSunday)).toEqual([
      "2025-04-20",
      "2026-04-05",
      "2027-03-28",
      "2028-04-16",
      "2029-04-01",
      "2030-04-21",
    ]);
  });

  const easterOf: Readonly<Record<number, readonly [string, string]>> = {
    2025: ["04-18", "04-21"],
    2026: ["04-03", "04-06"],
    2027: ["03-26", "03-29"],
    2028: ["04-14", "04-17"],
    2029: ["03-30", "04-02"],
    2030: ["04-19", "04-22"],
  };
  const slovak = "01-01 01-06 05-01 05-08 07-05 08-29 09-15 11-01 12-24 12-25 12-26".split(" ");
  const czech = "01-01 05-01 05-08 07-05 07-06 09-28 10-28 11-17 12-24 12-25 12-26".split(" ");

  test.each(Object.keys(easterOf).map(Number))("the days of rest of %s are those of the fixed lists", (year) => {
    const easter = easterOf[year] ?? [];
    const list = (days: readonly string[]) => [...days, ...easter].map((day) => `${year}-${day}`).sort();
    const worked = year === 2026 ? ["2026-05-08", "2026-09-15"] : [];
    expect(daysOfRest("SK", year, workingDays)).toEqual(list(slovak).filter((day) => !worked.includes(day)));
    expect(daysOfRest("CZ", year, workingDays)).toEqual(list(czech));
  });

  test.each<[string, Country, boolean]>([
    ["2026-05-08", "SK", true],
    ["2026-05-08", "CZ", false],
    ["2027-05-08", "SK", false],
    ["2026-11-17", "SK", true],
    ["2026-11-17", "CZ", false],
    ["2026-09-01", "SK", true],
    ["2026-10-28", "SK", true],
    ["2026-11-21", "SK", false],
    ["2026-11-22", "CZ", false],
    ["2026-11-23", "CZ", true],
  ])("%s in %s: %s", (day, country, isWorking) => {
    expect(isWorkingDay(day, country, workingDays)).toBe(isWorking);
  });

  test("the safe day is a working day at or before the formula day, the other at or after it", () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((days) => addPeriod("2025-01-01", { days: days + 1 }));
    fc.assert(
      fc.property(day, fc.constantFrom(...COUNTRIES), (from, country) => {
        const safe = nearestWorkingDay(from, -1, country, workingDays);
        const next = nearestWorkingDay(from, 1, country, workingDays);
        expect(safe <= from && from <= next).toBe(true);
        expect(isWorkingDay(safe, country, workingDays) && isWorkingDay(next, country, workingDays)).toBe(true);
      }),
    );
  });
});
