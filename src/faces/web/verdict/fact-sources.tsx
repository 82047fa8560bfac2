import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { FACT_NAMES } from "../../../core/fact-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";

type Source = ScopeAnswer["sources"][number];

const text = {
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  facts: { sk: "Čo z neho máme", cs: "Co z něj máme", en: "What it provides" },
  day: { sk: "Zo dňa", cs: "Ze dne", en: "Dated" },
  none: { sk: "Zdroj nie je uvedený.", cs: "Zdroj není uveden.", en: "No source is stated." },
} satisfies Record<string, Localized>;

/** The name without what stands in brackets behind it: beside a fact there is little space, the table says the rest. */
export function shortName(name: string): string {
  return name.replace(/ \(.*\)$/, "");
}

/** The source of one fact, as a link, with its day. */
export function Origin({ sources, locale }: { sources: readonly Source[]; locale: Locale }) {
  return sources.map(({ name, url, retrievedAt }) => (
    <p class="meta origin">
      <a href={url}>{shortName(name)}</a>,{" "}
      <time datetime={retrievedAt}>{formatDay(retrievedAt.slice(0, 10), locale)}</time>
    </p>
  ));
}

/** All sources of an answer: which facts each states and when it was retrieved. */
export function SourceTable({ sources, locale }: { sources: readonly Source[]; locale: Locale }) {
  if (sources.length === 0) return <p>{text.none[locale]}</p>;
  return (
    <table class="source-table is-stacked">
      <thead>
        <tr>
          <th scope="col">{text.source[locale]}</th>
          <th scope="col">{text.facts[locale]}</th>
          <th scope="col">{text.day[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ name, url, retrievedAt, facts }) => (
          <tr>
            <th scope="row">
              <a href={url}>{name}</a>
            </th>
            <td data-label={text.facts[locale]}>{facts.map((fact) => FACT_NAMES[fact][locale]).join(", ")}</td>
            <td data-label={text.day[locale]}>
              <time datetime={retrievedAt}>{formatDay(retrievedAt.slice(0, 10), locale)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const originText = {
  byRegister: {
    sk: "Zaradené podľa otvoreného registra",
    cs: "Zařazeno podle otevřeného registru",
    en: "Decided by the open-data register",
  },
  byRules: {
    sk: "Zaradené podľa pravidiel služby Dosah",
    cs: "Zařazeno podle pravidel služby Dosah",
    en: "Decided by Dosah’s rules",
  },
  noSize: {
    sk: "Zdroje ju neuvádzajú.",
    cs: "Zdroje ji neuvádějí.",
    en: "The sources do not state it.",
  },
  silentSize: {
    sk: "Zdroj, ktorý by ju mohol uviesť, teraz neodpovedá.",
    cs: "Zdroj, který by ji mohl uvést, teď neodpovídá.",
    en: "A source that could state it is not answering at the moment.",
  },
} satisfies Record<string, Localized>;

/** Under each fact: which source states it and on which day. */
export function originsOf(answer: ScopeAnswer, locale: Locale) {
  const originOf = (fact: ScopeAnswer["sources"][number]["facts"][number]) => (
    <Origin sources={answer.sources.filter(({ facts }) => facts.includes(fact))} locale={locale} />
  );
  const isSizeSilent = answer.silentSources.some(({ facts }) => facts.includes("size"));
  return {
    category: (
      <>
        <p class="meta">
          {(answer.decidedBy === "open_data_register" ? originText.byRegister : originText.byRules)[locale]}
        </p>
        {answer.decidedBy === "open_data_register" ? originOf("category") : null}
      </>
    ),
    sector: originOf("nace"),
    size:
      answer.size.category === null ? (
        <p>{(isSizeSilent ? originText.silentSize : originText.noSize)[locale]}</p>
      ) : (
        originOf("size")
      ),
  };
}
