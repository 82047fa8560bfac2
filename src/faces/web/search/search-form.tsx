import { companySearch, LONGEST_QUERY } from "../../../capabilities/companies/company-search.ts";
import { activitySearch } from "../../../capabilities/scope/activity-search.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PluralForms } from "../../../core/text.ts";
import { countryOf } from "../country-of.ts";
import { href, paths } from "../paths.ts";

const text = {
  label: {
    sk: "Názov firmy, IČO, alebo čo robíte",
    cs: "Název firmy, IČO, nebo co děláte",
    en: "Name of the firm, IČO, or what you do",
  },
  help: {
    sk: "Napríklad pekáreň vltava, 31322832, autodoprava.",
    cs: "Například pekárna vltava, 45274649, autodoprava.",
    en: "For example slovnaft, 31322832, bakery.",
  },
  submit: { sk: "Nájsť", cs: "Najít", en: "Find" },
  findOut: { sk: "Zistiť", cs: "Zjistit", en: "Find out" },
  suggestions: { sk: "Návrhy", cs: "Návrhy", en: "Suggestions" },
  firms: { sk: "Firmy", cs: "Firmy", en: "Firms" },
  activities: { sk: "Činnosti", cs: "Činnosti", en: "Activities" },
  similar: { sk: "podobný názov", cs: "podobný název", en: "similar name" },
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
  sk: { one: "# návrh", few: "# návrhy", other: "# návrhov" },
  cs: { one: "# návrh", few: "# návrhy", other: "# návrhů" },
  en: { one: "# suggestion", other: "# suggestions" },
} satisfies Record<Locale, PluralForms>;

/** Where the suggestions come from: public REST offers. */
const firmsPath = companySearch.rest?.[0]?.path;
const activitiesPath = activitySearch.rest?.[0]?.path;

/**
 * The one field everything starts with: a firm by name or number, or an activity. It is a form that leads to a list of
 * results; a script adds suggestions while typing. `error` stands beside the field, as the answer to what was typed before.
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
        data-search
        data-suggest={firmsPath}
        data-suggest-activities={activitiesPath}
        data-locale={locale}
        data-country={country}
        data-activity-country={countryOf(locale)}
        data-suggestions={text.suggestions[locale]}
        data-firms={text.firms[locale]}
        data-activities={text.activities[locale]}
        data-similar={text.similar[locale]}
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
          <p class="field-error" id="q-error" data-error="q">
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
            {(isLarge ? text.findOut : text.submit)[locale]}
          </button>
        </div>
        <p class="help" id="q-help">
          {text.help[locale]}
        </p>
      </form>
    </search>
  );
}
