import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import type { FieldError } from "../components/form-field.tsx";
import { href, paths } from "../paths.ts";
import { CodeRow, emptyRow } from "./code-row.tsx";
import { FactFields } from "./fact-fields.tsx";
import type { WhatIfValues } from "./what-if-query.ts";

/** Words that the whole and the short form share. */
export const formTexts = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  codes: { sk: "Kódy činnosti NACE", cs: "Kódy činnosti NACE", en: "NACE activity codes" },
  codesHelp: {
    sk: "Hlavnú činnosť uveďte ako prvú. Registre prešli na revíziu 2.1 v rokoch 2025 a 2026; starší kód má revíziu 2.",
    cs: "Hlavní činnost uveďte jako první. Rejstříky přešly na revizi 2.1 v letech 2025 a 2026; starší kód má revizi 2.",
    en: "Put the main activity first. Registers moved to revision 2.1 in 2025 and 2026; older codes are revision 2.",
  },
  submit: { sk: "Vyhodnotiť", cs: "Vyhodnotit", en: "Evaluate" },
} satisfies Record<string, Localized>;

const moreCodes: Record<Locale, (count: number) => string> = {
  sk: (count) => `Ďalšie ${plural(count, { one: "kód", few: "kódy", other: "kódy" }, "sk")} (${count})`,
  cs: (count) => `Další ${plural(count, { one: "kód", few: "kódy", other: "kódy" }, "cs")} (${count})`,
  en: (count) => `Further ${plural(count, { one: "code", other: "codes" }, "en")} (${count})`,
};

/** Rows that are visible; further codes stand in a closed section. */
const OPEN_ROWS = 3;

/** The whole form: every fact of a what-if, as typed, with its errors. */
export function WhatIfForm({
  locale,
  values,
  errors,
}: {
  locale: Locale;
  values: WhatIfValues;
  errors: readonly FieldError[];
}) {
  const rows = [
    ...values.codes,
    ...Array.from({ length: Math.max(1, OPEN_ROWS - values.codes.length) }, () => emptyRow),
  ];
  const folded = rows.slice(OPEN_ROWS);
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if" novalidate>
      <fieldset class="choice">
        <legend>{formTexts.country[locale]}</legend>
        {errors.map(({ field, message }) => (field === "country-SK" ? <p class="field-error">{message}</p> : null))}
        {COUNTRIES.map((country) => (
          <label for={`country-${country}`}>
            <input
              type="radio"
              name="country"
              id={`country-${country}`}
              value={country}
              checked={values.country === country}
            />
            {countryNames[country][locale]}
          </label>
        ))}
      </fieldset>
      <fieldset class="codes">
        <legend>{formTexts.codes[locale]}</legend>
        <p class="help" id="codes-help">
          {formTexts.codesHelp[locale]}
        </p>
        {rows.slice(0, OPEN_ROWS).map((row, index) => (
          <CodeRow row={row} number={index + 1} locale={locale} errors={errors} />
        ))}
        {folded.length === 0 ? null : (
          <details open={errors.some(({ field }) => field.startsWith("code-"))}>
            <summary>{moreCodes[locale](folded.length)}</summary>
            {folded.map((row, index) => (
              <CodeRow row={row} number={OPEN_ROWS + index + 1} locale={locale} errors={errors} />
            ))}
          </details>
        )}
      </fieldset>
      <FactFields locale={locale} values={values} errors={errors} />
      {values.firm === undefined ? null : <input type="hidden" name="ico" value={values.firm.ico} />}
      <button type="submit" class="button">
        {formTexts.submit[locale]}
      </button>
    </form>
  );
}
