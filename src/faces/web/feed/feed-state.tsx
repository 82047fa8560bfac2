import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant, plural } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";
import type { Browsed } from "./feed-filters.tsx";
import type { FeedSource } from "./feed-sources.tsx";

const text = {
  readAt: { sk: "Zdroje naposledy odpovedali", cs: "Zdroje naposledy odpověděly", en: "Sources last answered" },
  states: { sk: "stav zdrojov", cs: "stav zdrojů", en: "state of the sources" },
  offlineTitle: {
    sk: "Zatiaľ len časová os služby Dosah",
    cs: "Zatím jen časová osa služby Dosah",
    en: "Dosah’s own time line only, so far",
  },
  offline: {
    sk: "Žiadny zdroj ešte neodpovedal: služba sa práve spustila alebo nemá prístup na internet. Časová os má odkazy na úradné znenia a platí aj bez nich.",
    cs: "Žádný zdroj ještě neodpověděl: služba se právě spustila nebo nemá přístup k internetu. Časová osa má odkazy na úřední znění a platí i bez nich.",
    en: "No source has answered yet: the service has just started or has no internet access. The time line links to the official texts and is valid without the sources.",
  },
  downLater: {
    sk: "Skoršie správy tu zostávajú, novšie môžu chýbať.",
    cs: "Dřívější zprávy tu zůstávají, novější mohou chybět.",
    en: "Earlier items stay here; newer ones may be missing.",
  },
} satisfies Record<string, Localized>;

const down: Readonly<Record<Locale, (names: readonly string[]) => string>> = {
  sk: (names) =>
    `${plural(names.length, { one: "Teraz neodpovedá zdroj", other: "Teraz neodpovedajú zdroje" }, "sk")} ${names.join(", ")}`,
  cs: (names) =>
    `${plural(names.length, { one: "Teď neodpovídá zdroj", other: "Teď neodpovídají zdroje" }, "cs")} ${names.join(", ")}`,
  en: (names) =>
    `${plural(names.length, { one: "This source is not answering at the moment", other: "These sources are not answering at the moment" }, "en")}: ${names.join(", ")}`,
};

const manyDown: Readonly<Record<Locale, (failing: number, asked: number) => string>> = {
  sk: (failing, asked) => `Teraz neodpovedá ${failing} z ${asked} zdrojov`,
  cs: (failing, asked) => `Teď neodpovídá ${failing} z ${asked} zdrojů`,
  en: (failing, asked) => `${failing} of ${asked} sources are not answering at the moment`,
};

/** How fresh the feed is and what may be missing, above the items. */
export function FeedState({
  feed,
  sources,
  locale,
}: {
  feed: Browsed;
  sources: readonly FeedSource[];
  locale: Locale;
}) {
  const failing = sources.filter(({ state }) => state === "failing").map(({ name }) => name);
  const asked = sources.filter(({ state }) => state !== "off").length;
  const link = <a href="#feed-sources">{text.states[locale]}</a>;
  if (feed.fetchedAt === null) {
    return (
      <Notice title={text.offlineTitle[locale]}>
        <p>
          {text.offline[locale]} ({link})
        </p>
      </Notice>
    );
  }
  return (
    <>
      <p class="meta">
        {text.readAt[locale]}: <time datetime={feed.fetchedAt}>{formatInstant(feed.fetchedAt, locale)}</time> ({link})
      </p>
      {failing.length === 0 ? null : (
        <Notice
          tone="caution"
          title={failing.length > 3 ? manyDown[locale](failing.length, asked) : down[locale](failing)}
        >
          <p>{text.downLater[locale]}</p>
        </Notice>
      )}
    </>
  );
}
