import { FEED_TOPICS, type FeedTopic } from "../../core/feed-item.ts";
import type { TopicRule, TopicRules } from "../../knowledge/feed-topics.ts";
import { createTermMatcher } from "./match-terms.ts";

/** Why an item has a topic: the rule, and the term of the rule that was found (our word, not the item's). */
export interface TopicReason {
  readonly topic: FeedTopic;
  readonly rule: string;
  readonly term: string;
}

/**
 * Gives the topics of an item, each with the first rule that holds, in the order of docs/specification.md,
 * `regulatory_feed.p-topic`.
 */
export type TopicClassifier = (title: string, summary: string) => readonly TopicReason[];

/**
 * Prepares the published rules. A rule holds when one of its terms `any` stands in title or summary, one of `with`
 * does too (where the rule has some), and none of `unless` does. A term never reaches from the title into the summary.
 */
export function createTopicClassifier({ rules }: TopicRules): TopicClassifier {
  const matcher = createTermMatcher(
    rules.flatMap((rule) => [...rule.any, ...(rule.with ?? []), ...(rule.unless ?? [])]),
  );
  return (title, summary) => {
    const found = new Set([...matcher(title), ...matcher(summary)]);
    return FEED_TOPICS.flatMap((topic): TopicReason[] => {
      for (const rule of rules) {
        const term = rule.topic === topic ? holds(rule, found) : undefined;
        if (term !== undefined) return [{ topic, rule: rule.id, term: term.replace(/^=/, "") }];
      }
      return [];
    });
  };
}

/** The term by which a rule holds, or `undefined`. */
function holds({ any, with: also, unless = [] }: TopicRule, found: ReadonlySet<string>): string | undefined {
  if (unless.some((term) => found.has(term))) return undefined;
  if (also !== undefined && !also.some((term) => found.has(term))) return undefined;
  return any.find((term) => found.has(term));
}
