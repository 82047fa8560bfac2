import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { regulatoryFeedSources } from "../../../capabilities/feed/regulatory-feed-sources.ts";
import { JURISDICTION_NAMES } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant, formatNumber } from "../../../core/text.ts";

export type FeedSource = AnswerOf<typeof regulatoryFeedSources>["sources"][number];

const text = {
  title: { sk: "Stav zdrojov", cs: "Stav zdrojů", en: "State of the sources" },
  caption: {
    sk: "Odkiaľ novinky pochádzajú a či zdroje odpovedajú. Časy sú slovenské a české.",
    cs: "Odkud novinky pocházejí a zda zdroje odpovídají. Časy jsou české a slovenské.",
    en: "Where the news comes from and whether each source answers. Times are Slovak and Czech time.",
  },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  country: { sk: "Kde", cs: "Kde", en: "Where" },
  answered: { sk: "Posledná odpoveď", cs: "Poslední odpověď", en: "Last answer" },
  items: { sk: "Položky", cs: "Položky", en: "Items" },
  state: { sk: "Stav", cs: "Stav", en: "State" },
  next: { sk: "Ďalší pokus", cs: "Další pokus", en: "Next try" },
  never: { sk: "zatiaľ žiadna", cs: "zatím žádná", en: "none so far" },
  soon: { sk: "pri najbližšom čítaní", cs: "při nejbližším čtení", en: "at the next check" },
  none: { sk: "nepýtame sa", cs: "neptáme se", en: "not asked" },
} satisfies Record<string, Localized>;

const states = {
  ok: { sk: "v poriadku", cs: "v pořádku", en: "OK" },
  new: { sk: "ešte sme sa nepýtali", cs: "ještě jsme se neptali", en: "not asked yet" },
  off: { sk: "v zozname vypnutý", cs: "v seznamu vypnutý", en: "switched off in the list" },
} satisfies Record<Exclude<FeedSource["state"], "failing">, Localized>;

const failing: Readonly<Record<Locale, (why: string) => string>> = {
  sk: (why) => `zlyháva: ${why}`,
  cs: (why) => `selhává: ${why}`,
  en: (why) => `failing: ${why}`,
};

/** How many characters of a feed were wrong, so that whoever publishes it can mend it. */
const mended: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `(opravené znaky: ${count})`,
  cs: (count) => `(opravené znaky: ${count})`,
  en: (count) => `(characters mended: ${count})`,
};

/** What stands behind the closed table of a phone: how many sources there are, and whether one fails. */
const summaryOf: Readonly<Record<Locale, (count: number, failing: number) => string>> = {
  sk: (count, silent) => `Počet zdrojov: ${count}, z toho zlyháva: ${silent}`,
  cs: (count, silent) => `Počet zdrojů: ${count}, z toho selhává: ${silent}`,
  en: (count, silent) => `Sources: ${count}, of which failing: ${silent}`,
};

/** The state of each source of the feed. */
export function FeedSources({ sources, locale }: { sources: readonly FeedSource[]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="feed-sources">
      <h2 id="feed-sources">{text.title[locale]}</h2>
      <details class="is-open-wide">
        <summary>
          {summaryOf[locale](sources.length, sources.filter(({ state }) => state === "failing").length)}
        </summary>
        <table class="is-stacked feed-sources">
          <caption>{text.caption[locale]}</caption>
          <thead>
            <tr>
              <th scope="col">{text.source[locale]}</th>
              <th scope="col">{text.country[locale]}</th>
              <th scope="col">{text.answered[locale]}</th>
              <th scope="col" class="number">
                {text.items[locale]}
              </th>
              <th scope="col">{text.state[locale]}</th>
              <th scope="col">{text.next[locale]}</th>
            </tr>
          </thead>
          <tbody>
            {sources.map((source) => (
              <tr class={source.state === "failing" ? "is-failing" : undefined}>
                <th scope="row">
                  <a href={source.url} rel="noopener">
                    {source.name}
                  </a>
                </th>
                <td data-label={text.country[locale]}>{JURISDICTION_NAMES[source.jurisdiction][locale]}</td>
                <td data-label={text.answered[locale]}>{instant(source.answeredAt, text.never, locale)}</td>
                <td data-label={text.items[locale]} class="number">
                  {formatNumber(source.items, locale)}
                </td>
                <td data-label={text.state[locale]}>
                  {source.state === "failing"
                    ? failing[locale](source.failureText ?? "")
                    : states[source.state][locale]}
                  {source.repaired === 0 ? null : ` ${mended[locale](source.repaired)}`}
                </td>
                <td data-label={text.next[locale]}>
                  {instant(source.nextAt, source.state === "off" ? text.none : text.soon, locale)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** A point in time, or the word for "never". */
function instant(at: string | null, otherwise: Localized, locale: Locale) {
  return at === null ? otherwise[locale] : <time datetime={at}>{formatInstant(at, locale)}</time>;
}
