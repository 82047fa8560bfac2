import type { Locale, Localized } from "../../../core/locale.ts";
import { AiClassMark } from "./class-mark.tsx";
import type { AiActAnswer } from "./duty-timeline.tsx";
import { type AiActQuestions, stepPath, type Wizard, wizardHref } from "./wizard-answers.ts";

const text = {
  assumptions: { sk: "Čo sme predpokladali", cs: "Co jsme předpokládali", en: "What was assumed" },
  assumptionsIntro: {
    sk: "Na toto sme odpoveď nedostali a na výsledku záleží:",
    cs: "Na tohle jsme odpověď nedostali a na výsledku záleží:",
    en: "These were not answered, and each matters for the result:",
  },
  becomes: { sk: "inak by to mohlo byť aj", cs: "jinak by to mohlo být i", en: "otherwise it could be" },
  changesDuties: {
    sk: "Inak by sa zmenili dôvody alebo povinnosti, nie trieda.",
    cs: "Jinak by se změnily důvody nebo povinnosti, ne třída.",
    en: "Otherwise the reasons or duties would change, not the class.",
  },
  chooseDay: { sk: "Zmeniť deň", cs: "Změnit den", en: "Change the day" },
  answerIt: { sk: "Odpovedať", cs: "Odpovědět", en: "Answer" },
} satisfies Record<string, Localized>;

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
  return (
    <section class="section" id="assumptions" aria-labelledby="assumptions-title">
      <h2 id="assumptions-title">{text.assumptions[locale]}</h2>
      <p class="prose">{text.assumptionsIntro[locale]}</p>
      <ul class="missing">
        {assumptions.map(({ field, text: words, couldBecome }) => (
          <li class="assumption">
            <div class="rung-text">
              <p>{words}</p>
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
    </section>
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
