import type { AnswerOf } from "../../../capabilities/capability.ts";
import { type companySearch, MOST_RESULTS } from "../../../capabilities/companies/company-search.ts";
import { gapWords } from "../../../capabilities/companies/search-gap.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { plural } from "../../../core/text.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { formatIco } from "../components/format-ico.ts";
import { Notice } from "../components/notice.tsx";
import { FirmAddress, FirmName } from "../components/untrusted-text.tsx";
import { firmPath, href, paths } from "../paths.ts";
import { SearchForm } from "./search-form.tsx";

export type SearchAnswer = AnswerOf<typeof companySearch>;

const text = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  both: { sk: "Slovensko a Česko", cs: "Slovensko a Česko", en: "Slovakia and Czechia" },
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
  more: {
    sk: "Zobrazujeme najviac desať firiem. Ak medzi nimi tá vaša nie je, napíšte z názvu viac alebo zadajte IČO.",
    cs: "Zobrazujeme nejvýše deset firem. Není-li mezi nimi ta vaše, napište z názvu víc nebo zadejte IČO.",
    en: "At most ten firms are shown. If yours is not among them, type more of its name or its IČO.",
  },
  exact: { sk: "Presná zhoda", cs: "Přesná shoda", en: "Exact match" },
  others: { sk: "Podobné názvy", cs: "Podobné názvy", en: "Similar names" },
  first: { sk: "Prvých desať firiem", cs: "Prvních deset firem", en: "The first ten firms" },
  none: { sk: "Nenašli sme žiadnu firmu", cs: "Nenašli jsme žádnou firmu", en: "No firm was found" },
  noneTips: {
    sk: ["Skúste len začiatok názvu, bez právnej formy.", "Ak poznáte IČO, zadajte ho: je presnejšie než názov."],
    cs: ["Zkuste jen začátek názvu, bez právní formy.", "Znáte-li IČO, zadejte ho: je přesnější než název."],
    en: [
      "Try only the beginning of the name, without the legal form.",
      "If you know the IČO, enter it: it is more precise than a name.",
    ],
  },
  incomplete: {
    sk: "Nehľadali sme všade",
    cs: "Nehledali jsme všude",
    en: "Not everything was searched",
  },
  mayExist: {
    sk: "Firma, ktorú tu nevidíte, môže existovať.",
    cs: "Firma, kterou tu nevidíte, může existovat.",
    en: "A firm that is not shown here may exist.",
  },
  noneWhatIf: {
    sk: "Zadať činnosť a veľkosť firmy ručne",
    cs: "Zadat činnost a velikost firmy ručně",
    en: "Enter the activity and size by hand",
  },
} satisfies Record<string, Localized | Record<Locale, readonly string[]>>;

const found: Record<Locale, (count: number) => string> = {
  sk: (count) =>
    plural(
      count,
      { one: "Našla sa jedna firma", few: `Našli sa ${count} firmy`, other: `Našlo sa ${count} firiem` },
      "sk",
    ),
  cs: (count) =>
    plural(
      count,
      { one: "Našla se jedna firma", few: `Našly se ${count} firmy`, other: `Našlo se ${count} firem` },
      "cs",
    ),
  en: (count) => plural(count, { one: "One firm found", other: `${count} firms found` }, "en"),
};

/** What the results are, in one line: the title of the page and its heading. */
export function headingOf({ count }: SearchAnswer, locale: Locale): string {
  if (count === 0) return text.none[locale];
  return count >= MOST_RESULTS ? text.first[locale] : found[locale](count);
}

/** The firms that were found, or what to do where none was; and the registers that could not be searched. */
export function Results({
  answer,
  asked,
  country,
  locale,
}: {
  answer: SearchAnswer;
  asked: string;
  country: Country | undefined;
  locale: Locale;
}) {
  return (
    <>
      <SearchForm locale={locale} query={asked} country={country} />
      <section class="results">
        <h1 class="is-small">{headingOf(answer, locale)}</h1>
        <nav aria-label={text.country[locale]} class="filter quiet-links">
          <ul>
            {[undefined, ...COUNTRIES].map((choice) => (
              <li>
                <a
                  href={href(locale, paths.search, { q: asked, country: choice })}
                  aria-current={choice === country ? "true" : undefined}
                >
                  {choice === undefined ? text.both[locale] : countryNames[choice][locale]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {answer.count === 0 ? (
          <div class="prose">
            <ul>
              {text.noneTips[locale].map((tip) => (
                <li>{tip}</li>
              ))}
              <li>
                <a href={href(locale, paths.whatIf)}>{text.noneWhatIf[locale]}</a>
              </li>
            </ul>
          </div>
        ) : (
          <Hits results={answer.results} locale={locale} />
        )}
        {answer.count >= MOST_RESULTS ? <p class="help">{text.more[locale]}</p> : null}
        {answer.incomplete.length > 0 ? (
          <Notice title={text.incomplete[locale]}>
            {answer.incomplete.map((gap) => (
              <p>{gapWords(gap, locale)}</p>
            ))}
            <p>{text.mayExist[locale]}</p>
          </Notice>
        ) : null}
      </section>
    </>
  );
}

/** The firms in their order. Where exactly one is the firm that was named, it stands first by itself. */
function Hits({ results, locale }: { results: SearchAnswer["results"]; locale: Locale }) {
  const [first, ...others] = results;
  const isOffered = first !== undefined && results.filter(({ exact }) => exact).length === 1 && others.length > 0;
  if (!isOffered) {
    return (
      <ol class="hits">
        {results.map((hit) => (
          <Hit hit={hit} locale={locale} />
        ))}
      </ol>
    );
  }
  return (
    <>
      <h2 class="is-small">{text.exact[locale]}</h2>
      <ul class="hits">
        <Hit hit={first} locale={locale} />
      </ul>
      <h2 class="is-small">{text.others[locale]}</h2>
      <ol class="hits">
        {others.map((hit) => (
          <Hit hit={hit} locale={locale} />
        ))}
      </ol>
    </>
  );
}

function Hit({ hit, locale }: { hit: SearchAnswer["results"][number]; locale: Locale }) {
  const { ico, country, nace, active, category, untrusted } = hit;
  return (
    <li class="hit">
      <a href={href(locale, firmPath(ico, country))}>
        <FirmName name={untrusted.name} locale={locale} />
      </a>
      {active ? null : <span class="tag">{text.ceased[locale]}</span>}
      <p class="meta">
        <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
        <FirmAddress address={untrusted.address} before=" · " />
      </p>
      {nace === null ? null : (
        <p class="meta">
          NACE {formatNace(nace.code)} {nace.name}
        </p>
      )}
      {category === undefined ? null : (
        <p class="meta">
          <CategoryMark category={category} locale={locale} />
        </p>
      )}
    </li>
  );
}
