import type { Locale, Localized } from "../../../core/locale.ts";
import { ANSWERS } from "../components/answer.ts";
import { describedBy, ErrorText } from "../components/form-field.tsx";
import { Citation, LawText } from "../components/law-text.tsx";
import { href, paths } from "../paths.ts";
import {
  carried,
  type Question,
  RETURNS,
  SENT,
  stepPath,
  valuesOf,
  type Wizard,
  wizardHref,
} from "./wizard-answers.ts";

const text = {
  assumed: {
    sk: "Vo výsledku to uvedieme ako predpoklad:",
    cs: "Ve výsledku to uvedeme jako předpoklad:",
    en: "The result will list this as an assumption:",
  },
  assumedByUse: {
    sk: "Odvodíme to z použitia systému a vo výsledku to uvedieme ako predpoklad.",
    cs: "Odvodíme to z použití systému a ve výsledku to uvedeme jako předpoklad.",
    en: "We will derive it from how the system is used and list it in the result as an assumption.",
  },
  next: { sk: "Pokračovať", cs: "Pokračovat", en: "Continue" },
  toResult: { sk: "Uložiť a ukázať výsledok", cs: "Uložit a ukázat výsledek", en: "Save and show the result" },
  previous: { sk: "Predchádzajúca otázka", cs: "Předchozí otázka", en: "Previous question" },
  toStart: { sk: "Na začiatok sprievodcu", cs: "Na začátek průvodce", en: "To the start of the guide" },
  unchanged: { sk: "Späť k výsledku bez zmeny", cs: "Zpět k výsledku beze změny", en: "Back to the result, unchanged" },
  soFar: {
    sk: "Ukázať výsledok už teraz",
    cs: "Ukázat výsledek už teď",
    en: "Show the result now",
  },
} satisfies Record<string, Localized>;

/** What "none" is called, in agreement with what the question lists. */
const noneOf: Readonly<Partial<Record<Question["field"], Localized>>> = {
  annexIIIUse: { sk: "Žiadna z týchto oblastí", cs: "Žádná z těchto oblastí", en: "None of these areas" },
  annexIIIException: { sk: "Žiadna z týchto podmienok", cs: "Žádná z těchto podmínek", en: "None of these conditions" },
};
const nothing: Localized = { sk: "Nič z uvedeného", cs: "Nic z uvedeného", en: "None of these" };

const progress: Readonly<Record<Locale, (number: number, all: number) => string>> = {
  sk: (number, all) => `Otázka ${number}, spolu ${all}`,
  cs: (number, all) => `Otázka ${number}, celkem ${all}`,
  en: (number, all) => `Question ${number} of ${all}`,
};

/** What an answer is called: `yes` is "Áno", the value of an option its label. */
export function answerName({ field, options }: Question, value: string, locale: Locale): string {
  if (value === "none") return (noneOf[field] ?? nothing)[locale];
  if (value === "yes" || value === "no" || value === "unknown") return ANSWERS[value][locale];
  return options.find((option) => option.value === value)?.label ?? value;
}

/** Id of the control for a value; an error leads to the first of them. */
export function controlId({ field }: Question, value: string): string {
  return `${field}-${value}`;
}

/** One question as a form that leads on to the next; the other answers are sent along. */
export function QuestionForm({
  question,
  wizard,
  locale,
  returns,
  error,
}: {
  question: Question;
  wizard: Wizard;
  locale: Locale;
  returns: boolean;
  error: string | undefined;
}) {
  const { "aria-describedby": described } = describedBy("question", { help: question.help !== null, error });
  return (
    <form action={href(locale, stepPath(question.field))} method="get" class="ai-question" novalidate>
      <Progress question={question} wizard={wizard} locale={locale} />
      <fieldset class={error === undefined ? undefined : "has-error"} aria-describedby={described}>
        <legend>
          <h1>{question.question}</h1>
        </legend>
        {question.help === null ? null : (
          <p class="ai-help prose" id="question-help">
            <LawText text={question.help} />
          </p>
        )}
        <ErrorText id="question" error={error} />
        <div class={`ai-options${question.kind === "yes_no" ? " is-short" : ""}`}>
          {valuesOf(question).map((value) => (
            <Option question={question} value={value} wizard={wizard} locale={locale} />
          ))}
        </div>
      </fieldset>
      {carried(wizard, question.field).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {returns ? <input type="hidden" name={RETURNS} value="result" /> : null}
      <div class="ai-buttons">
        <button type="submit" class="button" name={SENT} value="1">
          {(returns ? text.toResult : text.next)[locale]}
        </button>
        {wizard.answers.size === 0 ? null : (
          <a href={wizardHref(locale, paths.aiActResult, wizard)}>{(returns ? text.unchanged : text.soFar)[locale]}</a>
        )}
      </div>
    </form>
  );
}

function Option({
  question,
  value,
  wizard,
  locale,
}: {
  question: Question;
  value: string;
  wizard: Wizard;
  locale: Locale;
}) {
  const id = controlId(question, value);
  const option = question.options.find((known) => known.value === value);
  const note = value === "unknown" ? null : (option?.remark ?? null);
  const assumed = value === "unknown";
  const isNoted = note !== null || assumed || (option?.citation ?? null) !== null;
  return (
    <div class={`ai-option${value === "none" || assumed ? " is-apart" : ""}`}>
      <input
        type={question.kind === "several" ? "checkbox" : "radio"}
        id={id}
        name={question.field}
        value={value}
        checked={wizard.answers.get(question.field)?.includes(value) ?? false}
        aria-describedby={isNoted ? `${id}-note` : undefined}
      />
      <label for={id}>{answerName(question, value, locale)}</label>
      {isNoted ? (
        <div class="ai-option-note" id={`${id}-note`}>
          {note === null ? null : (
            <p>
              <LawText text={note} />
            </p>
          )}
          {assumed ? (
            <p>
              <LawText
                text={
                  question.assumed === null ? text.assumedByUse[locale] : `${text.assumed[locale]} ${question.assumed}`
                }
              />
            </p>
          ) : null}
          {option?.citation ? (
            <p>
              <Citation citation={option.citation} />
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The number of the question. How many questions there are depends on the answers, so the number can still grow. */
function Progress({ question, wizard, locale }: { question: Question; wizard: Wizard; locale: Locale }) {
  const all = wizard.asked.length;
  const number = wizard.asked.indexOf(question) + 1;
  const before = wizard.asked[number - 2];
  return (
    <div class="ai-progress">
      <p>
        {before === undefined ? (
          <a href={href(locale, paths.aiAct)}>{text.toStart[locale]}</a>
        ) : (
          <a href={wizardHref(locale, stepPath(before.field), wizard)}>{text.previous[locale]}</a>
        )}
      </p>
      <p class="meta number">{progress[locale](number, all)}</p>
      <svg class="ai-progress-bar" viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
        <rect width={number} height="1" />
      </svg>
    </div>
  );
}
