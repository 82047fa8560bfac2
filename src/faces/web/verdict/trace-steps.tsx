import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { StepLaw } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import { DecisionPath } from "./decision-path.tsx";
import { SizeLadder } from "./size-ladder.tsx";
import { stepFacts } from "./step-facts.ts";
import type { SizeThresholds } from "./thresholds.tsx";
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
    sk: "Znenie tohto kroku nezobrazujeme: jeho citáciu sa nepodarilo overiť.",
    cs: "Znění tohoto kroku nezobrazujeme: jeho citaci se nepodařilo ověřit.",
    en: "The words of this step are not shown: its citation could not be confirmed.",
  },
} satisfies Record<string, Localized>;

const earlierText: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "krok", few: "kroky", other: "krokov" }, "sk")} k tomuto záveru`,
  cs: (count) => `${count} ${plural(count, { one: "krok", few: "kroky", other: "kroků" }, "cs")} k tomuto závěru`,
  en: (count) => `${count} ${plural(count, { one: "step", other: "steps" }, "en")} to this conclusion`,
};

/**
 * The way to the verdict as a drawing, then the trace as a list: each step with the facts it used, what it found, and the
 * law it is based on. `children` are the facts. On a narrow screen the steps before the last are closed: the drawing shows what they found.
 */
export function TraceSteps({
  verdict,
  thresholds,
  locale,
  children,
}: {
  verdict: Verdict;
  thresholds: SizeThresholds;
  locale: Locale;
  children?: Child;
}) {
  const earlier = verdict.trace.slice(0, -1);
  return (
    <section class="section" id="why" aria-labelledby="why-title">
      <h2 id="why-title">{text.title[locale]}</h2>
      {children}
      <div class="pictures">
        <DecisionPath verdict={verdict} thresholds={thresholds} locale={locale} />
        <SizeLadder verdict={verdict} thresholds={thresholds} locale={locale} />
      </div>
      {earlier.length === 0 ? null : (
        <details class="earlier-steps is-open-wide is-printed">
          <summary>{earlierText[locale](earlier.length)}</summary>
          <Steps steps={earlier} from={1} locale={locale} />
        </details>
      )}
      <Steps steps={verdict.trace.slice(-1)} from={verdict.trace.length} locale={locale} />
      {verdict.reasoning === null ? null : (
        <details class="reasoning">
          <summary>{text.inOne[locale]}</summary>
          <p class="prose">
            <LawText text={verdict.reasoning} />
          </p>
        </details>
      )}
    </section>
  );
}

function Steps({ steps, from, locale }: { steps: readonly Step[]; from: number; locale: Locale }) {
  return (
    <ol class="ladder" start={from}>
      {steps.map((step, at) => (
        <li class="rung" data-number={from + at}>
          <div class="rung-text">
            <p>
              <LawText text={step.text ?? text.withheld[locale]} />
            </p>
            <StepFacts step={step} locale={locale} />
          </div>
          <StepLaw citations={step.citations} locale={locale} />
        </li>
      ))}
    </ol>
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
