import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import { formatDay } from "../../../core/text.ts";
import { describedBy, ErrorText, Tick } from "../components/form-field.tsx";
import { LawText } from "../components/law-text.tsx";
import { letterOfField, SITUATIONS, type Situation, type TypedDays } from "./stated-days.ts";
import type { Verdict } from "./verdict-names.ts";

type Asked = Verdict["daysToAsk"][number];

const text = {
  title: { sk: "Vypočítať vaše termíny", cs: "Vypočítat vaše termíny", en: "Work out your dates" },
  intro: {
    sk: "Zadajte dni, ktoré poznáte; ostatné nechajte prázdne. Zostanú len v adrese stránky.",
    cs: "Zadejte dny, které znáte; ostatní nechte prázdné. Zůstanou jen v adrese stránky.",
    en: "Enter the days that you know and leave the others empty. They stay in the address of the page only.",
  },
  which: { sk: "Ktorý deň to je?", cs: "Který den to je?", en: "Which day is that?" },
  others: { sk: "Ďalšie dni", cs: "Další dny", en: "Other days" },
  submit: { sk: "Vypočítať termíny", cs: "Vypočítat termíny", en: "Work out the dates" },
} satisfies Record<string, Localized>;

/** What a firm ticks, in the country whose law asks for it, where it can bring a date. */
const situationTexts = {
  formerOperator: {
    country: "SK",
    isAsked: () => true,
    name: {
      sk: "Firma bola v registri NBÚ už 31. decembra 2024.",
      cs: "Firma byla v registru slovenského NBÚ už 31. prosince 2024.",
      en: "The firm was on NBÚ's register on 31 December 2024.",
    },
  },
  registrar: {
    country: "CZ",
    // Whose services include it has these days without saying so.
    isAsked: ({ sector, nextSteps }) =>
      ["digital-infrastructure", "ict-service-management"].includes(sector?.id ?? "") &&
      nextSteps.every(({ id }) => id !== "czRegistrarData"),
    name: {
      sk: "Firma registruje domény pod .cz.",
      cs: "Firma registruje domény pod .cz.",
      en: "The firm registers names under .cz.",
    },
  },
  strategic: {
    country: "CZ",
    isAsked: ({ nextSteps }) => nextSteps.some(({ id }) => id === "czStrategic"),
    name: {
      sk: "Služba firmy je strategicky významná.",
      cs: "Služba firmy je strategicky významná.",
      en: "A service of the firm is strategically significant.",
    },
  },
} satisfies Record<Situation, { country: Country; isAsked: (verdict: Verdict) => boolean; name: Localized }>;

const sinceLaw: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Ak už pri nadobudnutí účinnosti zákona: ${day}`,
  cs: (day) => `Pokud už ke dni nabytí účinnosti zákona: ${day}`,
  en: (day) => `If already when the act began: ${day}`,
};

/** The days that firms know first; the others stand in a closed list. */
const USUAL = new Set<Asked["day"]>(["conditionsMet", "entered", "decisionDelivered", "incidentFound"]);

/** A form for the days from which periods run: it leads to the same page with the dates in it. */
export function DayForm({
  verdict,
  action,
  days,
  problem,
  locale,
}: {
  verdict: Verdict;
  /** Path of this page, without its query. */
  action: string;
  days: TypedDays;
  /** What is wrong with the days of the address. */
  problem: Problem | undefined;
  locale: Locale;
}) {
  if (verdict.daysToAsk.length === 0) return null;
  const wrong = letterOfField(problem?.field);
  const isOpen = days.typed.size > 0 || days.situations.length > 0 || problem !== undefined;
  return (
    <details class="day-form screen-only" id="days" open={isOpen}>
      <summary>{text.title[locale]}</summary>
      <form method="get" action={`${action}#days`} novalidate>
        <p class="help">{text.intro[locale]}</p>
        {days.others.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <DayFields
          verdict={verdict}
          days={days}
          errorOf={(letter) =>
            letter === wrong && problem !== undefined
              ? `${problem.message[locale]} ${problem.nextStep[locale]}`
              : undefined
          }
          locale={locale}
        />
        <button type="submit" class="button">
          {text.submit[locale]}
        </button>
      </form>
    </details>
  );
}

/** The days from which the periods of a verdict run, those that firms know first, and what changes dates besides. */
export function DayFields({
  verdict,
  days,
  errorOf,
  locale,
}: {
  verdict: Verdict;
  days: TypedDays;
  /** What is wrong with the day of a letter. */
  errorOf: (letter: string) => string | undefined;
  locale: Locale;
}) {
  const usual = verdict.daysToAsk.filter(({ day }) => USUAL.has(day));
  const others = verdict.daysToAsk.filter(({ day }) => !USUAL.has(day));
  const field = (asked: Asked) => (
    <DayField asked={asked} typed={days.typed.get(asked.letter) ?? []} error={errorOf(asked.letter)} locale={locale} />
  );
  const situations = Object.entries(SITUATIONS).filter(([, situation]) => {
    const { country, isAsked } = situationTexts[situation];
    return country === verdict.country && (days.situations.includes(situation) || isAsked(verdict));
  });
  const isOpen =
    days.situations.length > 0 || others.some(({ letter }) => days.typed.has(letter) || errorOf(letter) !== undefined);
  return (
    <>
      <div class="fields">{usual.map(field)}</div>
      {others.length === 0 ? null : (
        <details open={isOpen}>
          <summary>{text.others[locale]}</summary>
          <div class="fields">{others.map(field)}</div>
          {situations.map(([name, situation]) => (
            <Tick
              id={`day-${situation}`}
              name={name}
              label={situationTexts[situation].name[locale]}
              isChecked={days.situations.includes(situation)}
            />
          ))}
        </details>
      )}
    </>
  );
}

function DayField({
  asked,
  typed,
  error,
  locale,
}: {
  asked: Asked;
  typed: readonly string[];
  error: string | undefined;
  locale: Locale;
}) {
  const { day, letter, question, explanation, lawFrom } = asked;
  const id = `day-${letter}`;
  // A Czech service has a decision of its own: there is always a field for one more.
  const values = day === "decisionDelivered" ? [...typed, ""] : [typed[0] ?? ""];
  return (
    <div class={error === undefined ? "field" : "field has-error"}>
      <label for={id}>{question}</label>
      {lawFrom === null ? null : <p class="help">{sinceLaw[locale](formatDay(lawFrom, locale))}</p>}
      {explanation === null ? null : (
        <details class="day-which">
          <summary>{text.which[locale]}</summary>
          <p class="help">
            <LawText text={explanation} />
          </p>
        </details>
      )}
      <ErrorText id={id} error={error} />
      {values.map((value, at) => (
        <input
          id={at === 0 ? id : `${id}-${at + 1}`}
          aria-label={at === 0 ? undefined : `${question ?? ""} (${at + 1})`}
          type={typeOf(day, value, error !== undefined)}
          name={`d.${letter}`}
          value={value}
          {...describedBy(id, { error })}
        />
      ))}
    </div>
  );
}

/** A time that needs its offset (the clocks showed it twice) is typed as text: a control for local times takes none. */
function typeOf(day: Asked["day"], value: string, isWrong: boolean): "date" | "datetime-local" | "text" {
  if (day !== "incidentFound") return "date";
  return isWrong || /(Z|[+-]\d{2}:\d{2})$/.test(value) ? "text" : "datetime-local";
}
