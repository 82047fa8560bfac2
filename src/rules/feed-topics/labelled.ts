import type { FeedTopic } from "../../core/feed-item.ts";

/** A title with the topics that a person gave it. */
export interface LabelledTitle {
  readonly lang: string;
  readonly title: string;
  readonly topics: readonly FeedTopic[];
}

/** How a classifier did against what people said. Shares from 0 to 1; `null` where nothing was to be counted. */
export interface Score {
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
  /** Of the topics given, the share that was right. */
  readonly precision: number | null;
  /** Of the topics that people gave, the share that was found. */
  readonly recall: number | null;
}

/**
 * Compares the topics a classifier gives with those that people gave.
 * @param only counts one topic only; default: all.
 */
export function score(
  titles: readonly LabelledTitle[],
  topicsOf: (title: string) => readonly FeedTopic[],
  only?: FeedTopic,
): Score {
  let right = 0;
  let wrong = 0;
  let missed = 0;
  for (const { title, topics } of titles) {
    const given = topicsOf(title).filter((topic) => only === undefined || topic === only);
    const wanted = topics.filter((topic) => only === undefined || topic === only);
    right += given.filter((topic) => wanted.includes(topic)).length;
    wrong += given.filter((topic) => !wanted.includes(topic)).length;
    missed += wanted.filter((topic) => !given.includes(topic)).length;
  }
  return { right, wrong, missed, precision: share(right, wrong), recall: share(right, missed) };
}

function share(right: number, other: number): number | null {
  return right + other === 0 ? null : right / (right + other);
}
