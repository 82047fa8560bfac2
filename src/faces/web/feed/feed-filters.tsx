import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { regulatoryFeedBrowse } from "../../../capabilities/feed/regulatory-feed-browse.ts";
import { JURISDICTION_NAMES, TOPIC_NAMES } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { paths } from "../paths.ts";
import { type FeedQuery, feedHref } from "./feed-query.ts";

export type Browsed = AnswerOf<typeof regulatoryFeedBrowse>;

const text = {
  jurisdiction: { sk: "Kde", cs: "Kde", en: "Where" },
  topic: { sk: "Téma", cs: "Téma", en: "Topic" },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  allJurisdictions: { sk: "všade", cs: "všude", en: "everywhere" },
  allTopics: { sk: "všetky", cs: "všechna", en: "all" },
  allSources: { sk: "všetky", cs: "všechny", en: "all" },
  none: { sk: "Zrušiť všetky filtre", cs: "Zrušit všechny filtry", en: "Clear all filters" },
} satisfies Record<string, Localized>;

interface Choice {
  /** Undefined: this filter is not set. */
  readonly id: string | undefined;
  readonly name: string;
  readonly count: number;
}

/** The filters of the feed as links: each keeps the others, each says how many items it would show. */
export function FeedFilters({ feed, query, locale }: { feed: Browsed; query: FeedQuery; locale: Locale }) {
  const { jurisdictions, topics, sources } = feed;
  const isFiltered = query.jurisdiction !== undefined || query.topic !== undefined || query.source !== undefined;
  const source = sources.values.find(({ id }) => id === query.source);
  const common = { query, locale };
  return (
    <div class="feed-filters">
      <Row
        {...common}
        name="topic"
        label={text.topic[locale]}
        choices={[
          { id: undefined, name: text.allTopics[locale], count: topics.all },
          ...topics.values.map(({ id, count }) => ({ id, name: TOPIC_NAMES[id][locale], count })),
        ]}
      />
      <Row
        {...common}
        name="jurisdiction"
        label={text.jurisdiction[locale]}
        choices={[
          { id: undefined, name: text.allJurisdictions[locale], count: jurisdictions.all },
          ...jurisdictions.values.map(({ id, count }) => ({ id, name: JURISDICTION_NAMES[id][locale], count })),
        ]}
      />
      <details class="feed-by-source" open={source !== undefined}>
        <summary>
          {text.source[locale]}: {source?.name ?? text.allSources[locale]}
        </summary>
        <Row
          {...common}
          name="source"
          label={text.source[locale]}
          isLabelHidden
          choices={[
            { id: undefined, name: text.allSources[locale], count: sources.all },
            ...sources.values.map((each) => ({ ...each })),
          ]}
        />
      </details>
      {isFiltered ? (
        <p>
          <a href={feedHref(locale, paths.feed, { limit: query.limit })}>{text.none[locale]}</a>
        </p>
      ) : null}
    </div>
  );
}

function Row({
  name,
  label,
  isLabelHidden = false,
  choices,
  query,
  locale,
}: {
  name: "jurisdiction" | "topic" | "source";
  label: string;
  isLabelHidden?: boolean;
  choices: readonly Choice[];
  query: FeedQuery;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links feed-row" aria-label={label}>
      {isLabelHidden ? null : (
        <span class="feed-row-label" aria-hidden="true">
          {label}
        </span>
      )}
      <ul>
        {choices.map(({ id, name: word, count }) => {
          const isCurrent = query[name] === id;
          const words = (
            <>
              {word}
              <span class="feed-count number"> {formatNumber(count, locale)}</span>
            </>
          );
          // It would show no item, so there is no link.
          if (count === 0 && !isCurrent && id !== undefined) {
            return (
              <li>
                <span class="is-empty">{words}</span>
              </li>
            );
          }
          return (
            <li>
              <a
                href={feedHref(locale, paths.feed, { ...query, page: undefined, [name]: id })}
                aria-current={isCurrent ? "true" : undefined}
              >
                {words}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
