import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { Choice, countryOptions, type FieldError } from "../components/form-field.tsx";
import { countryOf } from "../country-of.ts";
import { href, paths } from "../paths.ts";
import { FindField, SectorList } from "./activity-fields.tsx";
import { CodeRow, emptyRow } from "./code-row.tsx";
import type { ActivityOptions } from "./fact-context.ts";
import { FigureField } from "./fact-control.tsx";
import { hiddenPairs } from "./what-if-address.ts";
import type { WhatIfValues } from "./what-if-query.ts";

/** Words that the forms share. */
export const formTexts = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  activity: { sk: "Čo robíte?", cs: "Co děláte?", en: "What do you do?" },
  codes: {
    sk: "Kódy činnosti NACE, ak ich poznáte",
    cs: "Kódy činnosti NACE, pokud je znáte",
    en: "NACE activity codes, if you know them",
  },
  codesHelp: {
    sk: "Hlavnú činnosť uveďte ako prvú. Ak neviete, ktorú revíziu kód má, nechajte „zistiť“.",
    cs: "Hlavní činnost uveďte jako první. Pokud nevíte, kterou revizi kód má, nechte „zjistit“.",
    en: "Put the main activity first. If you do not know the revision of a code, leave “find out”.",
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

/** Names of fields that the form shows; everything else of the address is sent along unseen. */
const SHOWN = [
  "edit",
  "sector",
  "country",
  "find",
  "code",
  "rev",
  "add",
  "main",
  "does",
  "employees",
  "turnover",
  "balance",
  "rate",
];

/** The form that begins: country, what the firm does by words, code or service, and its figures. */
export function WhatIfForm({
  locale,
  values,
  options,
  query,
  errors,
}: {
  locale: Locale;
  values: WhatIfValues;
  options: ActivityOptions;
  query: URLSearchParams;
  errors: readonly FieldError[];
}) {
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const context = { values, country: values.country ?? "CZ", options, errorOf, locale };
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if" novalidate>
      {hiddenPairs(query, (name) => SHOWN.includes(name)).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Choice
        legend={formTexts.country[locale]}
        error={errorOf("country-SK")}
        name="country"
        options={countryOptions(locale)}
        values={[values.country ?? countryOf(locale)].filter((country) => country !== undefined)}
      />
      <h2>{formTexts.activity[locale]}</h2>
      <FindField value={values.find} locale={locale} />
      <Codes values={values} errors={errors} locale={locale} />
      <SectorList options={options} does={values.does} locale={locale} opened={query.get("sector") ?? undefined} />
      <div class="fields">
        <FigureField field="employees" context={context} />
        <FigureField field="turnoverEur" context={context} />
        <FigureField field="balanceSheetEur" context={context} />
      </div>
      <button type="submit" class="button">
        {formTexts.submit[locale]}
      </button>
    </form>
  );
}

function Codes({ values, errors, locale }: { values: WhatIfValues; errors: readonly FieldError[]; locale: Locale }) {
  const filled = values.codes.map(({ code, revision }) => ({ code, revision: revision ?? ("" as const) }));
  const rows = [...filled, ...Array.from({ length: Math.max(1, OPEN_ROWS - filled.length) }, () => emptyRow)];
  const folded = rows.slice(OPEN_ROWS);
  return (
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
  );
}
