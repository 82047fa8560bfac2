import type { Child } from "hono/jsx";
import { accountDelete } from "../../../capabilities/accounts/account-delete.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import { startFacts } from "../../../capabilities/scope/start-facts.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { formatDay, formatNumber, formatShare } from "../../../core/text.ts";
import { OperatorLine, OperatorName } from "../about/operator-line.tsx";
import { CategorySign, categoryPlurals, categoryShortNames } from "../components/category-mark.tsx";
import type { Stats } from "../components/headline-counts.tsx";
import { type Done, doneIn } from "../done/done.ts";
import { DoneLine } from "../done/done-line.tsx";
import { NextDay } from "../feed/upcoming-dates.tsx";
import { IncidentDoor } from "../incident/incident-door.tsx";
import type { PageAnswer, PageRequest, Site } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { SearchForm } from "../search/search-form.tsx";

type Facts = AnswerOf<typeof startFacts>;

const text = {
  title: {
    sk: "Vzťahuje sa na vás zákon o kybernetickej bezpečnosti (NIS2)?",
    cs: "Vztahuje se na vás zákon o kybernetické bezpečnosti (NIS2)?",
    en: "Does the cyber security act (NIS2) apply to you?",
  },
  description: {
    sk: "Zistite podľa názvu alebo IČO, či sa na slovenskú alebo českú firmu vzťahuje smernica NIS2, prečo a čo z toho vyplýva.",
    cs: "Zjistěte podle názvu nebo IČO, zda se na slovenskou nebo českou firmu vztahuje směrnice NIS2, proč a co z toho plyne.",
    en: "Find out by name or company number whether the NIS2 directive reaches a Slovak or Czech firm, why, and what follows.",
  },
  quick: {
    sk: "Bez registrácie, asi minúta.",
    cs: "Bez registrace, asi minuta.",
    en: "No registration, about a minute.",
  },
  examples: { sk: "Napríklad", cs: "Například", en: "For example" },
  whatIf: {
    sk: "zadať činnosť a veľkosť ručne",
    cs: "zadat činnost a velikost ručně",
    en: "enter the activity and size by hand",
  },
  firms: { sk: "viac firiem naraz", cs: "více firem najednou", en: "several firms at once" },
  boxes: { sk: "NIS2 v troch krokoch", cs: "NIS2 ve třech krocích", en: "NIS2 in three steps" },
  which: { sk: "Ktoré to sú", cs: "Která to jsou", en: "Which are they" },
  usual: { sk: "Aká býva odpoveď", cs: "Jaká bývá odpověď", en: "What the answer usually is" },
  most: {
    sk: "Väčšina firiem pod zákon nepatrí.",
    cs: "Většina firem pod zákon nespadá.",
    en: "Most firms are outside the act.",
  },
  noSlovak: {
    sk: "Slovenský úrad počet nezverejnil, alebo sme ho nenašli.",
    cs: "Slovenský úřad počet nezveřejnil, nebo jsme jej nenašli.",
    en: "The Slovak authority has published no number, or we have not found it.",
  },
  source: { sk: "Zdroj: ", cs: "Zdroj: ", en: "Source: " },
  older: { sk: "starší údaj", cs: "starší údaj", en: "older figure" },
  load: {
    sk: "Prevádzkujete túto inštaláciu? Vlastné počty načíta jeden príkaz.",
    cs: "Provozujete tuto instalaci? Vlastní počty načte jeden příkaz.",
    en: "Do you run this installation? One command loads counts of its own.",
  },
  stats: {
    sk: "Aktívne firmy podľa pravidiel, nie úradný zoznam. Stav ",
    cs: "Aktivní firmy podle pravidel, ne úřední seznam. Stav ",
    en: "Active firms by rules, not an official list. As of ",
  },
  radar: { sk: "Počty podľa sektorov", cs: "Počty podle odvětví", en: "Counts by sector" },
  next: { sk: "Najbližší termín zo zákona", cs: "Nejbližší termín ze zákona", en: "The next date by law" },
  methodology: { sk: "metodika", cs: "metodika", en: "method" },
  lawDay: {
    sk: "zákon naposledy porovnaný ",
    cs: "zákon naposledy porovnán ",
    en: "the law last compared on ",
  },
  noTracking: { sk: "bez sledovania", cs: "bez sledování", en: "no tracking" },
} satisfies Record<string, Localized>;

