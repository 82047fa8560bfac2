import type { Day } from "../../../core/day.ts";

/** When an entry of a history holds. Days, a time may follow; `null` or absent: open at that end. */
interface Span {
  readonly validFrom?: string | null | undefined;
  readonly validTo?: string | null | undefined;
}

/**
 * Of a history the entry that holds on a day, the newest of several; else the one that ended last before it. An entry that
 * begins later counts only where there is no other: a coming name is not the name of today.
 */
export function entryOn<Entry>(
  history: readonly Entry[] | null | undefined,
  day: Day,
  spanOf: (entry: Entry) => Span,
): Entry | undefined {
  let best: Entry | undefined;
  let bestRank = "";
  for (const entry of history ?? []) {
    const rank = rankOn(spanOf(entry), day);
    if (best !== undefined && rank < bestRank) continue;
    best = entry;
    bestRank = rank;
  }
  return best;
}

function rankOn({ validFrom, validTo }: Span, day: Day): string {
  const hasBegun = (validFrom ?? "").slice(0, 10) <= day;
  const hasEnded = validTo != null && validTo.slice(0, 10) < day;
  return `${hasBegun ? (hasEnded ? 1 : 2) : 0}${validFrom ?? ""}`;
}
