import type { Child } from "hono/jsx";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import { href, paths } from "../paths.ts";
import type { Clock, ClockField, Guide } from "./clock-query.ts";

const text = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  found: { sk: "Zistili ste to (miestny čas)", cs: "Zjistili jste to (místní čas)", en: "You found it (local time)" },
  count: { sk: "Prepočítať", cs: "Přepočítat", en: "Count" },
  more: {
    sk: "Spresniť: režim, osobné údaje, výrobca",
    cs: "Upřesnit: režim, osobní údaje, výrobce",
    en: "More exactly: regime, personal data, manufacturer",
  },
  regime: { sk: "Čo ste podľa zákona", cs: "Co jste podle zákona", en: "What you are by law" },
  personalData: { sk: "Unikli aj osobné údaje", cs: "Unikly i osobní údaje", en: "Personal data leaked, too" },
  digital: {
    sk: "Sme digitálny poskytovateľ (cloud, DNS, riadené služby…)",
    cs: "Jsme digitální poskytovatel (cloud, DNS, řízené služby…)",
    en: "We are a digital provider (cloud, DNS, managed services…)",
  },
  cra: {
    sk: "Vyrábame produkt s digitálnymi prvkami (softvér, zariadenie)",
    cs: "Vyrábíme produkt s digitálními prvky (software, zařízení)",
    en: "We make a product with digital elements (software, device)",
  },
  craNone: { sk: "nie, alebo sa ho to netýka", cs: "ne, nebo se ho to netýká", en: "no, or it is not concerned" },
  vulnerability: {
    sk: "jeho zraniteľnosť niekto zneužíva",
    cs: "jeho zranitelnost někdo zneužívá",
    en: "somebody exploits its vulnerability",
  },
  incident: {
    sk: "závažný incident ohrozuje jeho bezpečnosť",
    cs: "závažný incident ohrožuje jeho bezpečnost",
    en: "a severe incident affects its security",
  },
  craFix: { sk: "Oprava je dostupná od", cs: "Oprava je k dispozici od", en: "A fix is available since" },
  craNotified: {
    sk: "Oznámenie výrobcu ste odoslali",
    cs: "Oznámení výrobce jste odeslali",
    en: "You sent the manufacturer's notification",
  },
  significant: {
    sk: "Čo povedal NÚKIB o dopade",
    cs: "Co sdělil NÚKIB o dopadu",
    en: "What NÚKIB said of the impact",
  },
  unknown: { sk: "zatiaľ nič", cs: "zatím nic", en: "nothing yet" },
  yes: { sk: "je významný", cs: "je významný", en: "it is significant" },
  no: { sk: "nie je významný", cs: "není významný", en: "it is not significant" },
  notified: {
    sk: "Oznámenie incidentu ste odoslali",
    cs: "Oznámení incidentu jste odeslali",
    en: "You sent the notification",
  },
  resolved: { sk: "Incident bol vyriešený", cs: "Incident byl vyřešen", en: "The incident was resolved" },
  fold: { sk: "Ktorý z oboch časov?", cs: "Který z obou časů?", en: "Which of the two times?" },
  first: { sk: "prvý (letný čas)", cs: "první (letní čas)", en: "the first (summer time)" },
  second: { sk: "druhý (zimný čas)", cs: "druhý (zimní čas)", en: "the second (winter time)" },
} satisfies Record<string, Localized>;

interface FormProps {
  readonly locale: Locale;
  readonly typed: Partial<Record<ClockField, string>>;
  readonly country: Country;
  readonly guide: Guide;
  /** What is counted with these fields; absent where one of them is wrong. */
  readonly clock: Clock | undefined;
  readonly problem: Problem | undefined;
}

