import type { Day } from "../../../core/day.ts";
import { fold } from "../../../core/fold.ts";
import { withoutForms } from "../legal-form-endings.ts";
import { cleanText, dayNumber, type FormerName } from "../snapshot/records/firm-record.ts";

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

/** More former names of a firm are not kept. */
const MOST_FORMER = 5;

/**
 * The names of a history that ended before a day, newest first, each once and none that differs from that of the day by
 * its legal form alone.
 */
export function formerNames(
  history: readonly (Span & { readonly value?: string | null | undefined })[] | null | undefined,
  day: Day,
): FormerName[] {
  const bare = (name: string | null | undefined) => withoutForms(fold(name ?? "")).name;
  const seen = new Set(["", bare(entryOn(history, day, (entry) => entry)?.value)]);
  const ended = (history ?? []).flatMap(({ value, validTo }) => {
    const end = validTo?.slice(0, 10) ?? "";
    const name = cleanText(value ?? undefined);
    return name === null || end === "" || end >= day ? [] : [{ name, end }];
  });
  return ended
    .sort((a, b) => (a.end < b.end ? 1 : -1))
    .filter(({ name }) => !seen.has(bare(name)) && seen.add(bare(name)) !== undefined)
    .slice(0, MOST_FORMER)
    .map(({ name, end }) => ({ name, until: dayNumber(end) ?? 0 }));
}

function rankOn({ validFrom, validTo }: Span, day: Day): string {
  const hasBegun = (validFrom ?? "").slice(0, 10) <= day;
  const hasEnded = validTo != null && validTo.slice(0, 10) < day;
  return `${hasBegun ? (hasEnded ? 1 : 2) : 0}${validFrom ?? ""}`;
}
