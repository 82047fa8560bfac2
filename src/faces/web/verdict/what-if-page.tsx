import type { Child } from "hono/jsx";
import { companyName } from "../../../capabilities/companies/company-name.ts";
import { activityOptions } from "../../../capabilities/scope/activity-options.ts";
import type { ActivitySearchAnswer } from "../../../capabilities/scope/activity-search.ts";
import type { EvaluationAnswer } from "../../../capabilities/scope/scope-answer.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { categoryInWords, categoryMeanings } from "../components/category-mark.tsx";
import { DocumentHead } from "../components/document-head.tsx";
import { ErrorSummary } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { LabelForm } from "../components/label-form.tsx";
import { ShareSection } from "../components/share-section.tsx";
import { FirmName, firmTitle } from "../components/untrusted-text.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths, redirectTo } from "../paths.ts";
import { verdictPicture } from "../pictures/pictures.ts";
import { ActivityHits } from "./activity-hits.tsx";
import { AlsoDone } from "./also-done.tsx";
import { answerNone } from "./answer-none.ts";
import { askWhatIf, CROWN_BOUNDS } from "./ask-what-if.ts";
import { ChangedLine, readBefore } from "./changed-line.tsx";
import type { ActivityOptions } from "./fact-context.ts";
import { FirmDates } from "./firm-dates.tsx";
import { type ChosenActivity, FromWords, readWords } from "./from-words.tsx";
import { GroupResult } from "./group-result.tsx";
import { NearLineSection } from "./near-line.tsx";
import { askForm, type FormContent, FormQuestions } from "./open-questions.tsx";
import { askRegimes, type ComparedRegimes } from "./regimes-compared.tsx";
import { askRoad, RoadAhead } from "./road.tsx";
import { SaidBeside } from "./said-beside.tsx";
import { shortened, withoutPassing } from "./short-address.ts";
import { readDays, type TypedDays, withDays } from "./stated-days.ts";
import { Successor } from "./successor.tsx";
import { askSizeThresholds, type SizeThresholds, Thresholds } from "./thresholds.tsx";
import { TraceSteps } from "./trace-steps.tsx";
import { VerdictActions } from "./verdict-actions.tsx";
import { documentTitle, VerdictBlock, VerdictFacts } from "./verdict-head.tsx";
import { WhatFollows } from "./what-follows.tsx";
import { changed, whatIfAddress } from "./what-if-address.ts";
import { fieldErrors } from "./what-if-errors.ts";
import { WhatIfForm } from "./what-if-form.tsx";
import type { WhatIfQuery } from "./what-if-query.ts";

const text = {
  thresholds: {
    sk: "Prahové hodnoty, podľa ktorých sa rozhodlo",
    cs: "Prahové hodnoty, podle nichž se rozhodlo",
    en: "The thresholds behind the decision",
  },
  title: { sk: "Zadať údaje o firme", cs: "Zadat údaje o firmě", en: "Enter facts of a firm" },
  description: {
    sk: "Zistite pôsobnosť NIS2 podľa zadanej činnosti a veľkosti, bez vyhľadania firmy.",
    cs: "Zjistěte působnost NIS2 podle zadané činnosti a velikosti, bez vyhledání firmy.",
    en: "Find out whether NIS2 applies to a given activity and size, without looking up a firm.",
  },
  intro: {
    sk: "Povedzte, čo firma robí, a odpovedzte na otázky. Kód činnosti poznať nemusíte. Adresu s výsledkom môžete poslať ďalej.",
    cs: "Řekněte, co firma dělá, a odpovězte na otázky. Kód činnosti znát nemusíte. Adresu s výsledkem můžete poslat dál.",
    en: "Say what the firm does and answer the questions. You need not know its activity code. You can share the address of the result.",
  },
  byFirm: {
    sk: "Radšej vyhľadať firmu podľa názvu",
    cs: "Raději vyhledat firmu podle názvu",
    en: "Look the firm up by name instead",
  },
  questions: {
    sk: "Čo ešte môže výsledok zmeniť",
    cs: "Co ještě může výsledek změnit",
    en: "What can still change the result",
  },
  complete: { sk: "Výsledok je úplný", cs: "Výsledek je úplný", en: "The result is complete" },
  completeIntro: {
    sk: "Podľa registra a vašich odpovedí už nič, na čo sa zákon pýta, výsledok nezmení. Odpovede môžete opraviť.",
    cs: "Podle rejstříku a vašich odpovědí už nic, na co se zákon ptá, výsledek nezmění. Odpovědi můžete opravit.",
    en: "By the register and your answers, nothing that the law asks for can change the result any more. You can correct the answers.",
  },
  completeStated: {
    sk: "Podľa toho, čo ste uviedli, už nič, na čo sa zákon pýta, výsledok nezmení. Odpovede môžete opraviť.",
    cs: "Podle toho, co jste uvedli, už nic, na co se zákon ptá, výsledek nezmění. Odpovědi můžete opravit.",
    en: "By what you stated, nothing that the law asks for can change the result any more. You can correct the answers.",
  },
  changeTitle: { sk: "Zmeniť činnosť a krajinu", cs: "Změnit činnost a zemi", en: "Change activity and country" },
  errorTitle: { sk: "Opravte, prosím, tieto údaje", cs: "Opravte prosím tyto údaje", en: "This needs correcting" },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  stated: { sk: "Podľa zadaných údajov", cs: "Podle zadaných údajů", en: "Based on the facts given" },
  what: { sk: "podľa zadaných údajov", cs: "podle zadaných údajů", en: "by the facts given" },
  firm: { sk: "Firma s IČO", cs: "Firma s IČO", en: "Firm with IČO" },
} satisfies Record<string, Localized>;

