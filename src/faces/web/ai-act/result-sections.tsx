import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { ActSource, LawText } from "../components/law-text.tsx";
import { href, paths } from "../paths.ts";
import type { AiActAnswer } from "./duty-timeline.tsx";
import { answerName } from "./question-form.tsx";
import { type AiActQuestions, stepPath, type Wizard, wizardHref } from "./wizard-answers.ts";

const text = {
  why: { sk: "Prečo", cs: "Proč", en: "Why" },
  notes: { sk: "Čo ešte vedieť", cs: "Co ještě vědět", en: "What else to know" },
  fines: { sk: "Pokuty", cs: "Pokuty", en: "Fines" },
  reservations: { sk: "Čo sa neposudzuje", cs: "Co se neposuzuje", en: "What is not assessed" },
  answerIt: { sk: "Odpovedať", cs: "Odpovědět", en: "Answer" },
  answers: { sk: "Vaše odpovede", cs: "Vaše odpovědi", en: "Your answers" },
  change: { sk: "Zmeniť", cs: "Změnit", en: "Change" },
  notAnswered: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  again: {
    sk: "Posúdiť ďalší systém od začiatku",
    cs: "Posoudit další systém od začátku",
    en: "Assess another system from the start",
  },
  sources: { sk: "Zdroje", cs: "Zdroje", en: "Sources" },
} satisfies Record<string, Localized>;

/** Each reason with the provision it stands on. */
export function Reasons({ answer: { reasons }, locale }: { answer: AiActAnswer; locale: Locale }) {
  return <Statements id="why" title={text.why[locale]} statements={reasons} locale={locale} />;
}

/** What a breach can cost. */
export function Fines({ answer: { fines }, locale }: { answer: AiActAnswer; locale: Locale }) {
  return <Statements id="fines" title={text.fines[locale]} statements={fines} locale={locale} of="fine" />;
}

/** What the class takes no account of: it stands beside the class, since a reader would take it for the whole answer. */
export function Reservations({ answer: { reservations }, locale }: { answer: AiActAnswer; locale: Locale }) {
  return (
    <Statements
      id="reservations"
      title={text.reservations[locale]}
      statements={reservations}
      locale={locale}
      of="reservation"
    />
  );
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
  of,
}: {
  id: string;
  title: string;
  statements: AiActAnswer["reasons"];
  locale: Locale;
  of?: "fine" | "reservation";
}) {
  if (statements.length === 0) return null;
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul class="statements">
        {statements.map(({ id: statement, text: words, citations }) => (
          <li
            class="rung"
            data-ai-fine={of === "fine" ? statement : undefined}
            data-ai-reservation={of === "reservation" ? statement : undefined}
          >
            <div class="rung-text">
              <p>
                <LawText text={words} />
              </p>
            </div>
            <Citations citations={citations} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Every question that was asked with its answer, each to be changed. */
export function AnswersGiven({ wizard, locale }: { wizard: Wizard; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="answers-title">
      <h2 id="answers-title">{text.answers[locale]}</h2>
      <details class="is-open-wide is-printed">
        <summary>
          {text.answers[locale]} ({wizard.asked.filter(({ field }) => wizard.answers.has(field)).length} /{" "}
          {wizard.asked.length})
        </summary>
        <dl class="ai-answers">
          {wizard.asked.map((question) => {
            const values = wizard.answers.get(question.field);
            const names = values?.map((value) => answerName(question, value, locale)).join("; ");
            return (
              <div>
                <dt>{question.question}</dt>
                <dd class={names === undefined ? "nameless" : undefined}>{names ?? text.notAnswered[locale]}</dd>
                <dd class="screen-only">
                  <a href={wizardHref(locale, stepPath(question.field), wizard, { returns: true })}>
                    {(names === undefined ? text.answerIt : text.change)[locale]}
                    <span class="visually-hidden">: {question.question}</span>
                  </a>
                </dd>
              </div>
            );
          })}
        </dl>
      </details>
      <p class="screen-only">
        <a href={href(locale, paths.aiAct)}>{text.again[locale]}</a>
      </p>
    </section>
  );
}

/** The acts behind the answer, with the day on which their text was last compared. */
export function LawSources({ sources }: { sources: AiActQuestions["sources"] }) {
  return (
    <ul class="law-sources">
      {sources.map(({ name, url, checkedOn }) => (
        <li>
          <ActSource name={name} url={url} checkedOn={checkedOn} />
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
      <LawSources sources={sources} />
    </section>
  );
}
