import type { z } from "zod";
import { sourceStatus } from "../../../capabilities/source-status.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { Notice } from "../parts/notice.tsx";
import { SnapshotOrigin } from "../parts/snapshot-origin.tsx";
import { href, paths } from "../paths.ts";

type Status = z.output<typeof sourceStatus.output>;

const text = {
  title: { sk: "Zdroje údajov a ich stav", cs: "Zdroje dat a jejich stav", en: "Data sources and their state" },
  description: {
    sk: "Z ktorých registrov Dosah čerpá, z ktorého dňa sú údaje a kedy boli načítané.",
    cs: "Z kterých rejstříků Dosah čerpá, ze kterého dne jsou data a kdy byla načtena.",
    en: "Which registers Dosah draws on, which day the data are from and when they were imported.",
  },
  intro: {
    sk: "Odpovede vychádzajú z verejných registrov. Dosah má ich kópiu, aby odpovedal aj vtedy, keď register neodpovedá; dátum pri každom údaji hovorí, z ktorého dňa je.",
    cs: "Odpovědi vycházejí z veřejných rejstříků. Dosah má jejich kopii, aby odpovídal i tehdy, když rejstřík neodpovídá; datum u každého údaje říká, ze kterého dne je.",
    en: "Answers are based on public registers. Dosah keeps a copy of them, so that it can answer even when a register does not; the date beside each fact says which day it is from.",
  },
  companies: { sk: "Firmy spolu", cs: "Firmy celkem", en: "Firms in total" },
  active: { sk: "z toho aktívne", cs: "z toho aktivní", en: "of which active" },
  asOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  published: { sk: "Zverejnené", cs: "Zveřejněno", en: "Published" },
  imported: { sk: "Načítané", cs: "Načteno", en: "Imported" },
  rows: { sk: "Záznamy", cs: "Záznamy", en: "Rows" },
  state: { sk: "Stav", cs: "Stav", en: "State" },
  whole: { sk: "celý register", cs: "celý rejstřík", en: "whole register" },
  sampleState: { sk: "ukážka", cs: "ukázka", en: "sample" },
  sampleTitle: {
    sk: "Zatiaľ ukážka, nie celý register",
    cs: "Zatím ukázka, ne celý rejstřík",
    en: "A sample so far, not the whole register",
  },
  sample: {
    sk: "Celý register tejto krajiny ešte nie je načítaný. Zastupuje ho priložená ukážka skutočných firiem.",
    cs: "Celý rejstřík této země ještě není načten. Zastupuje ho přiložená ukázka skutečných firem.",
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
  liveTitle: { sk: "Živé registre", cs: "Živé rejstříky", en: "Live registers" },
  live: {
    sk: "Pýtame sa ich na firmy, ktoré v kópii nie sú alebo sú v nej pristaré. Počty sú od spustenia tejto inštancie.",
    cs: "Ptáme se jich na firmy, které v kopii nejsou nebo jsou v ní příliš staré. Počty jsou od spuštění této instance.",
    en: "They are asked about firms that are missing from the copy or too old in it. Counts are since this instance was started.",
  },
  lastAnswer: { sk: "Posledná odpoveď", cs: "Poslední odpověď", en: "Last answer" },
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  failures: { sk: "Zlyhania", cs: "Selhání", en: "Failures" },
  fromCache: { sk: "Z pamäte", cs: "Z paměti", en: "From the cache" },
  never: { sk: "zatiaľ žiadna", cs: "zatím žádná", en: "none so far" },
  asked: { sk: "pýtame sa", cs: "ptáme se", en: "in use" },
  rests: { sk: "neodpovedá, čakáme", cs: "neodpovídá, čekáme", en: "not answering, waiting" },
  none: {
    sk: "Nie je načítaný žiadny zdroj. Firmu možno posúdiť len zo zadaných údajov.",
    cs: "Není načten žádný zdroj. Firmu lze posoudit jen ze zadaných údajů.",
    en: "No source is loaded. A firm can be assessed from facts entered by hand only.",
  },
  whatIf: { sk: "Zadať údaje ručne", cs: "Zadat údaje ručně", en: "Enter the facts by hand" },
} satisfies Record<string, Localized>;

/** "Can I rely on it?" */
export async function sourcesPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const status = await request.ask(sourceStatus, {});
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
        </section>
        {status.holdings.map((holding) => (
          <Holding holding={holding} sources={status.sources} isAsked={status.live.length > 0} locale={locale} />
        ))}
        <SnapshotOrigin snapshot={status.snapshot} locale={locale} />
        {status.live.length === 0 ? null : <Live live={status.live} locale={locale} />}
        {status.holdings.length === 0 ? (
          <p class="prose">
            {text.none[locale]} <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>
          </p>
        ) : null}
      </>
    ),
  };
}

function Live({ live, locale }: { live: Status["live"]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="sources-live">
      <h2 id="sources-live">{text.liveTitle[locale]}</h2>
      <p class="prose">{text.live[locale]}</p>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.source[locale]}</th>
            <th scope="col">{text.lastAnswer[locale]}</th>
            <th scope="col" class="number">
              {text.answers[locale]}
            </th>
            <th scope="col" class="number">
              {text.failures[locale]}
            </th>
            <th scope="col" class="number">
              {text.fromCache[locale]}
            </th>
            <th scope="col">{text.state[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {live.map((source) => (
            <tr>
              <th scope="row">{source.name}</th>
              <td data-label={text.lastAnswer[locale]}>
                {source.lastAnswerAt === null ? (
                  text.never[locale]
                ) : (
                  <time datetime={source.lastAnswerAt}>{formatDay(source.lastAnswerAt.slice(0, 10), locale)}</time>
                )}
              </td>
              <td data-label={text.answers[locale]} class="number">
                {formatNumber(source.answers, locale)}
              </td>
              <td data-label={text.failures[locale]} class="number">
                {formatNumber(source.failures, locale)}
              </td>
              <td data-label={text.fromCache[locale]} class="number">
                {formatNumber(source.cacheHits, locale)}
              </td>
              <td data-label={text.state[locale]}>{(source.breaker === "open" ? text.rests : text.asked)[locale]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Holding({
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
