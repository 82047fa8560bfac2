import { FEED_TOPICS } from "../../../core/feed-item.ts";
import { TOPIC_NAMES, TOPIC_SUBJECTS } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { type FeedQuery, feedHref } from "./query.ts";

const text = {
  title: { sk: "Odoberať", cs: "Odebírat", en: "Subscribe" },
  intro: {
    sk: "Novinky s týmto výberom na stálych adresách, bez registrácie:",
    cs: "Novinky s tímto výběrem na stálých adresách, bez registrace:",
    en: "The news with these filters at permanent addresses, without registration:",
  },
  calendar: { sk: "Kalendár (ICS)", cs: "Kalendář (ICS)", en: "Calendar (ICS)" },
  agents: {
    sk: "Rovnaké novinky dostane váš agent nástrojom",
    cs: "Stejné novinky dostane váš agent nástrojem",
    en: "Your agent gets the same news with the tool",
  },
  connect: { sk: "ako ho pripojiť", cs: "jak ho připojit", en: "how to connect it" },
  topics: { sk: "Ako položka dostane tému", cs: "Jak položka dostane téma", en: "How an item gets its topic" },
  rules: {
    sk: "Tému neurčuje odhad, ale zverejnené pravidlá: výrazy v názve a v zhrnutí. Pri každej položke je pravidlo, ktoré ju určilo. Krajina alebo únia je tá, z ktorej je zdroj. Text položky je doslovná kópia a patrí zdroju.",
    cs: "Téma neurčuje odhad, ale zveřejněná pravidla: výrazy v názvu a ve shrnutí. U každé položky je pravidlo, které je určilo. Země nebo unie je ta, ze které je zdroj. Text položky je doslovná kopie a patří zdroji.",
    en: "A topic is not a guess: published rules look for terms in the title and the summary, and every item names the rule that decided. The country, or the Union, is that of the source. The text of an item is a verbatim copy and belongs to its source.",
  },
} satisfies Record<string, Localized>;

/** How to keep informed without coming back, and what the topics mean. */
export function FeedSubscribe({ query, locale }: { query: FeedQuery; locale: Locale }) {
  const { jurisdiction, topic, source } = query;
  return (
    <section class="feed-subscribe" aria-labelledby="subscribe-title">
      <h2 id="subscribe-title">{text.title[locale]}</h2>
      <p>{text.intro[locale]}</p>
      <p class="links">
        <a href={feedHref(locale, paths.feedRss, { jurisdiction, topic, source })}>RSS</a>
        <a href={feedHref(locale, paths.feedJson, { jurisdiction, topic, source })}>JSON Feed</a>
        <a href={feedHref(locale, paths.feedCalendar, { jurisdiction, topic })}>{text.calendar[locale]}</a>
      </p>
      <p>
        {text.agents[locale]} <code>regulatory_feed</code> (
        <a href={href(locale, paths.docsAgents)}>{text.connect[locale]}</a>).
      </p>
      <details>
        <summary>{text.topics[locale]}</summary>
        <p>{text.rules[locale]}</p>
        <dl class="topic-list">
          {FEED_TOPICS.map((id) => (
            <div>
              <dt>{TOPIC_NAMES[id][locale]}</dt>
              <dd>{TOPIC_SUBJECTS[id][locale]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
