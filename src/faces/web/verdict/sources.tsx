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
function shortName(name: string): string {
  return name.replace(/ \(.*\)$/, "");
}

/** The source of one fact with its day, one click away. */
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
