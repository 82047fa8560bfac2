import type { Locale, Localized } from "../../../../core/locale.ts";
import { formatDay } from "../../../../core/text.ts";
import { href, paths } from "../../paths.ts";
import { Citations } from "../citations.tsx";
import { type AiActQuestions, stepPath, type Wizard, wizardHref } from "./answers.ts";
import { AiClassMark } from "./mark.tsx";
import { answerName } from "./question.tsx";
import type { AiActAnswer } from "./timeline.tsx";

const text = {
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  notes: { sk: "Čo ešte vedieť", cs: "Co ještě vědět", en: "What else to know" },
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
  answerIt: { sk: "Odpovedať", cs: "Odpovědět", en: "Answer" },
  chooseDay: { sk: "Zmeniť deň", cs: "Změnit den", en: "Change the day" },
  answers: { sk: "Vaše odpovede", cs: "Vaše odpovědi", en: "Your answers" },
  change: { sk: "Zmeniť", cs: "Změnit", en: "Change" },
  notAnswered: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  again: {
    sk: "Posúdiť ďalší systém od začiatku",
    cs: "Posoudit další systém od začátku",
    en: "Assess another system from the start",
  },
  sources: { sk: "Zdroje", cs: "Zdroje", en: "Sources" },
  checked: { sk: "znenie overené", cs: "znění ověřeno", en: "text checked on" },
} satisfies Record<string, Localized>;

/** Each reason with the provision it stands on. */
export function Reasons({ answer: { reasons }, locale }: { answer: AiActAnswer; locale: Locale }) {
  return <Statements id="why" title={text.why[locale]} statements={reasons} locale={locale} />;
}

/** What no answer can carry, but matters with a high-risk system. */
export function Notes({ answer: { notes }, locale }: { answer: AiActAnswer; locale: Locale }) {
  return <Statements id="notes" title={text.notes[locale]} statements={notes} locale={locale} />;
}

function Statements({
  id,
  title,
  statements,
  locale,
}: {
  id: string;
  title: string;
  statements: AiActAnswer["reasons"];
  locale: Locale;
}) {
  if (statements.length === 0) return null;
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul class="statements">
        {statements.map(({ text: words, citations }) => (
          <li class="rung">
            <div class="rung-text">
              <p>{words}</p>
            </div>
            <Citations citations={citations} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What stood in for missing answers, what each could turn the class into, and the way to its question. */
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

/** Every question that was asked with its answer, each to be changed. */
export function AnswersGiven({ wizard, locale }: { wizard: Wizard; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="answers-title">
      <h2 id="answers-title">{text.answers[locale]}</h2>
      <dl class="ai-answers">
        {wizard.asked.map((question) => {
          const values = wizard.answers.get(question.field);
          const told = values?.map((value) => answerName(question, value, locale)).join("; ");
          return (
            <div>
              <dt>{question.question}</dt>
              <dd class={told === undefined ? "nameless" : undefined}>{told ?? text.notAnswered[locale]}</dd>
              <dd class="screen-only">
                <a href={wizardHref(locale, stepPath(question.field), wizard, { returns: true })}>
                  {(told === undefined ? text.answerIt : text.change)[locale]}
                  <span class="visually-hidden">: {question.question}</span>
                </a>
              </dd>
            </div>
          );
        })}
      </dl>
      <p class="screen-only">
        <a href={href(locale, paths.aiAct)}>{text.again[locale]}</a>
      </p>
    </section>
  );
}

/** The acts behind the answer, with the day on which their text was last compared. */
export function LawSources({ sources, locale }: { sources: AiActQuestions["sources"]; locale: Locale }) {
  return (
    <ul class="law-sources">
      {sources.map(({ name, url, checkedOn }) => (
        <li>
          <a href={url}>{name}</a>{" "}
          <span class="meta">
            {text.checked[locale]} <time datetime={checkedOn}>{formatDay(checkedOn, locale)}</time>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The sources as a section of the result. */
export function SourcesSection({ sources, locale }: { sources: AiActQuestions["sources"]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="sources-title">
      <h2 id="sources-title">{text.sources[locale]}</h2>
      <LawSources sources={sources} locale={locale} />
    </section>
  );
}
