import { readStatedNumber } from "../../../capabilities/calling/stated-number.ts";
import { nis2ScopeCheck } from "../../../capabilities/scope/nis2-scope-check.ts";
import type { ScopeAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Day } from "../../../core/day.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { formatDay } from "../../../core/text.ts";
import { CategoryMark, categoryInWords, categoryMeanings } from "../components/category-mark.tsx";
import { DocumentHead } from "../components/document-head.tsx";
import { formatIco } from "../components/format-ico.ts";
import { ShareSection } from "../components/share-section.tsx";
import { FirmAddress, FirmName, firmTitle } from "../components/untrusted-text.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmCalendarPath, firmMemoPath, firmNotificationPath, firmPath, href, redirectTo } from "../paths.ts";
import { verdictPicture } from "../pictures/pictures.ts";
import { firmNotFoundPage, invalidCountryPage, invalidIcoPage, whichCountryPage } from "../search/no-firm-page.tsx";
import { AlsoDone } from "./also-done.tsx";
import { originsOf, StatementTable, shortName } from "./fact-sources.tsx";
import { FirmDates } from "./firm-dates.tsx";
import { askFirmForm, type FirmForm, FirmWhatIfForm } from "./firm-form.tsx";
import { MissingFacts } from "./missing-facts.tsx";
import { askRegimes, type ComparedRegimes } from "./regimes-compared.tsx";
import { Remarks } from "./remarks.tsx";
import { askRoad, RoadAhead } from "./road.tsx";
import { daysQuery, readDays, type TypedDays, withDays } from "./stated-days.ts";
import { askSizeThresholds, type SizeThresholds } from "./thresholds.tsx";
import { TraceSteps } from "./trace-steps.tsx";
import { VerdictActions } from "./verdict-actions.tsx";
import { documentTitle, VerdictBlock, VerdictFacts } from "./verdict-head.tsx";
import { WhatFollows } from "./what-follows.tsx";

const text = {
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  tryTitle: { sk: "Doplňte, čo o firme viete", cs: "Doplňte, co o firmě víte", en: "Add what you know about the firm" },
  sourcesTitle: { sk: "Zdroje", cs: "Zdroje", en: "Sources" },
} satisfies Record<string, Localized>;

/** "Does NIS2 reach this firm, and why?" */
export async function verdictPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, params } = request;
  const inPath = COUNTRIES.find((known) => known === params.country?.toUpperCase());
  if (params.country !== undefined && inPath === undefined) return invalidCountryPage(request);
  const number = readNumber(params.ico ?? "", inPath);
  if (number === undefined || "code" in number) return invalidIcoPage(request, number);
  const { ico, country } = number;
  const canonical = firmPath(ico, country);
  if (request.path !== canonical) return redirectTo(href(locale, canonical), 301);
  try {
    const asked = { ico, detail: "full", ...(country === undefined ? {} : { country }) };
    const days = readDays(request.query);
    const { answer, problem } = await withDays(days, (args) => request.ask(nis2ScopeCheck, { ...asked, ...args }));
    return {
      status: problem === undefined ? 200 : 400,
      title: `${firmTitle(answer.untrusted.name, locale)}: ${categoryInWords(answer, locale)}`,
      isIndexed: false,
      preview: previewOf(answer, locale),
      picture: verdictPicture(answer),
      scripts: ["copy"],
      body: (
        <Verdict
          answer={answer}
          form={await askFirmForm(request, answer)}
          names={await askObligationNames(request)}
          regimes={await askRegimes(request, answer.country)}
          thresholds={await askSizeThresholds(request)}
          road={await askRoad(request, answer, problem === undefined ? days : { args: {} })}
          days={days}
          problem={problem}
          request={request}
        />
      ),
    };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.code === "not_found") {
      return firmNotFoundPage(request, ico, country, thrown.problem);
    }
    if (thrown instanceof ServiceError && thrown.problem.code === "source_unavailable" && country === undefined) {
      // Where nothing will change by itself, the choice of a country helps only when the country is what is missing.
      const { retryAfter, field } = thrown.problem;
      if (retryAfter !== undefined || field === "country") return whichCountryPage(request, ico, thrown.problem);
    }
    throw thrown;
  }
}

/** The most characters of a firm's name in the preview of a link. */
const PREVIEW_NAME = 60;

/** The firm as its register names it, as text, and its category; a name that is suppressed is not there. */
function previewOf(answer: ScopeAnswer, locale: Locale) {
  const { category, ico, country, untrusted } = answer;
  const name = [...firmTitle(untrusted.name, locale)].slice(0, PREVIEW_NAME).join("").trim();
  return {
    title: `${name}: ${categoryInWords(answer, locale)}`,
    description: `IČO ${formatIco(ico)}, ${countryNames[country][locale]}. ${categoryMeanings[category][locale]}`,
  };
}

