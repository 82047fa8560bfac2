import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { Citations, StepLaw } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";
import { href, obligationPath, paths } from "../paths.ts";
import { REGIMES } from "../questionnaire/answers.ts";
import { type ComparedRegimes, RegimesCompared } from "./regimes-compared.tsx";
import { dateText, StepDates } from "./step-dates.tsx";
import { datesInOrder } from "./time-line.tsx";
import type { Verdict } from "./verdict-names.ts";

type Step = Verdict["nextSteps"][number];

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
  regimeMeaning: { sk: "Čo to znamená", cs: "Co to znamená", en: "What that means" },
  nearest: { sk: "najbližšie", cs: "nejblíž", en: "next" },
  data: { sk: "Údaje, ktoré treba uviesť", cs: "Údaje, které se uvádějí", en: "Data to be stated" },
  guides: {
    sk: "podľa návodov, nie podľa znenia predpisu",
    cs: "podle návodů, ne podle znění předpisu",
    en: "from guides, not from the words of the act",
  },
  onlyIfDown: { sk: "len pri výpadku", cs: "jen při výpadku", en: "only when it is out of reach" },
  dataBox: { sk: "dátová schránka", cs: "datová schránka", en: "data box" },
  within: { sk: "Lehota", cs: "Lhůta", en: "Time limit" },
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
  howFar: { sk: "Overiť, ako ste pripravení", cs: "Ověřit, jak jste připraveni", en: "See where you stand" },
  stillAsk: {
    sk: "Povinnosti na ňu však môže zmluvou preniesť odberateľ, ktorý v pôsobnosti je.",
    cs: "Povinnosti na ni však může smlouvou přenést odběratel, který v působnosti je.",
    en: "Obligations may still be passed on to it by contract, by a customer that is in scope.",
  },
} satisfies Record<string, Localized>;

const groupNames = {
  register: { sk: "Registrácia", cs: "Registrace", en: "Registration" },
  within_the_year: { sk: "Do roka a priebežne", cs: "Do roka a průběžně", en: "Within the year, and after" },
  on_an_incident: { sk: "Keď nastane incident", cs: "Když nastane incident", en: "When an incident happens" },
  fines_and_persons: {
    sk: "Pokuty a osobná zodpovednosť",
    cs: "Pokuty a osobní odpovědnost",
    en: "Fines and personal consequences",
  },
} satisfies Record<Step["group"], Localized>;

