import { questionnaireScore } from "../../../capabilities/questionnaire/questionnaire-score.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { TAKE_OVER_PATH } from "../assessments/assessment-paths.ts";
import { CopyButton } from "../components/code-block.tsx";
import { DocumentHead } from "../components/document-head.tsx";
import { LabelForm } from "../components/label-form.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { areaPath, href, paths } from "../paths.ts";
import { askSheet, type QuestionIds, type QuestionnaireScore, type Sheet, sheetQuery } from "./answers.ts";
import { AreaScores } from "./area-scores.tsx";
import { askGivenAnswers, type GivenAnswer, GivenAnswers } from "./given-answers.tsx";
import { NextThings } from "./next-steps.tsx";
import { PrefilledObligations } from "./prefilled-obligations.tsx";
import { AnsweredOf, modeNames, QuestionnaireFrame, sheetHref } from "./progress-and-mode.tsx";
import { reasonText } from "./reason-field.tsx";
import { askLegalBasis, type LegalBasis, regimeNames } from "./regime.tsx";

const text = {
  notApplied: { sk: "Čo sa vás netýka", cs: "Co se vás netýká", en: "What does not concern you" },
  byYou: { sk: "neuplatňuje sa podľa vás:", cs: "neuplatňuje se podle vás:", en: "does not apply, you say:" },
  noReason: {
    sk: "Bez dôvodu sa tieto odpovede nepočítajú, lebo otázky stoja na zákonnej povinnosti:",
    cs: "Bez důvodu se tyto odpovědi nepočítají, protože otázky stojí na zákonné povinnosti:",
    en: "Without a reason these answers do not count, as the questions rest on a statutory duty:",
  },
  questionnaire: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
  title: { sk: "Výsledok dotazníka NIS2", cs: "Výsledek dotazníku NIS2", en: "Result of the NIS2 questionnaire" },
  emptyTitle: { sk: "Zatiaľ bez odpovedí", cs: "Zatím bez odpovědí", en: "No answers yet" },
  empty: {
    sk: "Výsledok sa ukáže po prvej odpovedi. Začať môžete v ktorejkoľvek oblasti.",
    cs: "Výsledek se ukáže po první odpovědi. Začít můžete v kterékoli oblasti.",
    en: "The result appears with the first answer. Begin in any area.",
  },
  begin: { sk: "Začať", cs: "Začít", en: "Begin" },
  noScore: {
    sk: "Skóre sa nedá vypočítať: žiadna odpoveď sa doň nezapočítava.",
    cs: "Skóre nelze vypočítat: žádná odpověď se do něj nezapočítává.",
    en: "There is no score: none of the answers counts towards it.",
  },
  whole: { sk: "Celý dotazník", cs: "Celý dotazník", en: "The whole questionnaire" },
  weighs: {
    sk: "Skóre váži odpovede podľa závažnosti. Zákon žiadne skóre nepozná; dôležité je, čo je nižšie označené ako povinnosť a chýba.",
    cs: "Skóre váží odpovědi podle závažnosti. Zákon žádné skóre nezná; důležité je, co je níže označeno jako povinnost a chybí.",
    en: "The score weighs answers by their gravity. The law knows no score; what matters is what is marked below as a duty and is missing.",
  },
  unanswered: { sk: "Otázky bez odpovede", cs: "Otázky bez odpovědi", en: "Unanswered questions" },
  leftOut: {
    sk: "Nepočítať otázky bez odpovede",
    cs: "Nepočítat otázky bez odpovědi",
    en: "Leave out unanswered questions",
  },
  asNo: { sk: "Počítať ich ako „nie“", cs: "Počítat je jako „ne“", en: "Count them as “no”" },
  indicative: {
    sk: "Je to vaše vlastné hodnotenie, nie audit ani potvrdenie o súlade.",
    cs: "Je to vaše vlastní hodnocení, ne audit ani potvrzení o souladu.",
    en: "This is your own assessment, not an audit or proof of compliance.",
  },
  back: { sk: "Späť k otázkam", cs: "Zpět k otázkám", en: "Back to the questions" },
  save: { sk: "Uložiť do organizácie", cs: "Uložit do organizace", en: "Save in an organization" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  copyLink: { sk: "Kopírovať odkaz", cs: "Kopírovat odkaz", en: "Copy link" },
} satisfies Record<string, Localized>;

const reached: Record<Locale, (score: string) => string> = {
  sk: (score) => `Skóre ${score} zo 100`,
  cs: (score) => `Skóre ${score} ze 100`,
  en: (score) => `Score ${score} out of 100`,
};

/** From this share of answered questions on, a score has words. */
const BANDED_FROM = 0.8;

const ofAnswers: Readonly<Record<Locale, (answered: string) => string>> = {
  sk: (answered) => `Zo ${answered} odpovedí`,
  cs: (answered) => `Z ${answered} odpovědí`,
  en: (answered) => `From ${answered} answers`,
};

/** What a score from so many points on is called; a scale, not a verdict of the law. */
const BANDS = [
  { from: 90, id: "in_place", words: { sk: "Zavedené", cs: "Zavedeno", en: "In place" } },
  { from: 70, id: "mostly", words: { sk: "Prevažne zavedené", cs: "Převážně zavedeno", en: "Mostly in place" } },
  { from: 40, id: "under_way", words: { sk: "Rozbehnuté", cs: "Rozběhnuto", en: "Under way" } },
  { from: 0, id: "beginning", words: { sk: "Začiatok", cs: "Začátek", en: "Beginning" } },
] as const satisfies readonly { readonly from: number; readonly id: string; readonly words: Localized }[];

function bandOf(score: number): (typeof BANDS)[number] {
  return BANDS.find(({ from }) => score >= from) ?? BANDS[3];
}

/** The score overall and by area, what to do first, and the obligations that the answers concern. */
export async function questionnaireResultPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, query } = request;
  const { sheet, ids, redirect } = await askSheet(request);
  if (redirect !== undefined) return redirect;
  const { mode, answers } = sheet;
  const isFinished = query.get("unanswered") === "no";
  const [basis, given] = await Promise.all([askLegalBasis(request, sheet), askGivenAnswers(request, sheet, ids)]);
  const score = await request.ask(questionnaireScore, {
    mode,
    answers: Object.fromEntries(answers),
    reasons: [...sheet.reasons.keys()],
    finished: isFinished,
  });
  const isEmpty = score.overall.answered === 0 && score.withoutReason.length === 0;
  return {
    title: text.title[locale],
    isIndexed: false,
    scripts: ["copy", "questionnaire"],
    body: (
      <QuestionnaireFrame ids={ids} sheet={sheet} locale={locale}>
        {isEmpty ? (
          <Empty sheet={sheet} ids={ids} locale={locale} />
        ) : (
          <Result
            score={score}
            basis={basis}
            given={given}
            isFinished={isFinished}
            sheet={sheet}
            ids={ids}
            request={request}
          />
        )}
      </QuestionnaireFrame>
    ),
  };
}

