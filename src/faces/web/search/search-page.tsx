import { companySearch, LONGEST_QUERY } from "../../../capabilities/companies/company-search.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import { parseIco } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { readStatedIco } from "../../../core/stated-ico.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, redirectTo } from "../paths.ts";
import { SearchForm } from "./search-form.tsx";
import { headingOf, Results, type SearchAnswer } from "./search-results.tsx";

const text = {
  title: { sk: "Nájsť firmu", cs: "Najít firmu", en: "Find a firm" },
  tooShort: {
    sk: "Napíšte aspoň tri znaky z názvu alebo IČO so 6 až 8 číslicami.",
    cs: "Napište alespoň tři znaky z názvu nebo IČO se 6 až 8 číslicemi.",
    en: "Type at least three characters of the name, or an IČO of 6 to 8 digits.",
  },
  tooLong: {
    sk: `Na názov je to príliš dlhé. Skráťte to na najviac ${LONGEST_QUERY} znakov.`,
    cs: `Na název je to příliš dlouhé. Zkraťte to na nejvýše ${LONGEST_QUERY} znaků.`,
    en: `That is too long for a name. Shorten it to at most ${LONGEST_QUERY} characters.`,
  },
} satisfies Record<string, Localized>;

/** The list of firms for a name or a number; a number that leads to one firm leads straight to its verdict. */
export async function searchPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, query } = request;
  const asked = (query.get("q") ?? "").trim();
  const country = COUNTRIES.find((known) => known === query.get("country")?.toUpperCase());
  if (!query.has("q"))
    return { title: text.title[locale], scripts: ["suggest"], body: <Form locale={locale} country={country} /> };
  const error = [...asked].length < 3 ? text.tooShort : asked.length > LONGEST_QUERY ? text.tooLong : undefined;
  if (error !== undefined) {
    return {
      status: 400,
      title: text.title[locale],
      isIndexed: false,
      scripts: ["suggest"],
      body: <Form locale={locale} query={asked.slice(0, LONGEST_QUERY)} country={country} error={error[locale]} />,
    };
  }
  const answer = await request.ask(companySearch, { query: asked, ...(country === undefined ? {} : { country }) });
  const target = soleFirm(answer, asked, country);
  if (target !== undefined) return redirectTo(href(locale, target), 303);
  return {
    title: headingOf(answer, locale),
    isIndexed: false,
    scripts: ["suggest"],
    body: <Results answer={answer} asked={asked} country={country} locale={locale} />,
  };
}

/** Where a whole IČO leads: to its only firm, or to the look-up that also asks the register itself. */
function soleFirm(answer: SearchAnswer, asked: string, country: Country | undefined): string | undefined {
  const stated = readStatedIco(asked);
  const ico = parseIco(stated?.digits ?? "");
  const [first, second] = answer.results;
  if (ico === undefined || second !== undefined) return undefined;
  if (first === undefined) return firmPath(ico, country ?? stated?.country);
  // The firm that was meant may be of a country whose register does not answer; the look-up of both says so.
  const isAlone = answer.incomplete.every(
    (gap) => gap.country === first.country || gap.reason !== "source_unavailable",
  );
  return first.ico === ico ? firmPath(ico, isAlone ? first.country : country) : undefined;
}

function Form(props: { locale: Locale; query?: string; country: Country | undefined; error?: string }) {
  return (
    <section class="opening">
      <h1>{text.title[props.locale]}</h1>
      <SearchForm {...props} />
    </section>
  );
}
