import type { Localized } from "../../../core/locale.ts";
import { ErrorSummary } from "../components/form-field.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { DayForm } from "./day-form.tsx";
import { type AiActQuestions, stepPath, type Wizard, wizardHref } from "./wizard-answers.ts";

const text = {
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  title: {
    sk: "Niektorej odpovedi v adrese nerozumieme",
    cs: "Některé odpovědi v adrese nerozumíme",
    en: "An answer in the address makes no sense",
  },
  lead: {
    sk: "Adresa sa asi cestou zmenila. Odpovede, ktoré sú v poriadku, ostávajú; na tieto otázky treba odpovedať znova:",
    cs: "Adresa se asi cestou změnila. Odpovědi, které jsou v pořádku, zůstávají; na tyto otázky je třeba odpovědět znovu:",
    en: "The address was probably changed on its way. Valid answers are kept; these have to be given again:",
  },
  dayTitle: {
    sk: "Taký deň v kalendári nie je",
    cs: "Takový den v kalendáři není",
    en: "There is no such day in the calendar",
  },
  day: {
    sk: "Zadajte deň, ktorý existuje, napríklad 2. 12. 2027.",
    cs: "Zadejte den, který existuje, například 2. 12. 2027.",
    en: "Enter a day that exists, for example 2 December 2027.",
  },
  errorTitle: { sk: "Opravte, prosím, tieto údaje", cs: "Opravte prosím tyto údaje", en: "This needs correcting" },
  again: { sk: "Začať odznova", cs: "Začít znovu", en: "Start again" },
} satisfies Record<string, Localized>;

/** An address whose answers are none that the questions have: what is wrong, and the way to each question. */
export function wrongAnswersPage({ locale }: PageRequest, interview: AiActQuestions, wizard: Wizard): PageAnswer {
  const isDayAlone = wizard.wrong.length === 0;
  const title = (isDayAlone ? text.dayTitle : text.title)[locale];
  return {
    status: 400,
    title: `${text.error[locale]}: ${title}`,
    isIndexed: false,
    body: (
      <>
        {wizard.wrongDay === undefined ? null : (
          <ErrorSummary title={text.errorTitle[locale]} errors={[{ field: "asOf", message: text.day[locale] }]} />
        )}
        <section class="opening">
          <h1>{title}</h1>
          {isDayAlone ? null : (
            <>
              <p class="prose lead">{text.lead[locale]}</p>
              <ul class="prose">
                {wizard.wrong.map(({ field, question }) => (
                  <li>
                    <a href={wizardHref(locale, stepPath(field), wizard)}>{question}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
          {wizard.wrongDay === undefined ? null : (
            <DayForm
              wizard={wizard}
              interview={interview}
              day={wizard.wrongDay}
              error={text.day[locale]}
              locale={locale}
            />
          )}
          <p>
            <a href={href(locale, paths.aiAct)}>{text.again[locale]}</a>
          </p>
        </section>
      </>
    ),
  };
}