const reportedOf: Readonly<Record<Locale, (reported: string, expected: string) => string>> = {
  sk: (reported, expected) => `V Česku sa ohlásilo ${reported} organizácií z asi ${expected} očakávaných.`,
  cs: (reported, expected) => `V Česku se ohlásilo ${reported} organizací z asi ${expected} očekávaných.`,
  en: (reported, expected) => `In Czechia ${reported} organizations of about ${expected} expected have reported.`,
};

const provisionsText: Readonly<Record<Locale, (count: string) => string>> = {
  sk: (count) => `${count} porovnaných ustanovení`,
  cs: (count) => `${count} porovnaných ustanovení`,
  en: (count) => `${count} provisions compared`,
};

/** Who deleted their account comes here. Nothing but the address says so: public pages read no cookie. */
function doneHere(query: URLSearchParams): Done | null {
  return doneIn(query) === "deleted" ? { code: "deleted", by: accountDelete.name, name: null } : null;
}

/** "Does it apply to us?": the field, examples, NIS2 in three boxes, what the answer usually is, who answers. */
export async function startPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, site } = request;
  const [facts, stats, coming] = await Promise.all([
    request.ask(startFacts, {}),
    countsByCountry(request),
    nextDays(request),
  ]);
  // A sample says nothing about how many firms there are in a country.
  const counts = stats?.filter(({ isSample }) => !isSample) ?? [];
  return {
    title: text.title[locale],
    description: text.description[locale],
    jsonLd: {
      "@type": "WebSite",
      name: "Dosah",
      description: text.description[locale],
      url: `${site.baseUrl}${href(locale, paths.start)}`,
      inLanguage: locale,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${site.baseUrl}${href(locale, paths.search)}?q={q}` },
        "query-input": "required name=q",
      },
    },
    scripts: ["suggest"],
    body: (
      <div class="start">
        <div class="start-top">
          <section class="opening">
            <DoneLine done={doneHere(request.query)} locale={locale} />
            <h1>{text.title[locale]}</h1>
            <SearchForm locale={locale} isLarge />
            <p class="meta">{text.quick[locale]}</p>
            <IncidentDoor locale={locale} />
          </section>
          <Examples examples={facts.examples} locale={locale} />
        </div>
        <section class="start-part" aria-labelledby="boxes-title">
          <h2 id="boxes-title">{text.boxes[locale]}</h2>
          <ol class="boxes">
            <Box id="activity" box={facts.boxes.activity}>
              {" "}
              <a href={href(locale, paths.sectors)}>{text.which[locale]}</a>
            </Box>
            <Box id="size" box={facts.boxes.size} />
            <Box id="duty" box={facts.boxes.duty} />
          </ol>
        </section>
        <section class="start-part" aria-labelledby="usual-title">
          <h2 id="usual-title">{text.usual[locale]}</h2>
          {counts.map((count) => (
            <UsualCounts count={count} locale={locale} />
          ))}
          {counts.length === COUNTRIES.length ? null : (
            <OfficialTotals facts={facts} counted={counts.map(({ country }) => country)} locale={locale} />
          )}
        </section>
        {coming?.items.some(({ title }) => title !== null) !== true ? null : (
          <section class="start-part start-coming" aria-labelledby="next-title">
            <h2 id="next-title">{text.next[locale]}</h2>
            <NextDay calendar={coming} locale={locale} />
          </section>
        )}
        <TrustLine site={site} locale={locale} />
      </div>
    ),
  };
}

/** Well-known firms, each with the sign and the word of its category, as links to their verdicts. */
function Examples({ examples, locale }: { examples: Facts["examples"]; locale: Locale }) {
  return (
    <section aria-labelledby="examples-title">
      <h2 id="examples-title">{text.examples[locale]}</h2>
      <ul class="start-examples">
        {examples.map(({ name, country, ico, category }) => (
          <li>
            <a data-example data-category={category ?? undefined} href={href(locale, firmPath(ico, country))}>
              {name}
            </a>
            {category === null ? null : (
              <span class={`category is-${category}`}>
                <CategorySign category={category} />
                {categoryShortNames[category][locale]}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p class="meta">
        <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a> ·{" "}
        <a href={href(locale, paths.firms)}>{text.firms[locale]}</a>
      </p>
    </section>
  );
}

function Box({
  id,
  box: { title, text: words },
  children,
}: {
  id: keyof Facts["boxes"];
  box: Facts["boxes"]["activity"];
  children?: Child;
}) {
  return (
    <li data-box={id}>
      <b>{title}</b>
      <span>{words}</span>
      {children}
    </li>
  );
}

/** The categories of the active firms of a country whose register was imported. */
function UsualCounts({ count, locale }: { count: Stats; locale: Locale }) {
  const { totals, active, country, dataAsOf } = count;
  const order = ["essential", "important", "unknown", "out_of_scope"] as const;
  let from = 0;
  const parts = order.map((category) => {
    const width = active === 0 ? 0 : (totals[category] / active) * 100;
    from += width;
    return { category, width, x: from - width };
  });
  return (
    <div data-usual="stats" data-country={country}>
      {country === null ? null : <h3>{countryNames[country][locale]}</h3>}
      <svg class="usual-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ category, width, x }) => (
          <rect class={`is-${category}`} x={x} width={width} height="8" />
        ))}
      </svg>
      <ul class="usual-key">
        {order.map((category) => (
          <li class={`category is-${category}`}>
            <CategorySign category={category} />
            <span>
              {categoryPlurals[category][locale]} {formatShare(active === 0 ? 0 : totals[category] / active, locale)} (
              {formatNumber(totals[category], locale)})
            </span>
          </li>
        ))}
      </ul>
      <p class="meta">
        {text.stats[locale]}
        <time data-usual-day datetime={dataAsOf}>
          {formatDay(dataAsOf, locale)}
        </time>
        . <a href={href(locale, paths.radar)}>{text.radar[locale]}</a>
      </p>
    </div>
  );
}

/** Numbers that an authority gave, for countries whose register was not imported. */
function OfficialTotals({
  facts: { officialTotals, today },
  counted,
  locale,
}: {
  facts: Facts;
  counted: readonly (Country | null)[];
  locale: Locale;
}) {
  const reported = officialTotals.find(({ country, what }) => country === "CZ" && what === "reported");
  const expected = officialTotals.find(({ country, what }) => country === "CZ" && what === "expected");
  const isShown = !counted.includes("CZ") && reported !== undefined && expected !== undefined;
  return (
    <div data-usual="official">
      {!isShown ? null : (
        <>
          <p class="prose">
            <strong>{reportedOf[locale](formatNumber(reported.n, locale), formatNumber(expected.n, locale))}</strong>{" "}
            {text.most[locale]}
          </p>
          <svg
            class="usual-bar"
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${formatNumber(reported.n, locale)} / ${formatNumber(expected.n, locale)}`}
          >
            <rect class="usual-all" width="100" height="8" />
            <rect class="usual-part" width={Math.min(100, (reported.n / expected.n) * 100)} height="8" />
          </svg>
          <p class="meta">
            {text.source[locale]}
            {[reported, expected].map(({ source, day }, index) => (
              <>
                {index === 0 ? "" : "; "}
                <a href={source.url}>{source.name}</a>,{" "}
                <time data-usual-day datetime={day}>
                  {formatDay(day, locale)}
                </time>
                {isOld(day, today) ? ` (${text.older[locale]})` : ""}
              </>
            ))}
            .
          </p>
        </>
      )}
      {counted.includes("SK") ? null : <p class="meta">{text.noSlovak[locale]}</p>}
      <details>
        <summary>{text.load[locale]}</summary>
        <pre class="code" data-load-command>
          npx dosah registers fetch
        </pre>
      </details>
    </div>
  );
}