const atBounds: Readonly<Record<Locale, (bounds: typeof CROWN_BOUNDS) => string>> = {
  sk: ({ least, most }) =>
    `Kurz pre sumy v korunách nepoznáme; veľkosť vychádza rovnako pri ${least} aj pri ${most} Kč za euro.`,
  cs: ({ least, most }) =>
    `Kurz pro částky v korunách neznáme; velikost vychází stejně při ${least} i při ${most} Kč za euro.`,
  en: ({ least, most }) =>
    `We do not know the rate for the amounts in crowns; the size is the same at ${least} and at ${most} CZK for a euro.`,
};

/** Everything that a page about one address shows. */
interface Asked extends WhatIfQuery {
  /** The address with every code resolved. */
  readonly query: URLSearchParams;
  /** What the words, or a code that means two things, can be. */
  readonly hits: ActivitySearchAnswer | null;
  /** The one activity that the words mean, in the place of a code. */
  readonly fromWords: ChosenActivity | null;
  /** The size is the same whatever the rate of the crown is. */
  readonly isAtBounds: boolean;
  /** The code of two meanings that a choice replaces. */
  readonly unresolved: string | undefined;
}

/** "And if we were 60 people?": from an empty page to a final verdict, one address all the way. */
export async function whatIfPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale } = request;
  const short = shortened(request.query);
  if (short !== null) return redirectTo(whatIfAddress(locale, short), 303);
  const words = await readWords({ ...request, query: withoutPassing(request.query) });
  const { choice, questions, ...read } = await askWhatIf(words.query, request);
  const asked: Asked = { ...read, hits: choice ?? words.hits, fromWords: words.fromWords };
  const { hits, values } = asked;
  const thresholds = await askSizeThresholds(request);
  const isEntry = values.codes.length === 0 && values.does.length === 0 && values.firm === undefined;
  const isChoosing = hits !== null && (choice !== null || isEntry);
  const judged = asked.args ?? asked.rest;
  const isHalf = asked.fromWords !== null && values.employees === "";
  if (judged === undefined || isChoosing || isHalf || asked.query.has("edit")) {
    return question(isChoosing || isHalf ? { ...asked, errors: [] } : asked, thresholds, request);
  }
  const days = readDays(asked.query);
  let verdict: EvaluationAnswer;
  let problem: Problem | undefined;
  try {
    ({ answer: verdict, problem } = await withDays(days, (args) => request.ask(scopeEvaluate, { ...judged, ...args })));
  } catch (thrown) {
    const errors = thrown instanceof ServiceError ? fieldErrors(thrown.problem, locale) : [];
    if (errors.length === 0) throw thrown;
    return question({ ...asked, errors }, thresholds, request);
  }
  const none = answerNone(asked.query, verdict, questions);
  if (none !== null) {
    const passing = [
      ["was", request.query.get("was") ?? ""],
      ["b", asked.query.get("none") ?? ""],
    ] as const;
    return redirectTo(whatIfAddress(locale, [...none, ...passing.filter(([, value]) => value !== "")]), 303);
  }
  const name = await nameOf(asked, request);
  const { label } = asked.values;
  const named = label === "" ? text.stated[locale] : label;
  const about = name === null ? named : `${firmTitle(name, locale)}, ${text.what[locale]}`;
  return {
    status: problem === undefined && asked.errors.length === 0 ? 200 : 400,
    title: `${about}: ${categoryInWords(verdict, locale)}`,
    isIndexed: false,
    preview: {
      title: `${named}: ${categoryInWords(verdict, locale)}`,
      description: `${text.stated[locale]}. ${categoryMeanings[verdict.category][locale]}`,
    },
    picture: verdictPicture(verdict),
    scripts: ["copy"],
    body: (
      <Answer
        asked={asked}
        name={name}
        verdict={verdict}
        content={await askForm(request, verdict, asked.query)}
        names={await askObligationNames(request)}
        regimes={await askRegimes(request, verdict.country)}
        thresholds={thresholds}
        road={await askRoad(request, verdict, problem === undefined ? days : { args: {} })}
        days={days}
        problem={problem}
        request={request}
      />
    ),
  };
}

