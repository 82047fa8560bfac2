import type { Jurisdiction } from "../../core/feed-item.ts";
import type { Localized } from "../../core/locale.ts";
import type { Milestone } from "../../knowledge/timeline.ts";
import type { TopicReason } from "../../rules/feed-topics/classify-topics.ts";

/** One item of the feed as a capability sees it: copied text with our topics. */
export interface FeedEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly isDateEstimated: boolean;
  readonly jurisdiction: Jurisdiction;
  readonly topics: readonly TopicReason[];
  readonly sourceId: string;
  /** Further sources that brought the same text. */
  readonly alsoFrom: readonly string[];
  readonly url: string;
  /** Foreign text: answers hold it under `untrusted` only. */
  readonly foreign: { readonly title: string; readonly summary: string; readonly labels: readonly string[] };
}

/** The state of one source. Instants in milliseconds since 1970. */
export interface FeedSourceState {
  readonly id: string;
  readonly name: Localized;
  readonly jurisdiction: Jurisdiction;
  /** Address of the website, for people. */
  readonly site: string;
  /** Language of its texts, two letters. */
  readonly language: string;
  readonly isEnabled: boolean;
  readonly answeredAt: number | null;
  readonly failedAt: number | null;
  /** One of our own codes. */
  readonly failure: string | null;
  readonly failuresInARow: number;
  readonly nextAt: number | null;
  readonly items: number;
  /** Of these, without a readable date. */
  readonly withoutDate: number;
  /** Characters that were mended so that the last feed could be read. */
  readonly repaired: number;
}

/** The result of asking one source. */
export interface FeedRefreshOutcome {
  readonly sourceId: string;
  readonly result: "read" | "unchanged" | "failed";
  readonly added: number;
  /** Characters of the feed that were mended so that it could be read. */
  readonly repaired: number;
  readonly failure: string | null;
}

/** The regulatory feed, wherever its items come from. */
export interface Feed {
  /** Items of all sources, merged, newest first. */
  entries(): readonly FeedEntry[];
  /** Every source of the list, in its order; the same list until something of it changes, as with the items. */
  sources(): readonly FeedSourceState[];
  /** When a source answered last, milliseconds since 1970; `null` when none ever did. */
  fetchedAt(): number | null;
  /** When the next source is due, milliseconds since 1970; `undefined` without sources. */
  nextAt(): number | undefined;
  /** Asks the sources that are due (`force`: all). Never fails for a source. */
  refresh(options: { readonly force: boolean }): Promise<readonly FeedRefreshOutcome[]>;
  /** Dosah's own time line, oldest first. */
  readonly milestones: readonly Milestone[];
  /** Version of the rules that give the topics, and the reason each rule gives. */
  readonly topicRules: { readonly version: string; readonly why: ReadonlyMap<string, Localized> };
}
