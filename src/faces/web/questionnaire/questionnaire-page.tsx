import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import { questionnaireScore } from "../../../capabilities/questionnaire/questionnaire-score.ts";
import type { Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { areaPath, paths } from "../paths.ts";
import { askSheet, type Mode } from "./answers.ts";
import { AnsweredOf, ModeChoice, QuestionnaireFrame, sheetHref } from "./progress-and-mode.tsx";
import { RegimeChoice } from "./regime.tsx";

const text = {
  title: { sk: "Ako ste pripravení na NIS2", cs: "Jak jste připraveni na NIS2", en: "Where you stand with NIS2" },
  description: {
    sk: "Dotazník, ktorým si sami overíte pripravenosť na NIS2: 13 oblastí, krátky alebo úplný, bez prihlásenia.",
    cs: "Dotazník, kterým si sami ověříte připravenost na NIS2: 13 oblastí, krátký nebo úplný, bez přihlášení.",
    en: "A questionnaire to assess your own NIS2 readiness: 13 areas, short or full, without an account.",
  },
  intro: {
    sk: "Odpovedajte po oblastiach a v akomkoľvek poradí. Výsledok ukáže skóre každej oblasti a päť vecí, ktorými sa oplatí začať.",
    cs: "Odpovídejte po oblastech a v libovolném pořadí. Výsledek ukáže skóre každé oblasti a pět věcí, kterými se vyplatí začít.",
    en: "Answer area by area, in any order. The result shows a score for each area and the five things worth doing first.",
  },
  indicative: {
    sk: "Je to vaše vlastné hodnotenie, nie audit ani potvrdenie o súlade.",
    cs: "Je to vaše vlastní hodnocení, ne audit ani potvrzení o souladu.",
    en: "This is your own assessment, not an audit or proof of compliance.",
  },
  areas: { sk: "Oblasti", cs: "Oblasti", en: "Areas" },
  whole: { sk: "Celý dotazník", cs: "Celý dotazník", en: "The whole questionnaire" },
  begin: { sk: "Začať", cs: "Začít", en: "Begin" },
  goOn: { sk: "Pokračovať", cs: "Pokračovat", en: "Continue" },
  result: { sk: "Zobraziť výsledok", cs: "Zobrazit výsledek", en: "Show the result" },
  nameless: { sk: "Oblasť", cs: "Oblast", en: "Area" },
  version: { sk: "Verzia dotazníka", cs: "Verze dotazníku", en: "Version of the questionnaire" },
} satisfies Record<string, Localized>;

/** "How far are we?": the areas with what is answered in each. */
export async function questionnairePage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale } = request;
  const { sheet, ids, redirect } = await askSheet(request);
  if (redirect !== undefined) return redirect;
  const { mode, answers } = sheet;
  const score = await request.ask(questionnaireScore, {
    mode,
    answers: Object.fromEntries(answers),
    reasons: [...sheet.reasons.keys()],
  });
  const overviews = {
    quick: await request.ask(nis2Questionnaire, { mode: "quick" }),
    extended: await request.ask(nis2Questionnaire, { mode: "extended" }),
  };
  const areasOf = (each: Mode) => ("areas" in overviews[each] ? overviews[each].areas : []);
  const countOf = (each: Mode) => areasOf(each).reduce((sum, { questionCount }) => sum + questionCount, 0);
  const progress = new Map(score.areas.map((area) => [area.id, area]));
  const firstOpen = score.areas.find(({ answered, questionCount }) => answered < questionCount);
  const isBegun = score.overall.answered > 0;
  return {
    title: text.title[locale],
    description: text.description[locale],
    isIndexed: answers.size === 0,
    scripts: ["questionnaire"],
    body: (
      <QuestionnaireFrame ids={ids} sheet={sheet} locale={locale}>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="prose indicative">{text.indicative[locale]}</p>
          <ModeChoice
            sheet={sheet}
            ids={ids}
            path={paths.questionnaire}
            counts={{ quick: countOf("quick"), extended: countOf("extended") }}
            locale={locale}
          />
          <RegimeChoice sheet={sheet} ids={ids} path={paths.questionnaire} locale={locale} />
          <AnsweredOf
            answered={score.overall.answered}
            of={score.overall.questionCount}
            label={text.whole[locale]}
            locale={locale}
          />
          <p class="buttons screen-only">
            {firstOpen === undefined ? null : (
              <a class="button" href={sheetHref(locale, areaPath(firstOpen.id), sheet, ids)}>
                {(isBegun ? text.goOn : text.begin)[locale]}
              </a>
            )}
            {isBegun ? (
              <a
                class={`button${firstOpen === undefined ? "" : " is-second"}`}
                href={sheetHref(locale, paths.questionnaireResult, sheet, ids)}
              >
                {text.result[locale]}
              </a>
            ) : null}
          </p>
        </section>
        <section class="section" aria-labelledby="areas-title">
          <h2 id="areas-title">{text.areas[locale]}</h2>
          <ol class="areas">
            {areasOf(mode).map(({ id, title, questionCount }) => (
              <li class="area">
                <h3>
                  <a href={sheetHref(locale, areaPath(id), sheet, ids)}>{title ?? text.nameless[locale]}</a>
                </h3>
                <AnsweredOf
                  answered={progress.get(id)?.answered ?? 0}
                  of={questionCount}
                  label={title ?? text.nameless[locale]}
                  locale={locale}
                />
              </li>
            ))}
          </ol>
          <p class="meta">
            {text.version[locale]} {score.version}. {score.disclaimer}
          </p>
        </section>
      </QuestionnaireFrame>
    ),
  };
}