/** The name of the firm whose facts these are. It is a help only: without it the number stands alone. */
async function nameOf({ values: { firm } }: Asked, { ask }: PageRequest): Promise<string | null> {
  if (firm === undefined) return null;
  try {
    return (await ask(companyName, firm)).untrusted.name;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  }
}

/** The form, empty or with what was typed and what is wrong with it. */
async function question(asked: Asked, thresholds: SizeThresholds, request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const { country } = asked.values;
  const options = await request.ask(activityOptions, country === undefined ? {} : { country });
  const isWrong = asked.errors.length > 0;
  return {
    status: isWrong ? 400 : 200,
    title: isWrong ? `${text.error[locale]}: ${text.title[locale]}` : text.title[locale],
    description: text.description[locale],
    isIndexed: !isWrong && asked.hits === null,
    body: <Question asked={asked} options={options} thresholds={thresholds} locale={locale} />,
  };
}

function Question({
  asked,
  options,
  thresholds,
  locale,
}: {
  asked: Asked;
  options: ActivityOptions;
  thresholds: SizeThresholds;
  locale: Locale;
}) {
  return (
    <>
      <ErrorSummary title={text.errorTitle[locale]} errors={asked.errors} />
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.intro[locale]}</p>
        <p>
          <a href={href(locale, paths.search)}>{text.byFirm[locale]}</a>
        </p>
        <Hits asked={asked} locale={locale} />
        <WhatIfForm locale={locale} values={asked.values} options={options} query={asked.query} errors={asked.errors} />
      </section>
      <Thresholds thresholds={thresholds} locale={locale} />
    </>
  );
}

function Hits({ asked, locale }: { asked: Asked; locale: Locale }) {
  const { hits, query, unresolved, fromWords } = asked;
  if (fromWords !== null) return <FromWords activity={fromWords} query={query} locale={locale} />;
  return hits === null ? null : <ActivityHits answer={hits} query={query} replacing={unresolved} locale={locale} />;
}

