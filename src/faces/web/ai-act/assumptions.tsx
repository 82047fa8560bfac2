import type { Locale, Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";
import { AiClassMark } from "./class-mark.tsx";
import type { AiActAnswer } from "./duty-timeline.tsx";
import { type AiActQuestions, stepPath, type Wizard, wizardHref } from "./wizard-answers.ts";

const text = {
  assumptions: { sk: "Čo sme predpokladali", cs: "Co jsme předpokládali", en: "What was assumed" },
  assumptionsIntro: {
    sk: "Na tieto otázky sme odpoveď nedostali a výsledok od nich závisí:",
    cs: "Na tyto otázky jsme odpověď nedostali a výsledek na nich závisí:",
    en: "These were not answered, and each matters for the result:",
  },
  becomes: { sk: "inak by výsledok mohol byť aj", cs: "jinak by výsledek mohl být i", en: "otherwise it could be" },
  changesDuties: {
    sk: "Inak by sa zmenili dôvody alebo povinnosti, nie trieda.",
    cs: "Jinak by se změnily důvody nebo povinnosti, ne třída.",
    en: "Otherwise the reasons or duties would change, not the class.",
  },
  chooseDay: { sk: "Zmeniť deň", cs: "Změnit den", en: "Change the day" },
  more: { sk: "Ďalšie predpoklady", cs: "Další předpoklady", en: "Further assumptions" },
  answerIt: { sk: "Odpovedať", cs: "Odpovědět", en: "Answer" },
} satisfies Record<string, Localized>;

/** Assumptions that are seen at once on a phone; more where each could make the use prohibited. */
const AT_ONCE = 3;

/** What was assumed for missing answers, what each could change the class to, and a link to its question. */
export function Assumptions({
  answer: { assumptions },
  wizard,
  classes,
  locale,
}: {
  answer: AiActAnswer;
  wizard: Wizard;
  classes: AiActQuestions["classes"];
  locale: Locale;
}) {
  if (assumptions.length === 0) return null;
  const bans = assumptions.filter(({ couldBecome }) => couldBecome.includes("prohibited")).length;
  const shown = Math.max(AT_ONCE, bans);
  return (
    <section class="section" id="assumptions" aria-labelledby="assumptions-title">
      <h2 id="assumptions-title">{text.assumptions[locale]}</h2>
      <p class="prose">{text.assumptionsIntro[locale]}</p>
      <List assumptions={assumptions.slice(0, shown)} wizard={wizard} classes={classes} locale={locale} />
      {assumptions.length <= shown ? null : (
        <details class="is-open-wide is-printed">
          <summary>
            {text.more[locale]} ({assumptions.length - shown})
          </summary>
          <List assumptions={assumptions.slice(shown)} wizard={wizard} classes={classes} locale={locale} />
        </details>
      )}
    </section>
  );
}

function List({
  assumptions,
  wizard,
  classes,
  locale,
}: {
  assumptions: AiActAnswer["assumptions"];
  wizard: Wizard;
  classes: AiActQuestions["classes"];
  locale: Locale;
}) {
  return (
    <ul class="missing">
      {assumptions.map(({ field, text: words, couldBecome }) => (
        <li class="assumption" data-assumption={field} data-could-become={couldBecome.join(" ")}>
          <div class="rung-text">
            <p>
              <LawText text={words} />
            </p>
            {field === "asOf" ? null : (
              <p class="becomes">
                {couldBecome.length === 0 ? (
                  <span>{text.changesDuties[locale]}</span>
                ) : (
                  <>
                    <span>{text.becomes[locale]}</span>
                    {couldBecome.map((possible) => (
                      <AiClassMark aiClass={possible} classes={classes} />
                    ))}
                  </>
                )}
              </p>
            )}
          </div>
          <AnswerLink field={field} words={words} wizard={wizard} locale={locale} />
        </li>
      ))}
    </ul>
  );
}

function AnswerLink({
  field,
  words,
  wizard,
  locale,
}: {
  field: AiActAnswer["assumptions"][number]["field"];
  words: string;
  wizard: Wizard;
  locale: Locale;
}) {
  const name = <span class="visually-hidden">: {words}</span>;
  if (field === "asOf") {
    return (
      <a class="screen-only" href="#asOf">
        {text.chooseDay[locale]}
      </a>
    );
  }
  if (!wizard.asked.some((question) => question.field === field)) return null;
  return (
    <a class="screen-only" href={wizardHref(locale, stepPath(field), wizard, { returns: true })}>
      {text.answerIt[locale]}
      {name}
    </a>
  );
}
