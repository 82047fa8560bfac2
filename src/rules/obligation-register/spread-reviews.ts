import { addDays, addMonths, daysBetween, isWeekend } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";

/**
 * The next reviews of entries that would all come on the same day, apart from each other: in the order given over the
 * second half of the interval, a Saturday or Sunday on the Friday before. None is later than the interval ends, none
 * before its half.
 * @param count how many entries
 * @param from the day of the last review
 * @param months the interval of the catalog
 */
export function spreadReviews(count: number, from: Day, months: number): readonly Day[] {
  const half = addMonths(from, Math.ceil(months / 2));
  const end = addMonths(from, months);
  const days = daysBetween(half, end);
  return Array.from({ length: count }, (_, index) => {
    let day = addDays(end, -Math.floor(((count - 1 - index) * days) / count));
    while (isWeekend(day) && day > half) day = addDays(day, -1);
    return day;
  });
}