/** The form of an incident: country and time are visible, further facts are folded. It is sent by GET. */
export function ClockForm({ locale, typed, country, guide, clock, problem }: FormProps) {
  const wrong = problem?.field;
  const isExact = Object.keys(typed).some((name) => !["country", "foundAt", "fold", "zone"].includes(name));
  const regime = typed.regime ?? clock?.regime;
  const errorOf = (name: ClockField) => (wrong === name && problem !== undefined ? problem : undefined);
  const timed = (name: ClockField, label: Localized, value = typed[name]) => (
    <Time name={name} label={label[locale]} value={value} problem={errorOf(name)} locale={locale} />
  );
  return (
    <form class="quick" action={href(locale, paths.incident)} method="get" data-clock-form>
      {problem === undefined ? null : <Summary problem={problem} locale={locale} />}
      <div>
        <span class="label">{text.country[locale]}</span>
        <div class="seg">
          {COUNTRIES.map((other) => (
            <a
              href={href(locale, paths.incident, { country: other, foundAt: typed.foundAt })}
              aria-current={other === country ? "true" : undefined}
            >
              {countryNames[other][locale]}
            </a>
          ))}
        </div>
        <input type="hidden" name="country" value={country} />
      </div>
      {timed("foundAt", text.found, typed.foundAt ?? clock?.foundLocal.slice(0, 16))}
      {problem?.reason === "time_ambiguous" || typed.fold !== undefined ? (
        <fieldset data-fold>
          <legend>{text.fold[locale]}</legend>
          {(["first", "second"] as const).map((one) => (
            <label class="tick">
              <input type="radio" name="fold" value={one} checked={typed.fold === one} /> {text[one][locale]}
            </label>
          ))}
        </fieldset>
      ) : null}
      <button type="submit" class="button">
        {text.count[locale]}
      </button>
      <details open={isExact || (wrong !== undefined && wrong !== "foundAt")}>
        <summary>{text.more[locale]}</summary>
        <div class="more">
          <Select name="regime" label={text.regime[locale]}>
            {guide.countries[country].regimes.map(({ id, name }) => (
              <option value={id} selected={id === regime}>
                {name}
              </option>
            ))}
          </Select>
          {country === "SK" ? null : (
            <Select name="authoritySaysSignificant" label={text.significant[locale]}>
              {(["unknown", "yes", "no"] as const).map((one) => (
                <option value={one} selected={typed.authoritySaysSignificant === one}>
                  {text[one][locale]}
                </option>
              ))}
            </Select>
          )}
          {timed("notifiedAt", text.notified)}
          {timed("resolvedAt", text.resolved)}
          <label for="personalData" class="tick">
            <input
              type="checkbox"
              id="personalData"
              name="personalData"
              value="yes"
              checked={typed.personalData === "yes"}
            />
            {text.personalData[locale]}
          </label>
          <label for="digital" class="tick">
            <input type="checkbox" id="digital" name="digital" value="1" checked={typed.digital === "1"} />
            {text.digital[locale]}
          </label>
          <Select name="cra" label={text.cra[locale]}>
            <option value="">{text.craNone[locale]}</option>
            {(["vulnerability", "incident"] as const).map((one) => (
              <option value={one} selected={typed.cra === one}>
                {text[one][locale]}
              </option>
            ))}
          </Select>
          {typed.cra === "vulnerability" ? timed("craFixAt", text.craFix) : null}
          {typed.cra === "incident" ? timed("craNotifiedAt", text.craNotified) : null}
        </div>
      </details>
    </form>
  );
}

const wrongTitle: Localized = {
  sk: "Toto treba opraviť",
  cs: "Toto je třeba opravit",
  en: "This needs a correction",
};

function Summary({ problem, locale }: { problem: Problem; locale: Locale }) {
  return (
    <div class="wrong" role="alert" data-error={problem.reason ?? problem.code} data-field={problem.field}>
      <strong>{wrongTitle[locale]}</strong>
      <p>
        {problem.message[locale]} {problem.reason === "time_ambiguous" ? null : problem.nextStep[locale]}
      </p>
    </div>
  );
}

function Time({
  name,
  label,
  value,
  problem,
  locale,
}: {
  name: ClockField;
  label: string;
  value: string | undefined;
  problem: Problem | undefined;
  locale: Locale;
}) {
  // A browser shows an empty field for what is no local time: then it is typed as text.
  const isLocal = value === undefined || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value);
  return (
    <div>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={isLocal ? "datetime-local" : "text"}
        value={value}
        maxlength={35}
        aria-invalid={problem === undefined ? undefined : "true"}
        aria-describedby={problem === undefined ? undefined : `${name}-wrong`}
      />
      {problem === undefined ? null : (
        <p class="field-wrong" id={`${name}-wrong`}>
          {problem.message[locale]}
        </p>
      )}
    </div>
  );
}

function Select({ name, label, children }: { name: ClockField; label: string; children: Child }) {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {children}
      </select>
    </div>
  );
}
