import { nis2Obligations } from "../../../capabilities/nis2-obligations.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import {
  LegalBasis,
  type Obligation,
  ObligationEntry,
  ObligationFacts,
  obligationName,
} from "../parts/obligations/entry.tsx";
import { HowToRead, LegalSources } from "../parts/obligations/reading.tsx";
import { TakeAway } from "../parts/take-away.tsx";
import { href, obligationPath, paths } from "../paths.ts";
import { problemPage } from "./problem.tsx";

const text = {
  title: { sk: "Čo treba podľa NIS2 robiť", cs: "Co je podle NIS2 třeba dělat", en: "What NIS2 asks you to do" },
  description: {
    sk: "Povinnosti podľa smernice NIS2 so slovenským, českým a európskym právnym základom vedľa seba.",
    cs: "Povinnosti podle směrnice NIS2 se slovenským, českým a evropským právním základem vedle sebe.",
    en: "The obligations under the NIS2 directive with their Slovak, Czech and EU legal basis side by side.",
  },
  categories: {
    sk: "Katalóg je rovnaký pre každú kategóriu subjektu. Opisy sú napísané vlastnými slovami, záväzné je len znenie predpisov.",
    cs: "Katalog je stejný pro každou kategorii subjektu. Popisy jsou psány vlastními slovy, závazné je jen znění předpisů.",
    en: "The catalog is the same for every category of entity. The descriptions are in our own words; only the acts are binding.",
  },
  filter: { sk: "Článok smernice", cs: "Článek směrnice", en: "Article of the directive" },
  all: { sk: "Všetky", cs: "Všechny", en: "All" },
  article: { sk: "Článok", cs: "Článek", en: "Article" },
  contents: { sk: "Zoznam povinností", cs: "Seznam povinností", en: "List of obligations" },
  how: { sk: "Zistiť, ako ste na tom", cs: "Zjistit, jak jste na tom", en: "See how far you are" },
  catalog: { sk: "Všetky povinnosti", cs: "Všechny povinnosti", en: "All obligations" },
  neighbours: { sk: "Ďalšie povinnosti", cs: "Další povinnosti", en: "Other obligations" },
  previous: { sk: "Predchádzajúca", cs: "Předchozí", en: "Previous" },
  next: { sk: "Nasledujúca", cs: "Následující", en: "Next" },
} satisfies Record<string, Localized>;

/** What an article of the directive is about, in our own words. */
const subjects: Readonly<Record<string, Localized>> = {
  "20": { sk: "zodpovednosť vedenia", cs: "odpovědnost vedení", en: "responsibility of the management" },
  "21": { sk: "opatrenia na riadenie rizík", cs: "opatření k řízení rizik", en: "risk-management measures" },
  "23": { sk: "hlásenie incidentov", cs: "hlášení incidentů", en: "reporting of incidents" },
  "27": { sk: "registrácia", cs: "registrace", en: "registration" },
  "29": { sk: "výmena informácií", cs: "sdílení informací", en: "sharing of information" },
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
  const catalog = await request.ask(nis2Obligations, {});
  const articles = new Set(catalog.items.map(articleOf));
  const asked = query.get("article") ?? "";
  const article = articles.has(asked) ? asked : undefined;
  return {
    title: article === undefined ? text.title[locale] : `${text.title[locale]}: ${articleName(article, locale)}`,
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{intro[locale](catalog.count)}</p>
          <p class="prose">{text.categories[locale]}</p>
          <p>
            <a href={href(locale, paths.questionnaire)}>{text.how[locale]}</a>
          </p>
          <HowToRead locale={locale} />
        </section>
        <ArticleFilter articles={articles} current={article} locale={locale} />
        {[...articles]
          .filter((each) => article === undefined || each === article)
          .map((each) => (
            <Article article={each} items={catalog.items.filter((item) => articleOf(item) === each)} locale={locale} />
          ))}
        <LegalSources catalog={catalog} locale={locale} />
        <TakeAway
          locale={locale}
          address={`${site.baseUrl}${href(locale, paths.obligations, { article })}`}
          baseUrl={site.baseUrl}
        />
      </>
    ),
  };
}

/** One obligation at an address of its own. */
export async function obligationPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, params, site } = request;
  const catalog = await request.ask(nis2Obligations, {});
  const index = catalog.items.findIndex(({ code }) => code === params.code?.toUpperCase());
  const item = catalog.items[index];
  if (item === undefined) return problemPage(request, { code: "not_found" });
  const name = obligationName(item.name, locale);
  const neighbours = [
    { item: catalog.items[index - 1], word: text.previous },
    { item: catalog.items[index + 1], word: text.next },
  ];
  return {
    title: `${name} (${item.code})`,
    description: `${text.article[locale]} ${articleOf(item)}. ${text.description[locale]}`,
    scripts: ["copy"],
    body: (
      <>
        <article class="opening obligation-alone">
          <p class="meta">
            <a href={`${href(locale, paths.obligations)}#${item.code}`}>{text.catalog[locale]}</a> · {item.code}
          </p>
          <h1>{name}</h1>
          <ObligationFacts item={item} locale={locale} />
          <LegalBasis item={item} locale={locale} level={2} />
          <HowToRead locale={locale} />
        </article>
        <nav class="section neighbours" aria-label={text.neighbours[locale]}>
          <ul>
            {neighbours.map(({ item: other, word }) =>
              other === undefined ? null : (
                <li>
                  <span class="meta">{word[locale]}</span>{" "}
                  <a href={href(locale, obligationPath(other.code))}>{obligationName(other.name, locale)}</a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <LegalSources catalog={catalog} locale={locale} />
        <TakeAway
          locale={locale}
          address={`${site.baseUrl}${href(locale, obligationPath(item.code))}`}
          baseUrl={site.baseUrl}
        />
      </>
    ),
  };
}

function ArticleFilter({
  articles,
  current,
  locale,
}: {
  articles: ReadonlySet<string>;
  current: string | undefined;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links by-article" aria-label={text.filter[locale]}>
      <ul>
        {[undefined, ...articles].map((article) => (
          <li>
            <a
              href={href(locale, paths.obligations, { article })}
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

function Article({ article, items, locale }: { article: string; items: readonly Obligation[]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby={`article-${article}`}>
      <h2 id={`article-${article}`}>{articleName(article, locale)}</h2>
      {items.length < 3 ? null : (
        <details class="contents is-list">
          <summary>{text.contents[locale]}</summary>
          <ul>
            {items.map(({ code, name }) => (
              <li>
                <a href={`#${code}`}>{obligationName(name, locale)}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      {items.map((item) => (
        <ObligationEntry item={item} locale={locale} />
      ))}
    </section>
  );
}

/** The number of the article stands in the code, which never changes its meaning: `NIS2-21-2-A` belongs to 21. */
function articleOf({ code }: Obligation): string {
  return code.split("-")[1] ?? "";
}

function articleName(article: string, locale: Locale): string {
  const subject = subjects[article]?.[locale];
  return `${text.article[locale]} ${article}${subject === undefined ? "" : `: ${subject}`}`;
}
