import { companySearch, LONGEST_QUERY } from "../../../capabilities/companies/company-search.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PluralForms } from "../../../core/text.ts";
import { href, paths } from "../paths.ts";

const text = {
  label: { sk: "Názov firmy alebo IČO", cs: "Název firmy nebo IČO", en: "Name of the firm or its IČO" },
  help: {
    sk: "Slovenské a české firmy. Stačia tri znaky, na diakritike nezáleží.",
    cs: "Slovenské a české firmy. Stačí tři znaky, na diakritice nezáleží.",
    en: "Slovak and Czech firms. Three characters are enough; accents do not matter. IČO is the company number.",
  },
  submit: { sk: "Nájsť", cs: "Najít", en: "Find" },
  suggestions: { sk: "Navrhované firmy", cs: "Navrhované firmy", en: "Suggested firms" },
  none: { sk: "Nič sa nenašlo.", cs: "Nic se nenašlo.", en: "Nothing found." },
  incomplete: {
    sk: "Nič sa nenašlo, ale nehľadali sme všade.",
    cs: "Nic se nenašlo, ale nehledali jsme všude.",
    en: "Nothing found, but not everything was searched.",
  },
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
  nameless: { sk: "bez názvu", cs: "bez názvu", en: "no name" },
} satisfies Record<string, Localized>;

/** How many suggestions there are, for screen readers; `#` stands for the number. */
const countForms = {
  sk: { one: "# firma", few: "# firmy", other: "# firiem" },
  cs: { one: "# firma", few: "# firmy", other: "# firem" },
  en: { one: "# firm", other: "# firms" },
} satisfies Record<Locale, PluralForms>;

/** Where the suggestions come from: the public REST offer of the same capability. */
const suggestPath = companySearch.rest?.[0]?.path;

/**
 * The one field everything starts with. It is a form that leads to a list of results; a script adds suggestions
 * while typing. `error` stands beside the field, as the answer to what was typed before.
 */
export function SearchForm({
  locale,
  query = "",
  country,
  error,
  isLarge = false,
}: {
  locale: Locale;
  query?: string;
  country?: Country | undefined;
  error?: string | undefined;
  isLarge?: boolean;
}) {
  const forms: PluralForms = countForms[locale];
  return (
    <search>
      <form
        action={href(locale, paths.search)}
        method="get"
        class={`search-form${isLarge ? " is-large" : ""}`}
        data-suggest={suggestPath}
        data-locale={locale}
        data-country={country}
        data-suggestions={text.suggestions[locale]}
        data-none={text.none[locale]}
        data-incomplete={text.incomplete[locale]}
        data-ceased={text.ceased[locale]}
        data-nameless={text.nameless[locale]}
        data-one={forms.one}
        data-few={forms.few ?? forms.other}
        data-other={forms.other}
      >
        <label for="q">{text.label[locale]}</label>
        {error === undefined ? null : (
          <p class="field-error" id="q-error">
            {error}
          </p>
        )}
        <div class="search-row">
          <div class="search-box">
            <input
              type="search"
              id="q"
              name="q"
              value={query}
              minlength={3}
              maxlength={LONGEST_QUERY}
              required
              autocomplete="off"
              spellcheck={false}
              aria-describedby={error === undefined ? "q-help" : "q-error q-help"}
              aria-invalid={error === undefined ? undefined : "true"}
            />
          </div>
          {country === undefined ? null : <input type="hidden" name="country" value={country} />}
          <button type="submit" class="button">
            {text.submit[locale]}
          </button>
        </div>
        <p class="help" id="q-help">
          {text.help[locale]}
        </p>
      </form>
    </search>
  );
}
