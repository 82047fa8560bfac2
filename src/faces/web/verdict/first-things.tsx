import type { Locale, Localized } from "../../../core/locale.ts";
import { LawText } from "../components/law-text.tsx";
import { StepDates } from "./step-dates.tsx";
import type { Verdict } from "./verdict-names.ts";

const text = {
  three: { sk: "Začnite týmito tromi krokmi", cs: "Začněte těmito třemi kroky", en: "Three things to do first" },
  start: { sk: "Čím začať", cs: "Čím začít", en: "Where to start" },
  conditional: {
    sk: "Čím začať, ak ste v pôsobnosti",
    cs: "Čím začít, pokud jste v působnosti",
    en: "Where to start if you are in scope",
  },
  dates: { sk: "Vypočítať vaše termíny", cs: "Vypočítat vaše termíny", en: "Work out your dates" },
  all: { sk: "Všetky kroky", cs: "Všechny kroky", en: "All steps" },
} satisfies Record<string, Localized>;

/** What the firm does first, each with its time limit and place; nothing where nothing follows. */
export function FirstThings({ verdict, locale }: { verdict: Verdict; locale: Locale }) {
  const things = verdict.firstThings.flatMap(({ step, title }) => {
    const found = verdict.nextSteps.find(({ id }) => id === step);
    return found === undefined || found.step === null ? [] : [{ title, step: found }];
  });
  if (things.length === 0) return null;
  const title = verdict.category === "unknown" ? text.conditional : things.length === 3 ? text.three : text.start;
  return (
    <section class="first-things screen-only" id="now" aria-labelledby="now-title">
      <h2 id="now-title">{title[locale]}</h2>
      <ol>
        {things.map(({ title: words, step }) => (
          <li>
            <p class="thing-title">{words}</p>
            {step.dates.some(({ due }) => due !== null) ? (
              <StepDates dates={step.dates} locale={locale} />
            ) : step.within === null ? null : (
              <p class="meta">
                <LawText text={step.within} />
              </p>
            )}
            {step.place === null ? null : (
              <p class="meta">
                <a href={step.place.url}>{step.place.name}</a>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p class="links">
        {verdict.daysToAsk.length === 0 ? null : <a href="#days">{text.dates[locale]}</a>}
        <a href="#follows">{text.all[locale]}</a>
      </p>
    </section>
  );
}
