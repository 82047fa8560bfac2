import type { Locale, Localized } from "../../../core/locale.ts";
import { describedBy, Field } from "../components/form-field.tsx";
import { href, paths } from "../paths.ts";
import { type AiActQuestions, carried, type Wizard, wizardHref } from "./wizard-answers.ts";

const text = {
  evaluate: { sk: "Prepočítať", cs: "Přepočítat", en: "Recalculate" },
  today: { sk: "K dnešnému dňu", cs: "K dnešnímu dni", en: "As of today" },
} satisfies Record<string, Localized>;

/** The day that the duties are judged by, as a form of its own; `error` when the typed day does not exist. */
export function DayForm({
  wizard,
  interview: { questions },
  day,
  error,
  locale,
}: {
  wizard: Wizard;
  interview: AiActQuestions;
  day: string;
  error?: string;
  locale: Locale;
}) {
  const question = questions.find(({ field }) => field === "asOf");
  if (question === undefined) return null;
  const answers = carried({ ...wizard, asOf: undefined });
  return (
    <form action={href(locale, paths.aiActResult)} method="get" class="day-form screen-only" novalidate>
      {answers.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Field
        id="asOf"
        label={question.question}
        error={error}
        help={question.help ?? undefined}
        control={
          <div class="day-row">
            <input
              type="date"
              id="asOf"
              name="asOf"
              value={day}
              {...describedBy("asOf", { help: question.help !== null, error })}
            />
            <button type="submit" class="button">
              {text.evaluate[locale]}
            </button>
          </div>
        }
      />
      {wizard.asOf === undefined ? null : (
        <p>
          <a href={wizardHref(locale, paths.aiActResult, { ...wizard, asOf: undefined })}>{text.today[locale]}</a>
        </p>
      )}
    </form>
  );
}