const countOf: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "krok", few: "kroky", other: "krokov" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "krok", few: "kroky", other: "kroků" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "step", other: "steps" }, "en")}`,
};

/**
 * National regime, the firm's own dates, and the steps in groups, each with its deadline, place, data and citation.
 * `names`: the obligations of the catalog by their code. `regimes`: the two regimes of the country. `children`: the form for the days and the line of dates.
 */
export function WhatFollows({
  verdict,
  names,
  regimes,
  locale,
  children,
}: {
  verdict: Verdict;
  names: ReadonlyMap<string, string>;
  regimes: ComparedRegimes;
  locale: Locale;
  children?: Child;
}) {
  const { nationalRegime, nextSteps, category, authority } = verdict;
  const isConditional = nextSteps.length > 0 && nextSteps.every((step) => step.conditional);
  const conditionalTitle = category === "unknown" ? text.conditionalTitle : text.openRegimeTitle;
  return (
    <section class="section" id="follows" aria-labelledby="follows-title">
      <h2 id="follows-title">{(isConditional ? conditionalTitle : text.title)[locale]}</h2>
      {nationalRegime === null ? null : (
        <div class="regime">
          <h3 class="regime-title">{text.regime[locale]}</h3>
          <p class="regime-name">{nationalRegime.name}</p>
          {nationalRegime.explanation === null ? null : (
            <details class="is-open-wide is-printed">
              <summary>{text.regimeMeaning[locale]}</summary>
              <div class="rung">
                <div class="rung-text">
                  <p class="regime-text">
                    <LawText text={nationalRegime.explanation} />
                  </p>
                </div>
                <StepLaw citations={nationalRegime.citations} locale={locale} />
              </div>
            </details>
          )}
          <RegimesCompared regimes={regimes} verdict={verdict} locale={locale} />
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
          {children}
          <div class="step-groups">
            {STEP_GROUPS.map((group) => (
              <StepGroup group={group} verdict={verdict} names={names} locale={locale} />
            ))}
          </div>
          <p class="prose where-to-notify">
            {text.register[locale]}: <a href={authority.url}>{authority.name}</a>
          </p>
          <p class="links screen-only">
            <a href={href(locale, paths.obligations, { country: verdict.country })}>{text.whatToDo[locale]}</a>
            <a
              href={href(locale, paths.questionnaire, {
                regime: REGIMES.find((known) => known === verdict.nationalRegime?.id),
              })}
            >
              {text.howFar[locale]}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

const STEP_GROUPS = ["register", "within_the_year", "on_an_incident", "fines_and_persons"] as const;

/** The steps of a group behind its name, how many there are and the nearest date; the standing ones last. */
function StepGroup({
  group,
  verdict,
  names,
  locale,
}: {
  group: Step["group"];
  verdict: Verdict;
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  const steps = verdict.nextSteps.filter((step) => step.group === group && step.step !== null);
  if (steps.length === 0) return null;
  const nearest = datesInOrder({ ...verdict, nextSteps: steps }).find(({ past, begins }) => !past && !begins);
  const isPrinted = steps.some((step) => !step.standing);
  return (
    <details class={isPrinted ? "step-group" : "step-group screen-only"} id={group}>
      <summary>
        <span class="step-group-name">{groupNames[group][locale]}</span>{" "}
        <span class="meta">
          {countOf[locale](steps.length)}
          {nearest === undefined ? null : ` · ${text.nearest[locale]} ${dateText(nearest, locale)}`}
        </span>
      </summary>
      <ol class="steps">
        {[...steps.filter((step) => !step.standing), ...steps.filter((step) => step.standing)].map((step) => (
          <NextStep step={step} verdict={verdict} names={names} locale={locale} />
        ))}
      </ol>
    </details>
  );
}

/** Between the citations of a step. */
const CITATIONS_JOINT = /, (?=§|čl\.|príloh|příloh|Article|Annex|bod )/;

/** A step whose words could not be confirmed is left out: a deadline without its duty would mislead. */
function NextStep({
  step,
  verdict: { country, dataToState },
  names,
  locale,
}: {
  step: Step;
  verdict: Verdict;
  names: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  if (step.step === null) return null;
  const known = step.obligations.filter((code) => names.has(code));
  return (
    <li class={step.standing ? "rung screen-only" : "rung"}>
      <div class="rung-text">
        <p>
          <LawText text={step.step} />
        </p>
        {step.within === null ? null : (
          <p class="step-within">
            {text.within[locale]}: <b>{step.within}</b>
          </p>
        )}
        <StepDates dates={step.dates} locale={locale} />
        {step.who === null ? null : (
          <p class="meta step-who">
            {text.who[locale]}: {step.who}
          </p>
        )}
        {step.where === null && step.place === null ? null : (
          <p class={step.where === null ? "meta step-where screen-only" : "meta step-where"}>
            {step.where === null ? null : <LawText text={step.where} />}
            {step.place === null ? null : (
              <span class="screen-only">
                {step.where === null ? "" : " · "}
                <a href={step.place.url}>{step.place.name}</a>
                <OtherWays place={step.place} locale={locale} />
              </span>
            )}
          </p>
        )}
        <DataToState lists={dataToState.filter(({ steps }) => steps.includes(step.id))} locale={locale} />
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
      <Citations citations={step.citation === null ? [] : step.citation.split(CITATIONS_JOINT)} locale={locale} />
    </li>
  );
}

/** Mail and data box, for when the usual way is out of reach. */
function OtherWays({ place: { email, dataBox }, locale }: { place: NonNullable<Step["place"]>; locale: Locale }) {
  if (email === undefined && dataBox === undefined) return null;
  return (
    <>
      {" ("}
      {text.onlyIfDown[locale]}: {email === undefined ? null : <a href={`mailto:${email}`}>{email}</a>}
      {dataBox === undefined ? null : `${email === undefined ? "" : ", "}${text.dataBox[locale]} ${dataBox}`}
      {")"}
    </>
  );
}

/** The data that a step asks for, as lists to have ready. */
function DataToState({ lists, locale }: { lists: Verdict["dataToState"]; locale: Locale }) {
  if (lists.length === 0) return null;
  return (
    <details class="step-data screen-only">
      <summary>{text.data[locale]}</summary>
      {lists.map(({ when, items, probable, citations }) => (
        <>
          <p class="meta">
            {when === null ? null : <LawText text={when} />}
            {probable ? ` (${text.guides[locale]})` : null}:
          </p>
          <ul>
            {items.map((item) =>
              item === null ? null : (
                <li>
                  <LawText text={item} />
                </li>
              ),
            )}
          </ul>
          <Citations citations={citations} locale={locale} />
        </>
      ))}
    </details>
  );
}
