import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { FACT_NAMES } from "../../../core/fact-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";

type Source = ScopeAnswer["sources"][number];

const text = {
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  fact: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  value: { sk: "Hodnota", cs: "Hodnota", en: "Value" },
  use: { sk: "Použité", cs: "Použito", en: "Used" },
  yes: { sk: "áno", cs: "ano", en: "yes" },
  no: { sk: "nie", cs: "ne", en: "no" },
  shownAbove: { sk: "uvedené vyššie", cs: "uvedeno výše", en: "shown above" },
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

/** Who stated what: each fact with its value, source and day, and whether the verdict rests on it or why not. */
export function StatementTable({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  const statements = (answer.statements ?? []).filter(({ used, value }) => used || value !== null);
  if (statements.length === 0) return <p>{text.none[locale]}</p>;
  return (
    <table class="source-table is-stacked">
      <thead>
        <tr>
          <th scope="col">{text.fact[locale]}</th>
          <th scope="col">{text.value[locale]}</th>
          <th scope="col">{text.source[locale]}</th>
          <th scope="col">{text.use[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {statements.map(({ fact, value, source, url, asOf, used, why }) => (
          <tr data-statement={fact} data-used={String(used)}>
            <th scope="row">{FACT_NAMES[fact][locale]}</th>
            <td data-label={text.value[locale]}>{value ?? text.shownAbove[locale]}</td>
            <td data-label={text.source[locale]}>
              <a href={url}>{source}</a>, <time datetime={asOf}>{formatDay(asOf.slice(0, 10), locale)}</time>
            </td>
            <td data-label={text.use[locale]}>{used ? text.yes[locale] : `${text.no[locale]}. ${why ?? ""}`}</td>
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
        originOf(answer.sources.some(({ facts }) => facts.includes("size")) ? "size" : "financials")
      ),
  };
}
