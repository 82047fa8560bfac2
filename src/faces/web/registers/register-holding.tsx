import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";

type Status = AnswerOf<typeof sourceStatus>;

const text = {
  companies: { sk: "Firmy spolu", cs: "Firmy celkem", en: "Firms in total" },
  active: { sk: "z toho aktívne", cs: "z toho aktivní", en: "of which active" },
  asOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  published: { sk: "Zverejnené", cs: "Zveřejněno", en: "Published" },
  imported: { sk: "Načítané", cs: "Načteno", en: "Imported" },
  rows: { sk: "Záznamy", cs: "Záznamy", en: "Rows" },
  state: { sk: "Stav", cs: "Stav", en: "State" },
  whole: { sk: "celý register", cs: "celý rejstřík", en: "whole register" },
  sampleState: { sk: "vzorka", cs: "vzorek", en: "sample" },
  sampleTitle: {
    sk: "Zatiaľ vzorka firiem, nie celý register",
    cs: "Zatím vzorek firem, ne celý rejstřík",
    en: "A sample so far, not the whole register",
  },
  sample: {
    sk: "Celý register zatiaľ nemáme. Zastupuje ho priložená vzorka skutočných firiem.",
    cs: "Celý rejstřík této země ještě není načten. Zastupuje ho přiložený vzorek skutečných firem.",
    en: "The whole register of this country is not imported yet. The shipped sample of real firms stands in for it.",
  },
  othersAsked: {
    sk: "Ostatné firmy sa hľadajú priamo v registri, ak odpovedá.",
    cs: "Ostatní firmy se hledají přímo v rejstříku, pokud odpovídá.",
    en: "Other firms are looked up in the register itself, if it answers.",
  },
  othersMissing: {
    sk: "Ostatné firmy tu zatiaľ nenájdete.",
    cs: "Ostatní firmy zde zatím nenajdete.",
    en: "Other firms cannot be found here yet.",
  },
} satisfies Record<string, Localized>;

/** What is held of one country: how many firms, of which day, and from which register files. */
export function Holding({
  holding,
  sources,
  isAsked,
  locale,
}: {
  holding: Status["holdings"][number];
  sources: Status["sources"];
  /** Live registers are asked about firms that the copy lacks. */
  isAsked: boolean;
  locale: Locale;
}) {
  const id = `sources-${holding.country}`;
  return (
    <section class="section" aria-labelledby={id}>
      <h2 id={id}>{countryNames[holding.country][locale]}</h2>
      {holding.isSample ? (
        <Notice title={text.sampleTitle[locale]}>
          <p>
            {text.sample[locale]} {(isAsked ? text.othersAsked : text.othersMissing)[locale]}
          </p>
        </Notice>
      ) : null}
      <dl class="facts is-plain">
        <div>
          <dt>{text.companies[locale]}</dt>
          <dd>
            <strong>{formatNumber(holding.companies, locale)}</strong>
          </dd>
        </div>
        <div>
          <dt>{text.active[locale]}</dt>
          <dd>
            <strong>{formatNumber(holding.active, locale)}</strong>
          </dd>
        </div>
        <div>
          <dt>{text.asOf[locale]}</dt>
          <dd>
            <strong>{formatDay(holding.dataAsOf, locale)}</strong>
          </dd>
        </div>
      </dl>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.source[locale]}</th>
            <th scope="col">{text.published[locale]}</th>
            <th scope="col">{text.imported[locale]}</th>
            <th scope="col" class="number">
              {text.rows[locale]}
            </th>
            <th scope="col">{text.state[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {sources
            .filter(({ country }) => country === holding.country)
            .map((source) => (
              <tr>
                <th scope="row">{source.url === "" ? source.name : <a href={source.url}>{source.name}</a>}</th>
                <td data-label={text.published[locale]}>{formatDay(source.asOf, locale)}</td>
                <td data-label={text.imported[locale]}>
                  <time datetime={source.importedAt}>{formatDay(source.importedAt.slice(0, 10), locale)}</time>
                </td>
                <td data-label={text.rows[locale]} class="number">
                  {formatNumber(source.rows, locale)}
                </td>
                <td data-label={text.state[locale]}>{(source.isSample ? text.sampleState : text.whole)[locale]}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
