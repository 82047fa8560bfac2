import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { stepFacts } from "./step-facts.ts";
import type { Verdict } from "./verdict-names.ts";

type Step = Verdict["trace"][number];

const text = {
  title: { sk: "Prečo, krok za krokom", cs: "Proč, krok za krokem", en: "Why, step by step" },
  inOne: {
    sk: "Celé odôvodnenie v jednom texte",
    cs: "Celé odůvodnění v jednom textu",
    en: "The whole reasoning as one text",
  },
  used: { sk: "Z čoho krok vychádza", cs: "Z čeho krok vychází", en: "What this step is based on" },
  withheld: {
    sk: "Znenie tohto kroku neukazujeme: jeho citáciu sa nepodarilo overiť.",
    cs: "Znění tohoto kroku neukazujeme: jeho citaci se nepodařilo ověřit.",
    en: "The words of this step are not shown: its citation could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** The trace as a list: each step with the facts it used, what it found, and the law it is based on. */
export function TraceSteps({ verdict, locale }: { verdict: Verdict; locale: Locale }) {
  return (
    <section class="section" id="why" aria-labelledby="why-title">
      <h2 id="why-title">{text.title[locale]}</h2>
      <ol class="ladder">
        {verdict.trace.map((step) => (
          <li class="rung">
            <div class="rung-text">
              <p>{step.text ?? text.withheld[locale]}</p>
              <StepFacts step={step} locale={locale} />
            </div>
            <Citations citations={step.citations} locale={locale} />
          </li>
        ))}
      </ol>
      {verdict.reasoning === null ? null : (
        <details class="reasoning">
          <summary>{text.inOne[locale]}</summary>
          <p class="prose">{verdict.reasoning}</p>
        </details>
      )}
    </section>
  );
}

function StepFacts({ step, locale }: { step: Step; locale: Locale }) {
  const facts = stepFacts(step.facts, locale);
  if (facts.length === 0) return null;
  return (
    <dl class="step-facts" aria-label={text.used[locale]}>
      {facts.map(({ label, value }) => (
        <div class="step-fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
