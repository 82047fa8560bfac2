import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import { hasValidCheckDigit, type Ico } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import { formatIco } from "../components/format-ico.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { SearchForm } from "./search-form.tsx";

const text = {
  invalidTitle: { sk: "Toto nie je IČO", cs: "Toto není IČO", en: "This is not a company number" },
  invalid: {
    sk: "IČO má 6 až 8 číslic. Skontrolujte adresu alebo firmu vyhľadajte.",
    cs: "IČO má 6 až 8 číslic. Zkontrolujte adresu nebo firmu vyhledejte.",
    en: "An IČO has 6 to 8 digits. Check the address, or search for the firm.",
  },
  countryTitle: {
    sk: "Dosah pozná slovenské a české firmy",
    cs: "Dosah zná slovenské a české firmy",
    en: "Dosah knows Slovak and Czech firms",
  },
  country: {
    sk: "Krajina v adrese je „sk“ alebo „cz“. Opravte ju alebo firmu vyhľadajte.",
    cs: "Země v adrese je „sk“ nebo „cz“. Opravte ji nebo firmu vyhledejte.",
    en: "The country in the address is “sk” or “cz”. Correct it, or search for the firm.",
  },
  checkDigit: {
    sk: "Posledná číslica nezodpovedá ostatným: v čísle je pravdepodobne preklep.",
    cs: "Poslední číslice neodpovídá ostatním: v čísle je pravděpodobně překlep.",
    en: "The last digit does not fit the others: the number probably contains a typing error.",
  },
  whichTitle: {
    sk: "Je to slovenská, alebo česká firma?",
    cs: "Je to slovenská, nebo česká firma?",
    en: "Is it a Slovak or a Czech firm?",
  },
  which: {
    sk: "Jeden z registrov teraz neodpovedá a rovnaké IČO môže mať firma v oboch krajinách. Vyberte tú vašu.",
    cs: "Jeden z rejstříků teď neodpovídá a stejné IČO může mít firma v obou zemích. Vyberte tu vaši.",
    en: "One of the registers is not answering at the moment, and firms of both countries may have the same number. Choose yours.",
  },
  whichIncomplete: {
    sk: "Jeden z registrov tu nie je celý a rovnaké IČO môže mať firma v oboch krajinách. Vyberte tú vašu.",
    cs: "Jeden z rejstříků tu není celý a stejné IČO může mít firma v obou zemích. Vyberte tu vaši.",
    en: "One of the registers is not here as a whole, and firms of both countries may have the same number. Choose yours.",
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

const ofCountry: Record<Country, Localized> = {
  SK: { sk: "Slovenská firma s týmto IČO", cs: "Slovenská firma s tímto IČO", en: "The Slovak firm with this number" },
  CZ: { sk: "Česká firma s týmto IČO", cs: "Česká firma s tímto IČO", en: "The Czech firm with this number" },
};

/**
 * A number without a country while a register does not answer or is not here as a whole: the visitor chooses the
 * country, and nothing is guessed.
 */
export function whichCountryPage({ locale }: PageRequest, ico: Ico, { retryAfter }: Problem): PageAnswer {
  return {
    status: 503,
    title: text.whichTitle[locale],
    isIndexed: false,
    scripts: ["suggest"],
    ...(retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } }),
    body: (
      <section class="opening problem">
        <p class="meta number">IČO {formatIco(ico)}</p>
        <h1>{text.whichTitle[locale]}</h1>
        <p class="prose lead">{(retryAfter === undefined ? text.whichIncomplete : text.which)[locale]}</p>
        <p class="links">
          {COUNTRIES.map((country) => (
            <a href={href(locale, firmPath(ico, country))}>{ofCountry[country][locale]}</a>
          ))}
          <a href={href(locale, paths.sources)}>{text.sources[locale]}</a>
        </p>
        <SearchForm locale={locale} />
      </section>
    ),
  };
}

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
export function invalidIcoPage(request: PageRequest, problem?: Problem): PageAnswer {
  if (problem === undefined) return invalidPage(request, text.invalidTitle, text.invalid);
  return invalidPage(request, problem.message, problem.nextStep);
}

/** An address whose country is neither of the two. */
export function invalidCountryPage(request: PageRequest): PageAnswer {
  return invalidPage(request, text.countryTitle, text.country);
}

function invalidPage({ locale }: PageRequest, title: Localized, explanation: Localized): PageAnswer {
  return {
    status: 400,
    title: title[locale],
    isIndexed: false,
    scripts: ["suggest"],
    body: (
      <section class="opening problem">
        <h1>{title[locale]}</h1>
        <p class="prose lead">{explanation[locale]}</p>
        <SearchForm locale={locale} />
      </section>
    ),
  };
}
