import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import { href, obligationPath, paths } from "../paths.ts";
import type { Verdict } from "./verdict-names.ts";

const text = {
  title: { sk: "Čo z toho vyplýva", cs: "Co z toho plyne", en: "What follows" },
  conditionalTitle: {
    sk: "Čo by vyplývalo, ak by firma v pôsobnosti bola",
    cs: "Co by plynulo, kdyby firma v působnosti byla",
    en: "What would follow if the firm were in scope",
  },
  openRegimeTitle: {
    sk: "Čo by vyplývalo, podľa odpovede na otvorené otázky",
    cs: "Co by plynulo, podle odpovědi na otevřené otázky",
    en: "What would follow, depending on the open questions",
  },
  regime: { sk: "Podľa vnútroštátneho práva", cs: "Podle vnitrostátního práva", en: "Under national law" },
  steps: { sk: "Kroky a lehoty", cs: "Kroky a lhůty", en: "Steps and deadlines" },
  within: { sk: "Lehota", cs: "Lhůta", en: "Time limit" },
  standing: {
    sk: "Ďalšie povinnosti, čo firme a vedeniu hrozí a ako z registra odísť",
    cs: "Další povinnosti, co firmě a vedení hrozí a jak z registru odejít",
    en: "Further duties, what the firm and its management risk, and how to leave the register",
  },
  who: { sk: "Kto", cs: "Kdo", en: "Who" },
  register: { sk: "Komu sa podáva oznámenie", cs: "Kam se firma hlásí", en: "Whom to notify" },
  nothing: {
    sk: "Podľa známych údajov firme zo zákona o kybernetickej bezpečnosti nevyplýva oznamovacia povinnosť.",
    cs: "Podle známých údajů firmě ze zákona o kybernetické bezpečnosti neplyne oznamovací povinnost.",
    en: "From what is known, the firm has nothing to notify under the Cybersecurity Act of its country.",
  },
  partOf: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  partOfSeveral: { sk: "Povinnosti", cs: "Povinnosti", en: "Obligations" },
  whatToDo: { sk: "Čo všetko treba robiť", cs: "Co všechno je třeba dělat", en: "Everything that has to be done" },
  howFar: { sk: "Zistiť, ako ste na tom", cs: "Zjistit, jak jste na tom", en: "See where you stand" },
  stillAsk: {
    sk: "Povinnosti na ňu však môže zmluvou preniesť odberateľ, ktorý v pôsobnosti je.",
    cs: "Povinnosti na ni však může smlouvou přenést odběratel, který v působnosti je.",
    en: "Obligations may still be passed on to it by contract, by a customer that is in scope.",
  },
} satisfies Record<string, Localized>;

/**
 * National regime, steps with their deadlines and citations, the authority to turn to, and the way to the obligations.
 * `names`: the obligations of the catalog by their code.
 */
export function WhatFollows({
  verdict,
  names,
  locale,
}: {
  verdict: Verdict;
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  const { nationalRegime, nextSteps, category, authority } = verdict;
  const inTime = nextSteps.filter((step) => !step.standing);
  const standing = nextSteps.filter((step) => step.standing);
  const isConditional = nextSteps.length > 0 && nextSteps.every((step) => step.conditional);
  const conditionalTitle = category === "unknown" ? text.conditionalTitle : text.openRegimeTitle;
  return (
    <section class="section" id="follows" aria-labelledby="follows-title">
      <h2 id="follows-title">{(isConditional ? conditionalTitle : text.title)[locale]}</h2>
      {nationalRegime === null ? null : (
        <div class="rung regime">
          <div class="rung-text">
            <h3 class="regime-title">{text.regime[locale]}</h3>
            <p class="regime-name">{nationalRegime.name}</p>
            {nationalRegime.explanation === null ? null : <p class="regime-text">{nationalRegime.explanation}</p>}
          </div>
          <Citations citations={nationalRegime.citations} locale={locale} />
        </div>
      )}
      {nextSteps.length === 0 ? (
        category === "out_of_scope" ? (
          <p class="prose">
            {text.nothing[locale]} {text.stillAsk[locale]}
          </p>
        ) : null
      ) : (
        <>
          <h3>{text.steps[locale]}</h3>
          <ol class="steps">
            {inTime.map((step) => (
              <NextStep step={step} country={verdict.country} names={names} locale={locale} />
            ))}
          </ol>
          {standing.length === 0 ? null : (
            <details class="screen-only">
              <summary>
                {text.standing[locale]} ({standing.length})
              </summary>
              <ol class="steps">
                {standing.map((step) => (
                  <NextStep step={step} country={verdict.country} names={names} locale={locale} />
                ))}
              </ol>
            </details>
          )}
          <p class="prose where-to-notify">
            {text.register[locale]}: <a href={authority.url}>{authority.name}</a>
          </p>
          <p class="links screen-only">
            <a href={href(locale, paths.obligations, { country: verdict.country })}>{text.whatToDo[locale]}</a>
            <a href={href(locale, paths.questionnaire)}>{text.howFar[locale]}</a>
          </p>
        </>
      )}
    </section>
  );
}

/** A step whose words could not be confirmed is left out: a deadline without its duty would mislead. */
function NextStep({
  step,
  country,
  names,
  locale,
}: {
  step: Verdict["nextSteps"][number];
  country: Verdict["country"];
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  if (step.step === null) return null;
  const known = step.obligations.filter((code) => names.has(code));
  return (
    <li class="rung">
      <div class="rung-text">
        <p>{step.step}</p>
        {step.within === null ? null : (
          <p class="step-within">
            {text.within[locale]}: <b>{step.within}</b>
          </p>
        )}
        {step.who === null ? null : (
          <p class="meta step-who">
            {text.who[locale]}: {step.who}
          </p>
        )}
        {step.where === null && step.place === null ? null : (
          <p class={step.where === null ? "meta step-where screen-only" : "meta step-where"}>
            {step.where}
            {step.place === null ? null : (
              <span class="screen-only">
                {step.where === null ? "" : " · "}
                <a href={step.place.url}>{step.place.name}</a>
              </span>
            )}
          </p>
        )}
        {known.length === 0 ? null : (
          <p class="meta screen-only">
            {(known.length === 1 ? text.partOf : text.partOfSeveral)[locale]}:{" "}
            {known.map((code, index) => (
              <>
                {index === 0 ? "" : ", "}
                <a href={href(locale, obligationPath(code), { country })}>{names.get(code)}</a>
              </>
            ))}
          </p>
        )}
      </div>
      <Citations citations={step.citation === null ? [] : [step.citation]} locale={locale} />
    </li>
  );
}
