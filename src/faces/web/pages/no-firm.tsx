import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import { hasValidCheckDigit, type Ico } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { formatIco } from "../parts/ico.ts";
import { SearchForm } from "../parts/search/form.tsx";
import { firmPath, href, paths } from "../paths.ts";

const text = {
  invalidTitle: { sk: "Toto nie je IČO", cs: "Tohle není IČO", en: "This is not a company number" },
  invalid: {
    sk: "IČO má 6 až 8 číslic. Skontrolujte adresu alebo firmu vyhľadajte.",
    cs: "IČO má 6 až 8 číslic. Zkontrolujte adresu nebo firmu vyhledejte.",
    en: "An IČO has 6 to 8 digits. Check the address, or search for the firm.",
  },
  checkDigit: {
    sk: "Posledná číslica nezodpovedá ostatným: v čísle je pravdepodobne preklep.",
    cs: "Poslední číslice neodpovídá ostatním: v čísle je pravděpodobně překlep.",
    en: "The last digit does not fit the others: the number probably contains a typing error.",
  },
  next: { sk: "Čo teraz", cs: "Co teď", en: "What now" },
  whatIf: {
    sk: "Zadať činnosť a veľkosť firmy ručne",
    cs: "Zadat činnost a velikost firmy ručně",
    en: "Enter the activity and size by hand",
  },
  sources: {
    sk: "Ktoré registre máme a z ktorého dňa",
    cs: "Které rejstříky máme a ze kterého dne",
    en: "Which registers are loaded, and from which day",
  },
} satisfies Record<string, Localized>;

const notFoundTitle: Record<Locale, (ico: string) => string> = {
  sk: (ico) => `Firmu s IČO ${ico} sme nenašli`,
  cs: (ico) => `Firmu s IČO ${ico} jsme nenašli`,
  en: (ico) => `No firm with IČO ${ico} was found`,
};

const inOther: Record<Country, Localized> = {
  SK: {
    sk: "Hľadať rovnaké IČO na Slovensku",
    cs: "Hledat stejné IČO na Slovensku",
    en: "Look for the same number in Slovakia",
  },
  CZ: { sk: "Hľadať rovnaké IČO v Česku", cs: "Hledat stejné IČO v Česku", en: "Look for the same number in Czechia" },
};

/** A number no register knows: what may be wrong with it, and where to go on. */
export function firmNotFoundPage(
  request: PageRequest,
  ico: Ico,
  country: Country | undefined,
  problem: Problem,
): PageAnswer {
  const { locale } = request;
  const title = notFoundTitle[locale](formatIco(ico));
  const other = country === undefined ? undefined : COUNTRIES.find((known) => known !== country);
  const hasTypo = !hasValidCheckDigit(ico);
  return {
    status: 404,
    title,
    isIndexed: false,
    scripts: ["suggest"],
    body: (
      <section class="opening problem">
        {country === undefined ? null : <p class="meta">{countryNames[country][locale]}</p>}
        <h1>{title}</h1>
        <p class="prose lead">{hasTypo ? text.checkDigit[locale] : problem.message[locale]}</p>
        <SearchForm locale={locale} />
        <h2>{text.next[locale]}</h2>
        <ul class="prose">
          {other === undefined ? null : (
            <li>
              <a href={href(locale, firmPath(ico, other))}>{inOther[other][locale]}</a>
            </li>
          )}
          <li>
            <a href={href(locale, paths.whatIf, { country })}>{text.whatIf[locale]}</a>
          </li>
          <li>
            <a href={href(locale, paths.sources)}>{text.sources[locale]}</a>
          </li>
        </ul>
      </section>
    ),
  };
}

/** An address whose number is none. What was typed is not repeated. */
export function invalidIcoPage({ locale }: PageRequest): PageAnswer {
  return {
    status: 400,
    title: text.invalidTitle[locale],
    isIndexed: false,
    scripts: ["suggest"],
    body: (
      <section class="opening problem">
        <h1>{text.invalidTitle[locale]}</h1>
        <p class="prose lead">{text.invalid[locale]}</p>
        <SearchForm locale={locale} />
      </section>
    ),
  };
}
