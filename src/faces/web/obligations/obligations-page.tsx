import { obligationCatalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { DocumentHead } from "../components/document-head.tsx";
import { ShareSection } from "../components/share-section.tsx";
import { IncidentDoor } from "../incident/incident-door.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { HowToRead, LegalSources } from "./legal-basis-notes.tsx";
import {
  articleOf,
  jurisdictionNames,
  type Obligation,
  ObligationEntry,
  ObligationTable,
  readCountry,
} from "./obligation-entry.tsx";

const text = {
  whole: { sk: "všetky", cs: "všechny", en: "all" },
  title: { sk: "Čo treba podľa NIS2 robiť", cs: "Co je podle NIS2 třeba dělat", en: "What NIS2 requires you to do" },
  description: {
    sk: "Povinnosti podľa smernice NIS2 so slovenským, českým a európskym právnym základom vedľa seba.",
    cs: "Povinnosti podle směrnice NIS2 se slovenským, českým a evropským právním základem vedle sebe.",
    en: "The obligations under the NIS2 directive with their Slovak, Czech and EU legal basis side by side.",
  },
  categories: {
    sk: "Katalóg je rovnaký pre každú kategóriu subjektu. Opisy sú napísané vlastnými slovami, záväzné je len znenie predpisov.",
    cs: "Katalog je stejný pro každou kategorii subjektu. Popisy jsou psány vlastními slovy, závazné je jen znění předpisů.",
    en: "The catalog is the same for every category of entity. The descriptions are in our own words; only the texts of the acts are binding.",
  },
  filter: { sk: "Článok smernice", cs: "Článek směrnice", en: "Article of the directive" },
  all: { sk: "Všetky", cs: "Všechny", en: "All" },
  article: { sk: "Článok", cs: "Článek", en: "Article" },
  how: { sk: "Overiť, ako ste pripravení", cs: "Ověřit, jak jste připraveni", en: "See where you stand" },
  law: { sk: "Právo", cs: "Právo", en: "Law" },
  both: { sk: "Slovenské a české", cs: "Slovenské a české", en: "Slovak and Czech" },
} satisfies Record<string, Localized>;

/** What an article of the directive is about, in our own words. */
const subjects: Readonly<Record<string, Localized>> = {
  "20": { sk: "zodpovednosť vedenia", cs: "odpovědnost vedení", en: "responsibility of management" },
  "21": { sk: "opatrenia na riadenie rizík", cs: "opatření k řízení rizik", en: "risk-management measures" },
  "23": { sk: "hlásenie incidentov", cs: "hlášení incidentů", en: "incident reporting" },
  "27": { sk: "registrácia", cs: "registrace", en: "registration" },
  "29": { sk: "výmena informácií", cs: "sdílení informací", en: "information sharing" },
};

const intro: Record<Locale, (count: number) => string> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "povinnosť", few: "povinnosti", other: "povinností" }, "sk")}, pri každej slovenské, české a európske ustanovenia vedľa seba.`,
  cs: (count) =>
    `${count} ${plural(count, { one: "povinnost", few: "povinnosti", other: "povinností" }, "cs")}, u každé slovenská, česká a evropská ustanovení vedle sebe.`,
  en: (count) =>
    `${count} ${plural(count, { one: "obligation", other: "obligations" }, "en")}, each with the Slovak, Czech and EU provisions side by side.`,
};

/** "What must we do?": the catalog by article. */
export async function obligationsPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, query, site } = request;
  const catalog = await request.ask(obligationCatalog, {});
  const articles = new Set(catalog.items.map(articleOf));
  const asked = query.get("article") ?? "";
  const article = articles.has(asked) ? asked : undefined;
  const country = readCountry(query);
  return {
    title: article === undefined ? text.title[locale] : `${text.title[locale]}: ${articleName(article, locale)}`,
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <DocumentHead
          title={text.title[locale]}
          subject={article === undefined ? text.whole[locale] : articleName(article, locale)}
          address={`${site.baseUrl}${href(locale, paths.obligations, { article, country })}`}
          site={site}
          locale={locale}
        />
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <IncidentDoor locale={locale} />
          <p class="prose lead">{intro[locale](catalog.count)}</p>
          <p class="prose">{text.categories[locale]}</p>
          <p>
            <a href={href(locale, paths.questionnaire)}>{text.how[locale]}</a>
          </p>
          <HowToRead locale={locale} />
        </section>
        <ArticleFilter articles={articles} current={article} country={country} locale={locale} />
        <LawFilter article={article} current={country} locale={locale} />
        {[...articles]
          .filter((each) => article === undefined || each === article)
          .map((each) => (
            <Article
              article={each}
              items={catalog.items.filter((item) => articleOf(item) === each)}
              country={country}
              locale={locale}
            />
          ))}
        <LegalSources catalog={catalog} locale={locale} />
        <ShareSection
          locale={locale}
          address={`${site.baseUrl}${href(locale, paths.obligations, { article, country })}`}
          baseUrl={site.baseUrl}
        />
      </>
    ),
  };
}

function ArticleFilter({
  articles,
  current,
  country,
  locale,
}: {
  articles: ReadonlySet<string>;
  current: string | undefined;
  country: Country | undefined;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links by-article" aria-label={text.filter[locale]}>
      <ul>
        {[undefined, ...articles].map((article) => (
          <li>
            <a
              href={href(locale, paths.obligations, { article, country })}
              aria-current={article === current ? "true" : undefined}
            >
              {article === undefined ? text.all[locale] : `${text.article[locale]} ${article}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whose law is shown beside that of the Union. */
function LawFilter({
  article,
  current,
  locale,
}: {
  article: string | undefined;
  current: Country | undefined;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links" aria-label={text.law[locale]}>
      <ul>
        {[undefined, ...COUNTRIES].map((country) => (
          <li>
            <a
              href={href(locale, paths.obligations, { article, country })}
              aria-current={country === current ? "true" : undefined}
            >
              {(country === undefined ? text.both : jurisdictionNames[country])[locale]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Article({
  article,
  items,
  country,
  locale,
}: {
  article: string;
  items: readonly Obligation[];
  country: Country | undefined;
  locale: Locale;
}) {
  return (
    <section class="section" aria-labelledby={`article-${article}`}>
      <h2 id={`article-${article}`}>{articleName(article, locale)}</h2>
      <ObligationTable items={items} country={country} locale={locale} />
      {items.map((item) => (
        <ObligationEntry item={item} country={country} locale={locale} />
      ))}
    </section>
  );
}

function articleName(article: string, locale: Locale): string {
  const subject = subjects[article]?.[locale];
  return `${text.article[locale]} ${article}${subject === undefined ? "" : `: ${subject}`}`;
}