function Answer({
  asked,
  name,
  verdict,
  content,
  names,
  regimes,
  thresholds,
  road,
  days,
  problem,
  request,
}: {
  asked: Asked;
  name: string | null;
  verdict: EvaluationAnswer;
  content: FormContent;
  names: ReadonlyMap<string, string>;
  regimes: ComparedRegimes;
  thresholds: SizeThresholds;
  road: Awaited<ReturnType<typeof askRoad>>;
  days: TypedDays;
  problem: Problem | undefined;
  request: PageRequest;
}) {
  const { locale, site } = request;
  const { values, query } = asked;
  const page = {
    days,
    problem,
    action: href(locale, paths.whatIf),
    calendarHref: `${href(locale, paths.whatIfCalendar)}?${query}`,
  };
  return (
    <article class="verdict">
      <ErrorSummary title={text.errorTitle[locale]} errors={asked.errors} />
      <DocumentHead
        title={documentTitle[locale]}
        subject={subjectOf(asked, name, locale)}
        address={`${site.baseUrl}${whatIfAddress(locale, query)}`}
        authority={verdict.authority.name}
        isSigned
        site={site}
        locale={locale}
      />
      <VerdictBlock
        verdict={verdict}
        locale={locale}
        rules={site.rules}
        answered={verdict.answered.length}
        isComplete={verdict.complete}
        about={<About asked={asked} name={name} locale={locale} />}
      />
      <RoadAhead road={road} verdict={verdict} locale={locale} />
      <AlsoDone verdict={verdict} query={query} options={content.options} locale={locale} />
      <VerdictActions
        verdict={verdict}
        ways={{
          notification: `${href(locale, paths.whatIfNotification)}?${query}`,
          calendar: page.calendarHref,
          memo: `${href(locale, paths.whatIfMemo)}?${query}`,
          address: `${site.baseUrl}${whatIfAddress(locale, query)}`,
          ...(values.firm === undefined ? {} : { firm: values.firm }),
        }}
        hasDates={road !== null && road.items.length > 0}
        site={site}
        locale={locale}
      />
      {asked.isAtBounds ? (
        <p class="prose" data-crown-bounds>
          {atBounds[locale](CROWN_BOUNDS)}
        </p>
      ) : null}
      <Hits asked={asked} locale={locale} />
      {verdict.nearLine === null ? null : <NearLineSection near={verdict.nearLine} query={query} locale={locale} />}
      {values.answers.get("status")?.includes("successor") === true ? (
        <Successor country={verdict.country} locale={locale} />
      ) : null}
      <section class="section" id="changes" aria-labelledby="changes-title">
        <h2 id="changes-title">{(verdict.complete ? text.complete : text.questions)[locale]}</h2>
        {verdict.complete ? (
          <p class="prose">{(values.firm === undefined ? text.completeStated : text.completeIntro)[locale]}</p>
        ) : null}
        <form id="answers" action={href(locale, paths.whatIf)} method="get" class="what-if" novalidate>
          <FormQuestions
            verdict={verdict}
            values={values}
            query={query}
            content={content}
            errors={asked.errors}
            changedIn={changedIn(request, verdict)}
            locale={locale}
          />
        </form>
      </section>
      <SaidBeside values={values} verdict={verdict} questions={content.questions} locale={locale} />
      {verdict.group === null ? null : <GroupResult group={verdict.group} values={values} locale={locale} />}
      <TraceSteps verdict={verdict} thresholds={thresholds} locale={locale}>
        <VerdictFacts verdict={verdict} locale={locale} />
      </TraceSteps>
      <WhatFollows verdict={verdict} names={names} regimes={regimes} locale={locale}>
        <FirmDates verdict={verdict} page={page} locale={locale} />
      </WhatFollows>
      <p class="screen-only">
        <a href={whatIfAddress(locale, changed(query, [], [["edit", "1"]]))}>{text.changeTitle[locale]}</a>
      </p>
      <details class="section screen-only">
        <summary>{text.thresholds[locale]}</summary>
        <Thresholds thresholds={thresholds} locale={locale} />
      </details>
      <LabelForm action={href(locale, paths.whatIf)} name="label" value={values.label} pairs={query} locale={locale} />
      <ShareSection locale={locale} address={`${site.baseUrl}${whatIfAddress(locale, query)}`} baseUrl={site.baseUrl} />
    </article>
  );
}

/** What the answers of a block changed, where the form was just sent by its button. */
function changedIn({ query, locale }: PageRequest, verdict: EvaluationAnswer) {
  const before = readBefore(query.get("was"));
  if (before === undefined) return undefined;
  return (block: string) =>
    block === query.get("b") ? <ChangedLine before={before} verdict={verdict} locale={locale} /> : null;
}

/** What a printed verdict is about: the label that was typed, else the firm; `null` for neither. */
function subjectOf({ values: { label, firm } }: Asked, name: string | null, locale: Locale): Child | null {
  if (label !== "") return label;
  if (firm === undefined) return null;
  return (
    <>
      {name === null ? text.firm[locale] : <FirmName name={name} locale={locale} />}, IČO {formatIco(firm.ico)}
    </>
  );
}

/** On what the verdict rests, and whose firm it is. */
function About({ asked, name, locale }: { asked: Asked; name: string | null; locale: Locale }) {
  const { firm } = asked.values;
  return (
    <p class="about-name">
      {text.stated[locale]}
      {firm === undefined ? null : (
        <>
          {" · "}
          <a href={href(locale, firmPath(firm.ico, firm.country))}>
            {name === null ? text.firm[locale] : <FirmName name={name} locale={locale} />} {formatIco(firm.ico)}
          </a>
        </>
      )}
    </p>
  );
}
