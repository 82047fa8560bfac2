import type { Jurisdiction } from "../../core/feed-item.ts";

/** A text with what it may hold: in feeds the same element is plain text here and HTML there. */
export interface RawText {
  readonly value: string;
  /** False where the format says that the text has no markup. */
  readonly mayBeHtml: boolean;
}

/** An item as its format gives it, before anything is trusted: addresses, dates and texts are still foreign. */
export interface RawItem {
  readonly key?: string;
  /** Candidates for the address, best first; may be relative. */
  readonly links: readonly string[];
  readonly title?: RawText;
  readonly summary?: RawText;
  readonly labels: readonly string[];
  /** Candidates for the day of publication, best first. */
  readonly dates: readonly string[];
  /** Only the aggregated form says it per item. */
  readonly jurisdiction?: Jurisdiction;
}

/** More items than this are no feed but an attempt to exhaust us. */
export const MOST_ITEMS = 20_000;