function Empty({ sheet, ids, locale }: { sheet: Sheet; ids: QuestionIds; locale: Locale }) {
  return (
    <section class="opening">
      <h1>{text.emptyTitle[locale]}</h1>
      <p class="prose lead">{text.empty[locale]}</p>
      <p class="buttons">
        <a class="button" href={sheetHref(locale, paths.questionnaire, sheet, ids)}>
          {text.begin[locale]}
        </a>
      </p>
    </section>
  );
}

function Result({
  score,
  basis,
  given,
  isFinished,
  sheet,
  ids,
  request,
}: {
  score: QuestionnaireScore;
  basis: LegalBasis;
  given: readonly GivenAnswer[];
  isFinished: boolean;
  sheet: Sheet;
  ids: QuestionIds;
  request: PageRequest;
}) {
  const { locale, site } = request;
  const { overall } = score;
  const linkTo = (path: string) => sheetHref(locale, path, sheet, ids);
  const here = (unanswered: "no" | undefined) =>
    href(locale, paths.questionnaireResult, { ...sheetQuery(sheet, ids), unanswered });
  const isBanded = overall.score !== null && overall.answered >= BANDED_FROM * overall.questionCount;
  return (
    <>
      <DocumentHead
        title={text.title[locale]}
        subject={sheet.label || null}
        address={`${site.baseUrl}${here(isFinished ? "no" : undefined)}`}
        isSigned
        site={site}
        locale={locale}
      />
      <section class="opening">
        <p class="meta">
          <a href={linkTo(paths.questionnaire)}>{text.questionnaire[locale]}</a> ·{" "}
          {modeNames[sheet.mode][locale].toLowerCase()}
          {sheet.regime === undefined ? "" : ` · ${regimeNames[sheet.regime][locale]}`}
        </p>
        <h1>{overall.score === null ? text.noScore[locale] : reached[locale](formatNumber(overall.score, locale))}</h1>
        {overall.score === null ? null : (
          <p class="prose" data-score={overall.score} data-scale={isBanded ? bandOf(overall.score).id : "none"}>
            <b>
              {isBanded
                ? bandOf(overall.score).words[locale]
                : ofAnswers[locale](formatNumber(overall.answered, locale))}
              .
            </b>{" "}
            {text.weighs[locale]}
          </p>
        )}
        <p class="prose indicative">{text.indicative[locale]}</p>
        <AnsweredOf answered={overall.answered} of={overall.questionCount} label={text.whole[locale]} locale={locale} />
        {overall.answered === overall.questionCount ? null : (
          <nav class="filter quiet-links" aria-label={text.unanswered[locale]}>
            <ul>
              {([undefined, "no"] as const).map((choice) => (
                <li>
                  <a href={here(choice)} aria-current={(choice === "no") === isFinished ? "true" : undefined}>
                    {(choice === "no" ? text.asNo : text.leftOut)[locale]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <LabelForm
          action={href(locale, paths.questionnaireResult)}
          name="label"
          value={sheet.label}
          pairs={Object.entries(sheetQuery(sheet, ids))}
          locale={locale}
        />
        <p class="buttons screen-only">
          <a class="button is-quiet" href={linkTo(areaPath(firstOpen(score)))}>
            {text.back[locale]}
          </a>
          <CopyButton
            value={`${site.baseUrl}${here(isFinished ? "no" : undefined)}`}
            label={text.copyLink[locale]}
            locale={locale}
          />
          <a class="button is-quiet" href={linkTo(TAKE_OVER_PATH)} rel="nofollow">
            {text.save[locale]}
          </a>
          <button type="button" class="button is-quiet" data-print hidden>
            {text.print[locale]}
          </button>
        </p>
      </section>
      <NotApplied score={score} given={given} sheet={sheet} ids={ids} locale={locale} />
      <NextThings score={score} basis={basis} locale={locale} linkTo={linkTo} />
      <AreaScores score={score} locale={locale} />
      <PrefilledObligations score={score} locale={locale} />
      <GivenAnswers given={given} sheet={sheet} ids={ids} locale={locale} />
    </>
  );
}

/** What the visitor says does not concern them, each with the reason; what lacks one counts as not answered. */
function NotApplied({
  score: { withoutReason },
  given,
  sheet,
  ids,
  locale,
}: {
  score: QuestionnaireScore;
  given: readonly GivenAnswer[];
  sheet: Sheet;
  ids: QuestionIds;
  locale: Locale;
}) {
  const reasoned = given.filter(({ id }) => sheet.reasons.has(id));
  const missing = given.filter(({ id }) => withoutReason.includes(id));
  if (reasoned.length === 0 && missing.length === 0) return null;
  const question = ({ id, area, text: words }: GivenAnswer) => (
    <a href={`${sheetHref(locale, areaPath(area), sheet, ids)}#${id}`}>{words ?? id}</a>
  );
  return (
    <section class="section" aria-labelledby="not-applied-title">
      <h2 id="not-applied-title">{text.notApplied[locale]}</h2>
      <ul data-not-applied={reasoned.length}>
        {reasoned.map((one) => {
          const reason = sheet.reasons.get(one.id);
          return (
            <li>
              {question(one)}: {text.byYou[locale]} <bdi>{reason === undefined ? "" : reasonText(reason, locale)}</bdi>
            </li>
          );
        })}
      </ul>
      {missing.length === 0 ? null : (
        <>
          <p>{text.noReason[locale]}</p>
          <ul data-without-reason={missing.length}>
            {missing.map((one) => (
              <li>{question(one)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The first area with an open question, else the first of all. */
function firstOpen({ areas }: QuestionnaireScore): string {
  const open = areas.find(({ answered, questionCount }) => answered < questionCount);
  return (open ?? areas[0])?.id ?? "";
}
