import { ASSESSMENT_FORMATS } from "../../../capabilities/assessments/assessment-file.ts";
import { assessmentResult } from "../../../capabilities/assessments/assessment-result.ts";
import { assessmentShow } from "../../../capabilities/assessments/assessment-show.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords } from "../../../core/non-breaking.ts";
import { formatInstant, formatNumber } from "../../../core/text.ts";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { AnsweredOf, modeNames } from "../questionnaire/progress-and-mode.tsx";
import { regimeNames } from "../questionnaire/regime.tsx";
import { assessmentPath, assessmentsPath } from "./assessment-paths.ts";
import { ResultGaps } from "./result-gaps.tsx";
import { FirstSteps, ResultAreas, ResultObligations, ResultScore } from "./result-parts.tsx";

const text = {
  title: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
  all: { sk: "Dotazníky", cs: "Dotazníky", en: "Questionnaires" },
  areas: { sk: "Oblasti", cs: "Oblasti", en: "Areas" },
  complete: {
    sk: "Uzavrieť a vyplniť evidenciu",
    cs: "Uzavřít a vyplnit evidenci",
    en: "Complete it and fill in the register",
  },
  discard: { sk: "Zahodiť dotazník", cs: "Zahodit dotazník", en: "Discard the questionnaire" },
  result: { sk: "Výsledok dotazníka", cs: "Výsledek dotazníku", en: "Result of the questionnaire" },
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  closed: {
    sk: "Dotazník je uzavretý, odpovede sa už nemenia.",
    cs: "Dotazník je uzavřený, odpovědi se už nemění.",
    en: "The questionnaire is completed; its answers no longer change.",
  },
  score: { sk: "skóre", cs: "skóre", en: "score" },
} satisfies Record<string, Localized>;

export type Shown = AnswerOf<typeof assessmentShow>;

/** The saved questionnaire that the address names. */
export function askAssessment({ ask, params }: PrivateRequest<SignedIn>): Promise<Shown> {
  return ask(assessmentShow, {
    organizationId: params.organizationId ?? "",
    questionnaireId: params.questionnaireId ?? "",
  });
}

/** One saved questionnaire: its areas with what is answered in each. */
export async function assessmentPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale } = request;
  const shown = await askAssessment(request);
  const { organization, id, overall, areas, mode, state } = shown;
  const result = state === "completed" ? await askResult(request, shown) : undefined;
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={organization} />
          <AboutAssessment shown={shown} locale={locale} />
          <h2>{text[result === undefined ? "title" : "result"][locale]}</h2>
          {result === undefined ? null : <ResultScore result={result} locale={locale} />}
          <AnsweredOf
            answered={overall.answered}
            of={overall.questionCount}
            label={modeNames[mode][locale]}
            locale={locale}
          />
          {state === "completed" ? <p class="prose">{text.closed[locale]}</p> : null}
          <p class="links">
            {ASSESSMENT_FORMATS.map((format) => (
              <a href={href(locale, assessmentPath(organization.id, `${id}.${format}`))} download>
                {format.toUpperCase()}
              </a>
            ))}
          </p>
          <p class="buttons">
            {shown.mayChange ? (
              <a class="button" href={href(locale, assessmentPath(organization.id, id, "/complete"))}>
                {text.complete[locale]}
              </a>
            ) : null}
            {shown.mayChange ? (
              <a class="button is-quiet" href={href(locale, assessmentPath(organization.id, id, "/discard"))}>
                {text.discard[locale]}
              </a>
            ) : null}
          </p>
        </section>
        {result === undefined ? null : (
          <>
            <FirstSteps result={result} locale={locale} />
            <ResultAreas result={result} locale={locale} />
            <ResultObligations result={result} locale={locale} />
            <ResultGaps request={request} result={result} />
          </>
        )}
        <section class="section" aria-labelledby="answers-title">
          <h2 id="answers-title">{text[result === undefined ? "areas" : "answers"][locale]}</h2>
          <ol class="areas">
            {areas.map((area) => (
              <li class="area">
                <h3>
                  <a href={href(locale, assessmentPath(organization.id, id, `/${area.id}`))}>
                    {keepShortWords(area.title ?? area.id, locale)}
                  </a>
                </h3>
                <AnsweredOf
                  answered={area.answered}
                  of={area.questionCount}
                  label={area.title ?? area.id}
                  locale={locale}
                />
                {area.score === null ? null : (
                  <p class="meta">
                    {text.score[locale]} {formatNumber(area.score, locale)}
                  </p>
                )}
              </li>
            ))}
          </ol>
        </section>
      </>
    ),
  };
}

/** What a completed questionnaire found, as the address narrows its gaps; what is no such thing is left aside. */
function askResult({ ask, query }: PrivateRequest<SignedIn>, { organization, id, areas }: Shown) {
  const area = areas.find((each) => each.id === query.get("area"))?.id;
  const weight = (["1", "2", "3"] as const).find((each) => each === query.get("weight"));
  return ask(assessmentResult, {
    organizationId: organization.id,
    questionnaireId: id,
    ...(area === undefined ? {} : { area }),
    ...(weight === undefined ? {} : { weight }),
  });
}

/** Where one is: all questionnaires, this one, its length and the law it cites. */
export function AboutAssessment({
  shown: { organization, id, mode, regime, createdAt },
  locale,
  isArea = false,
}: {
  shown: Pick<Shown, "organization" | "id" | "mode" | "regime" | "createdAt">;
  locale: Locale;
  isArea?: boolean;
}) {
  return (
    <p class="meta">
      <a href={href(locale, assessmentsPath(organization.id))}>{text.all[locale]}</a>
      {isArea ? (
        <>
          {" · "}
          <a href={href(locale, assessmentPath(organization.id, id))}>{text.title[locale]}</a>
        </>
      ) : null}
      {` · ${modeNames[mode][locale].toLowerCase()} · ${formatInstant(createdAt, locale)}`}
      {regime === null ? null : ` · ${regimeNames[regime][locale]}`}
    </p>
  );
}
