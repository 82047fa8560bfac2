import type { assessmentResult } from "../../../capabilities/assessments/assessment-result.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { keepShortWords, typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatInstant, formatNumber } from "../../../core/text.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import { BasisRemark } from "../obligation-register/basis-remark.tsx";
import { entryPath } from "../obligation-register/register-paths.ts";
import { StatusMark } from "../obligation-register/status-mark.tsx";
import { obligationName } from "../obligations/obligation-entry.tsx";
import { href } from "../paths.ts";
import { answerNames } from "../questionnaire/next-steps.tsx";
import { assessmentsPath } from "./assessment-paths.ts";

const text = typesetTexts({
  score: { sk: "zo 100", cs: "ze 100", en: "out of 100" },
  first: { sk: "Čím začať", cs: "Čím začít", en: "What to do first" },
  nothing: { sk: "Nechýba nič.", cs: "Nechybí nic.", en: "Nothing is missing." },
  given: { sk: "vaša odpoveď", cs: "vaše odpověď", en: "your answer" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  toEntry: { sk: "K povinnosti", cs: "K povinnosti", en: "To the obligation" },
  areas: { sk: "Oblasti, od najslabšej", cs: "Oblasti, od nejslabší", en: "Areas, the weakest first" },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
  area: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  scored: { sk: "Skóre", cs: "Skóre", en: "Score" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězeno", en: "Answered" },
  obligations: { sk: "Povinnosti podľa odpovedí", cs: "Povinnosti podle odpovědí", en: "Obligations by the answers" },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  compare: { sk: "Porovnať s predošlým", cs: "Porovnat s předchozím", en: "Compare with the one before" },
  withheld: {
    sk: "Znenie nezobrazujeme: citáciu v ňom sa nepodarilo overiť.",
    cs: "Znění nezobrazujeme: citaci v něm se nepodařilo ověřit.",
    en: "The words are not shown: a citation in them could not be confirmed.",
  },
} satisfies Record<string, Localized>);

export type Result = AnswerOf<typeof assessmentResult>;

const answeredOf: Record<Locale, (answered: number, asked: number) => string> = {
  sk: (answered, asked) => `zodpovedané ${answered} zo ${asked} otázok celého dotazníka`,
  cs: (answered, asked) => `zodpovězeno ${answered} ze ${asked} otázek celého dotazníku`,
  en: (answered, asked) => `${answered} of the ${asked} questions of the whole questionnaire answered`,
};

const changes: Record<Locale, (former: NonNullable<Result["former"]>, day: string) => string> = {
  sk: ({ better, worse, new: fresh }, day) =>
    `Oproti dotazníku z ${day}: lepšie ${better}, horšie ${worse}, nové ${fresh}.`,
  cs: ({ better, worse, new: fresh }, day) =>
    `Oproti dotazníku z ${day}: lépe ${better}, hůře ${worse}, nové ${fresh}.`,
  en: ({ better, worse, new: fresh }, day) =>
    `Against the questionnaire of ${day}: better ${better}, worse ${worse}, new ${fresh}.`,
};

/** The score, how much of the whole questionnaire it rests on, and what changed since the one before. */
export function ResultScore({ result, locale }: { result: Result; locale: Locale }) {
  const { organization, score, answered, asked, former } = result;
  return (
    <>
      {score === null ? null : (
        <p class="prose lead">
          <strong class="number" data-score={score}>
            {formatNumber(score, locale)}
          </strong>{" "}
          {text.score[locale]}
        </p>
      )}
      <p class="meta" data-answered={answered} data-asked={asked}>
        {answeredOf[locale](answered, asked)}
      </p>
      {former === null ? null : (
        <p class="meta" data-better={former.better} data-worse={former.worse} data-new={former.new}>
          {changes[locale](former, formatInstant(former.completedAt, locale))}{" "}
          <a href={href(locale, `${assessmentsPath(organization.id)}/compare`, { a: former.id, b: result.id })}>
            {text.compare[locale]}
          </a>
        </p>
      )}
    </>
  );
}

/** The five things that raise the score most, each with the way into its entry. */
export function FirstSteps({ result, locale }: { result: Result; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="first">
      <h2 id="first">{text.first[locale]}</h2>
      {result.firstSteps.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
      <ol class="ladder things">
        {result.firstSteps.map((step) => (
          <li class="rung" data-first-step={step.id}>
            <div class="rung-text">
              <GapText gap={step} locale={locale} />
              <p class="buttons">
                <a class="button is-quiet" href={href(locale, entryPath(result.organization.id, step.obligation))}>
                  {text.toEntry[locale]} <span class="visually-hidden">{step.obligation}</span>
                </a>
              </p>
            </div>
            <Citations citations={step.legalReferences} locale={locale} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is asked, what a yes needs, and what was answered. */
export function GapText({ gap, locale }: { gap: Result["gaps"][number]; locale: Locale }) {
  return (
    <>
      <p>
        <LawText text={keepShortWords(gap.text ?? text.withheld[locale], locale)} />
      </p>
      {gap.guidance === null ? null : (
        <p class="help">
          <LawText text={keepShortWords(gap.guidance, locale)} />
        </p>
      )}
      <p class="meta">
        {text.given[locale]}: <b>{gap.answer === null ? text.none[locale] : answerNames[gap.answer][locale]}</b>
      </p>
    </>
  );
}

/** The areas as bars from the lowest score, and a table behind them. */
export function ResultAreas({ result: { areas }, locale }: { result: Result; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="areas-title">
      <h2 id="areas-title">{text.areas[locale]}</h2>
      <figure class="bars" aria-labelledby="areas-title">
        <ul>
          {areas.map(({ id, title, score }) => (
            <li class="bar" data-area={id} data-score={score ?? undefined}>
              <span class="bar-label">{title ?? id}</span>
              <svg class="bar-drawing" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
                <rect class="tone-plain" x="0" y="0" width={String(score ?? 0)} height="16" />
              </svg>
              <span class="bar-direct">{score === null ? "–" : formatNumber(score, locale)}</span>
            </li>
          ))}
        </ul>
      </figure>
      <details class="behind">
        <summary>{text.table[locale]}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.area[locale]}</th>
              <th scope="col" class="number">
                {text.scored[locale]}
              </th>
              <th scope="col" class="number">
                {text.answered[locale]}
              </th>
            </tr>
          </thead>
          <tbody>
            {areas.map(({ id, title, score, answered, questionCount }) => (
              <tr>
                <th scope="row">{title ?? id}</th>
                <td class="number">{score === null ? "–" : formatNumber(score, locale)}</td>
                <td class="number">
                  {answered} / {questionCount}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** The obligations that the answers speak of, with what they say and of how many questions. */
export function ResultObligations({ result, locale }: { result: Result; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="obligations-title">
      <h2 id="obligations-title">{text.obligations[locale]}</h2>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.obligation[locale]}</th>
            <th scope="col">{text.status[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {result.obligations.map(({ code, name, status, basis }) => (
            <tr data-code={code} data-status={status} data-answered={basis.answered} data-asked={basis.asked}>
              <th scope="row">
                <a href={href(locale, entryPath(result.organization.id, code))}>{obligationName(name, locale)}</a>{" "}
                <span class="tag">{code}</span>
              </th>
              <td data-label={text.status[locale]}>
                <StatusMark status={status} locale={locale} /> <BasisRemark item={{ status, basis }} locale={locale} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** By when and by whom the work on a gap is to be done. */
export function GapWork({ gap, locale }: { gap: Result["gaps"][number]; locale: Locale }) {
  const { workDueAt, untrusted } = gap;
  if (workDueAt === null && untrusted.responsiblePerson === null) return null;
  return (
    <span class="meta">
      {untrusted.responsiblePerson === null ? null : <bdi>{untrusted.responsiblePerson}</bdi>}
      {workDueAt === null ? null : (
        <>
          {" "}
          <time datetime={workDueAt}>{formatDay(workDueAt, locale)}</time>
        </>
      )}
    </span>
  );
}
