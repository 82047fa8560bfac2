import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, isWeekend } from "../../core/calendar.ts";
import { spreadReviews } from "./spread-reviews.ts";

test("reviews that would come on one day come apart, the last at the end of the interval", () => {
  expect(spreadReviews(1, "2026-11-27", 12)).toEqual(["2027-11-26"]);
  expect(spreadReviews(4, "2026-11-27", 12)).toEqual(["2027-07-12", "2027-08-27", "2027-10-12", "2027-11-26"]);
});

test("none is later than the interval of the catalog, none before its half, none on a weekend", () => {
  const start = fc.integer({ min: 0, max: 4000 }).map((days) => addDays("2020-01-01", days));
  const months = fc.constantFrom(3, 6, 12, 24);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), start, months, (count, from, interval) => {
      const days = spreadReviews(count, from, interval);
      const [half, end] = [addMonths(from, Math.ceil(interval / 2)), addMonths(from, interval)];
      expect(days).toHaveLength(count);
      expect(days).toEqual(days.toSorted());
      for (const day of days) {
        expect(day <= end && day >= half, `${day} of ${from}, ${interval} months`).toBe(true);
        if (day !== half) expect(isWeekend(day), day).toBe(false);
      }
    }),
  );
});