function Verdict({
  answer,
  form,
  names,
  regimes,
  thresholds,
  road,
  days,
  problem,
  request,
}: {
  answer: ScopeAnswer;
  form: FirmForm;
  names: ReadonlyMap<string, string>;
  regimes: ComparedRegimes;
  thresholds: SizeThresholds;
  road: Awaited<ReturnType<typeof askRoad>>;
  days: TypedDays;
  problem: Problem | undefined;
  request: PageRequest;
}) {
  const { locale, site } = request;
  const { category, dataAsOf, ico, country } = answer;
  const page = {
    days,
    problem,
    action: href(locale, request.path),
    calendarHref: `${href(locale, firmCalendarPath(ico, country))}?${daysQuery(request.query)}`,
  };
  const asks = (
    <MissingFacts verdict={answer} locale={locale}>
      <details class="screen-only" open={category === "unknown"}>
        <summary>{text.tryTitle[locale]}</summary>
        <FirmWhatIfForm locale={locale} answer={answer} form={form} />
      </details>
    </MissingFacts>
  );
  return (
    <article class="verdict">
      <DocumentHead
        title={documentTitle[locale]}
        subject={
          <>
            <FirmName name={answer.untrusted.name} locale={locale} />, IČO {formatIco(ico)}
          </>
        }
        address={`${site.baseUrl}${href(locale, firmPath(ico, country))}`}
        authority={answer.authority.name}
        isSigned
        site={site}
        locale={locale}
      />
      <VerdictBlock
        verdict={answer}
        locale={locale}
        rules={site.rules}
        about={<About answer={answer} locale={locale} />}
        sizeDay={oldSizeDay(answer)}
        answered={answer.answered?.length}
        isComplete={answer.complete}
      />
      <RoadAhead road={road} verdict={answer} locale={locale} />
      <AlsoDone verdict={answer} query={form.query} options={form.options} locale={locale} />
      <VerdictActions
        verdict={answer}
        ways={{
          notification: href(locale, firmNotificationPath(ico, country)),
          calendar: page.calendarHref,
          memo: `${href(locale, firmMemoPath(ico, country))}?${daysQuery(request.query)}`,
          address: `${site.baseUrl}${href(locale, firmPath(ico, country))}`,
          firm: { ico, country },
        }}
        hasDates={road !== null && road.items.length > 0}
        site={site}
        locale={locale}
      />
      <Remarks answer={answer} locale={locale} />
      {/* Without an answer, the missing facts come first; with one, the reasons come first. */}
      {category === "unknown" ? asks : null}
      <TraceSteps verdict={answer} thresholds={thresholds} locale={locale}>
        <VerdictFacts verdict={answer} locale={locale} origins={originsOf(answer, locale)} />
      </TraceSteps>
      {category === "unknown" ? null : asks}
      <WhatFollows verdict={answer} names={names} regimes={regimes} locale={locale}>
        <FirmDates verdict={answer} page={page} locale={locale} />
      </WhatFollows>
      <Alternatives answer={answer} locale={locale} />
      <section class="section" aria-labelledby="sources-title">
        <h2 id="sources-title">{text.sourcesTitle[locale]}</h2>
        <details class="is-printed">
          <summary>{[...new Set(answer.sources.map(({ name }) => shortName(name)))].join(", ")}</summary>
          <StatementTable answer={answer} locale={locale} />
        </details>
        <p class="meta">
          {text.dataAsOf[locale]}: {formatDay(dataAsOf, locale)}
        </p>
      </section>
      <ShareSection
        locale={locale}
        address={`${site.baseUrl}${href(locale, firmPath(ico, country))}`}
        firm={{ ico, country }}
        baseUrl={site.baseUrl}
      />
    </article>
  );
}

/** The day of the size where it is older than two years. */
function oldSizeDay({ statements, asOf }: ScopeAnswer): Day | undefined {
  const day = statements?.find(({ fact, used }) => fact === "size" && used)?.asOf.slice(0, 10);
  const twoYearsBefore = `${Number(asOf.slice(0, 4)) - 2}${asOf.slice(4)}`;
  return day !== undefined && day < twoYearsBefore ? day : undefined;
}

/** The number of an address, or why it is none. */
function readNumber(typed: string, country: Country | undefined): ReturnType<typeof readStatedNumber> | Problem {
  try {
    return readStatedNumber(typed, country);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown.problem;
    throw thrown;
  }
}

const aboutText = {
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
} satisfies Record<string, Localized>;

/** Which firm it is: name, number, country and address. */
function About({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  const { untrusted, ico, country, status } = answer;
  return (
    <div>
      <p class="about-name">
        <FirmName name={untrusted.name} locale={locale} />
        {status === "ceased" ? <span class="tag">{aboutText.ceased[locale]}</span> : null}
      </p>
      <p class="meta">
        <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
        <FirmAddress address={untrusted.address} before=" · " />
      </p>
    </div>
  );
}

const alternativesText = {
  alternativesTitle: {
    sk: "Rovnaké IČO v inej krajine",
    cs: "Stejné IČO v jiné zemi",
    en: "The same number in the other country",
  },
  alternatives: {
    sk: "Toto číslo má v druhej krajine iná firma. Ak ste mysleli ju:",
    cs: "Toto číslo má v druhé zemi jiná firma. Pokud jste mysleli ji:",
    en: "In the other country this number belongs to another firm. If you meant that one:",
  },
} satisfies Record<string, Localized>;

/** Firms of the other country with the same number; nothing where there are none. */
function Alternatives({ answer, locale }: { answer: ScopeAnswer; locale: Locale }) {
  if (answer.alternatives.length === 0) return null;
  return (
    <section class="section" aria-labelledby="alternatives-title">
      <h2 id="alternatives-title">{alternativesText.alternativesTitle[locale]}</h2>
      <p class="prose">{alternativesText.alternatives[locale]}</p>
      <ul class="hits">
        {answer.alternatives.map(({ ico, country, category, untrusted }) => (
          <li class="hit">
            <a href={href(locale, firmPath(ico, country))}>
              <FirmName name={untrusted.name} locale={locale} />
            </a>
            <p class="meta">
              IČO {formatIco(ico)} · {countryNames[country][locale]} ·{" "}
              <CategoryMark category={category} locale={locale} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
