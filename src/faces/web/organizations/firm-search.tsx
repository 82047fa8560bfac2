import type { AnswerOf } from "../../../capabilities/capability.ts";
import { companySearch, LONGEST_QUERY } from "../../../capabilities/companies/company-search.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { formatIco } from "../components/format-ico.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { FormerName } from "../search/former-name.tsx";

const text = {
  query: { sk: "Názov alebo IČO firmy", cs: "Název nebo IČO firmy", en: "Name or number of the firm" },
  similar: { sk: "podobný názov", cs: "podobný název", en: "similar name" },
  search: { sk: "Hľadať", cs: "Hledat", en: "Search" },
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
} satisfies Record<string, Localized>;

/** Shorter texts find nothing that could be told apart. */
export const SHORTEST_QUERY = 3;

export type FoundFirms = AnswerOf<typeof companySearch>["results"];

/** Kinds of a query that name a firm by its number. */
const NUMBERS: readonly string[] = ["ico", "ico_name", "tax_sk"];

/** The text that was searched for (`q`), and the firms that fit it; no firms without a text. */
export async function askFirms({ query, ask }: Pick<PrivateRequest, "query" | "ask">) {
  const asked = [...(query.get("q") ?? "").trim()].slice(0, LONGEST_QUERY).join("");
  if ([...asked].length < SHORTEST_QUERY) return { asked, isAsked: false, results: [], reading: null, only: null };
  const { results, reading } = await ask(companySearch, { query: asked });
  const [first, second] = results;
  const isNamed = NUMBERS.includes(reading.kind) && reading.note === undefined && second === undefined;
  /** The one firm that a number names, as `SK-31322832`: nothing has to be chosen. */
  const only = isNamed && first !== undefined ? `${first.country}-${first.ico}` : null;
  return { asked, isAsked: true, results, reading, only };
}

/** A search field for a firm of the registers, and the firms found; each links to `path` with its name in `parameter`. */
export function FirmSearch({
  path,
  parameter,
  asked,
  reading,
  results,
  locale,
}: {
  path: string;
  parameter: string;
  asked: string;
  /** What is said of a text that is no plain name or number. */
  reading: AnswerOf<typeof companySearch>["reading"] | null;
  results: FoundFirms;
  locale: Locale;
}) {
  return (
    <>
      <form method="get" action={href(locale, path)} class="stacked-form">
        <label for="q">{text.query[locale]}</label>
        <input
          type="search"
          id="q"
          name="q"
          value={asked}
          minlength={SHORTEST_QUERY}
          maxlength={LONGEST_QUERY}
          required
        />
        <button type="submit" class="button">
          {text.search[locale]}
        </button>
      </form>
      {reading === null || reading.text === null ? null : (
        <p class="reading prose" data-reading={reading.kind}>
          {reading.text}
        </p>
      )}
      {results.length === 0 ? null : (
        <ul class="rows">
          {results.map(({ country, ico, active, category, match, formerUntil, untrusted }) => (
            <li data-match={match}>
              <a href={href(locale, path, { [parameter]: `${country}-${ico}` })} data-firm={`${country}-${ico}`}>
                <bdi>{untrusted.name ?? formatIco(ico)}</bdi>
              </a>{" "}
              {match === "similar" ? <span class="tag">{text.similar[locale]}</span> : null}
              {category === undefined ? null : <CategoryMark category={category} locale={locale} />}
              <FormerName name={untrusted.formerName} until={formerUntil} locale={locale} />
              <p class="meta">
                {countryNames[country][locale]}, IČO {formatIco(ico)}
                {untrusted.address === null ? null : (
                  <>
                    , <bdi>{untrusted.address}</bdi>
                  </>
                )}
                {active ? null : `, ${text.ceased[locale]}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
