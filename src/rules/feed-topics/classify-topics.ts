import { FEED_TOPICS, type FeedTopic } from "../../core/feed-item.ts";
import { fold } from "../../core/fold.ts";
import type { TopicRule, TopicRules } from "../../knowledge/feed-topics.ts";

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

/** Finds which terms of a fixed list stand in a text. */
type TermMatcher = (text: string) => ReadonlySet<string>;

interface Word {
  /** As it stands in the text. */
  readonly written: string;
  readonly folded: string;
}

interface WordPattern {
  readonly folded: string;
  readonly written: string;
  readonly isPrefix: boolean;
}

interface Term {
  readonly term: string;
  readonly isExact: boolean;
  readonly words: readonly WordPattern[];
}

/** Terms are found by the beginning of their first word, so that a long list costs hardly more than a short one. */
const KEY_LENGTH = 2;

/**
 * Prepares terms as `knowledge/feed-topics.yaml` writes them: words with blanks between, `*` for any ending of a word,
 * `=` in front where letters count as written. Matching is by whole words, without diacritics, case and punctuation;
 * a full stop between two sentences ends no term, since publishers write abbreviations with it.
 */
export function createTermMatcher(terms: readonly string[]): TermMatcher {
  const byKey = Map.groupBy(
    [...new Set(terms)].map(toTerm),
    ({ words }) => words[0]?.folded.slice(0, KEY_LENGTH) ?? "",
  );
  return (text) => {
    const words = wordsOf(text);
    const found = new Set<string>();
    for (const [at, { folded }] of words.entries()) {
      for (const term of byKey.get(folded.slice(0, KEY_LENGTH)) ?? [])
        if (standsAt(term, words, at)) found.add(term.term);
    }
    return found;
  };
}

/** The words of a text: runs of letters or digits; letters and digits that touch are one word (`NIS2`). */
function wordsOf(text: string): Word[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((written) => ({ written, folded: fold(written) }));
}

function toTerm(term: string): Term {
  const isExact = term.startsWith("=");
  const words = (term.match(/[\p{L}\p{M}\p{N}]+\*?/gu) ?? []).map((word) => {
    const written = word.replace("*", "");
    return { written, folded: fold(written), isPrefix: word.endsWith("*") };
  });
  return { term, isExact, words };
}

function standsAt({ words, isExact }: Term, text: readonly Word[], at: number): boolean {
  return words.every((pattern, index) => {
    const word = text[at + index];
    if (word === undefined) return false;
    const [has, wanted] = isExact ? [word.written, pattern.written] : [word.folded, pattern.folded];
    return pattern.isPrefix ? has.startsWith(wanted) : has === wanted;
  });
}
