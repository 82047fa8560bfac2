import { localDayOf } from "../../../core/day.ts";
import { JURISDICTION_NAMES, TOPIC_NAMES } from "../../../core/feed-names.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import { ForeignLink, ForeignText } from "../components/untrusted-text.tsx";
import type { Browsed } from "./feed-filters.tsx";

type Item = Browsed["items"][number];

const text = {
  also: { sk: "aj", cs: "také", en: "also" },
  topics: { sk: "Témy", cs: "Témata", en: "Topics" },
  why: { sk: "prečo", cs: "proč", en: "why" },
  estimated: {
    sk: "zdroj nemá použiteľný dátum, toto je deň, keď sme správu našli",
    cs: "zdroj nemá použitelné datum, toto je den, kdy jsme zprávu našli",
    en: "no usable date from the source, this is the day we found the item",
  },
  untitled: {
    sk: "položka bez čitateľného názvu",
    cs: "položka bez čitelného názvu",
    en: "item without a readable title",
  },
} satisfies Record<string, Localized>;

/** The term that a rule found, in the quotation marks of the language. */
const terms: Readonly<Record<Locale, (term: string) => string>> = {
  sk: (term) => `výraz „${term}“`,
  cs: (term) => `výraz „${term}“`,
  en: (term) => `term “${term}”`,
};

/** Items by day, newest first, as they come. */
export function FeedDays({ items, locale }: { items: readonly Item[]; locale: Locale }) {
  const days = Map.groupBy(items, ({ publishedAt }) => localDayOf(new Date(publishedAt)));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section class="feed-day" aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>
            <time datetime={day}>{formatDay(day, locale)}</time>
          </h3>
          {ofDay.map((item) => (
            <FeedItem item={item} locale={locale} />
          ))}
        </section>
      ))}
    </>
  );
}

function FeedItem({ item, locale }: { item: Item; locale: Locale }) {
  const { own, url, untrusted, language } = item;
  const isReadable = own || foreignText(untrusted.title) !== "";
  return (
    <article class={own ? "feed-item is-own" : "feed-item"}>
      <h4>
        {own ? (
          <a href={url}>{item.title}</a>
        ) : (
          <ForeignLink url={url} {...(isReadable ? { text: untrusted.title, lang: language } : nameless(locale))} />
        )}
      </h4>
      <p class="meta">
        <Origin item={item} locale={locale} />
      </p>
      {own ? (
        item.summary === null ? null : (
          <p class="feed-summary">
            <LawText text={item.summary} />
          </p>
        )
      ) : foreignText(untrusted.summary) === "" ? null : (
        <p class="feed-summary">
          <ForeignText text={untrusted.summary} lang={language} />
        </p>
      )}
      <Topics item={item} locale={locale} />
    </article>
  );
}

function nameless(locale: Locale) {
  return { text: text.untitled[locale], lang: locale };
}

/** The source, the jurisdiction, and whether the day is estimated. */
function Origin({ item, locale }: { item: Item; locale: Locale }) {
  const { own, source, alsoFrom, jurisdiction, dateEstimated } = item;
  return (
    <>
      {own ? <strong class="own-mark">{source.name}</strong> : source.name}
      {alsoFrom.length === 0 ? "" : ` (${text.also[locale]} ${alsoFrom.map(({ name }) => name).join(", ")})`}
      {" · "}
      {JURISDICTION_NAMES[jurisdiction][locale]}
      {dateEstimated ? ` · ${text.estimated[locale]}` : ""}
    </>
  );
}

/** The topics of an item; of a copied one also the published rule that gave each, and the word it found. */
function Topics({ item, locale }: { item: Item; locale: Locale }) {
  const { topics, topicReasons } = item;
  if (topics.length === 0) return null;
  const names = topics.map((topic) => <span class="feed-topic">{TOPIC_NAMES[topic][locale]}</span>);
  if (topicReasons.length === 0) {
    return (
      <p class="feed-topics">
        <span class="visually-hidden">{text.topics[locale]}: </span>
        {names}
      </p>
    );
  }
  return (
    <details class="feed-topics">
      <summary>
        <span class="visually-hidden">{text.topics[locale]}: </span>
        {names} <span class="feed-why">{text.why[locale]}</span>
      </summary>
      <ul>
        {topicReasons.map(({ topic, why, term, rule }) => (
          <li>
            <b>{TOPIC_NAMES[topic][locale]}</b>: {why}{" "}
            <span class="meta">
              ({terms[locale](term)}, <code>{rule}</code>)
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
