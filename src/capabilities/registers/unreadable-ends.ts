import { formatNumber } from "../../core/text.ts";

/** The line by which an import reports firms whose end cannot be read; none where there is no such firm. */
export function unreadableEndsLine(count: number): readonly string[] {
  return count === 0
    ? []
    : [`firms whose day of end cannot be read (their category is unknown): ${formatNumber(count, "en")}`];
}