/** True for a figure older than 18 months. */
function isOld(day: string, today: string): boolean {
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(today) - months(day) > 18;
}

/** Who answers, by which law, and that nobody is tracked. */
function TrustLine({ site: { operator, rules }, locale }: { site: Site; locale: Locale }) {
  return (
    <p class="start-part meta" data-trust-line>
      {operator.standing === "known" ? (
        <a href={href(locale, paths.about)}>
          <OperatorName operator={operator} />
        </a>
      ) : (
        <OperatorLine operator={operator} locale={locale} />
      )}{" "}
      · <a href={href(locale, paths.docsMethodology)}>{text.methodology[locale]}</a> ·{" "}
      <span data-provisions={rules.provisions}>{provisionsText[locale](formatNumber(rules.provisions, locale))}</span> ·{" "}
      {text.lawDay[locale]}
      <time data-law-day datetime={rules.lawDay}>
        {formatDay(rules.lawDay, locale)}
      </time>{" "}
      · {text.noTracking[locale]}
    </p>
  );
}

function countsByCountry(request: PageRequest) {
  return asExtra(Promise.all(COUNTRIES.map((country) => request.ask(nis2Stats, { country, includeSectors: false }))));
}

function nextDays(request: PageRequest) {
  return asExtra(request.ask(regulatoryFeedCalendar, {}));
}

/** Optional content: the page works without it. */
async function asExtra<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return undefined;
    throw thrown;
  }
}
