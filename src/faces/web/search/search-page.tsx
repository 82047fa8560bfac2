import type { Child } from "hono/jsx";
import { LONGEST_QUERY } from "../../../capabilities/companies/company-search.ts";
import { CATEGORY_FILTERS, LAST_PAGE, searchList } from "../../../capabilities/companies/search-list.ts";
import { type ActivityList, activityList } from "../../../capabilities/scope/activity-list.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths, redirectTo } from "../paths.ts";
import { SearchForm } from "./search-form.tsx";
import { isCategoryFilter, type Searched, whatIfCountry } from "./search-query.ts";
import { headingOf, Results } from "./search-results.tsx";

const text = {
  title: { sk: "Nájsť firmu", cs: "Najít firmu", en: "Find a firm" },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  tooShort: {
    sk: "Napíšte aspoň dva znaky: názov firmy, IČO so 6 až 8 číslicami, alebo čo robíte.",
    cs: "Napište alespoň dva znaky: název firmy, IČO se 6 až 8 číslicemi, nebo co děláte.",
    en: "Type at least two characters: the name of a firm, an IČO of 6 to 8 digits, or what you do.",
  },
  tooLong: {
    sk: `Na názov je to príliš dlhé. Skráťte to na najviac ${LONGEST_QUERY} znakov.`,
    cs: `Na název je to příliš dlouhé. Zkraťte to na nejvýše ${LONGEST_QUERY} znaků.`,
    en: `That is too long for a name. Shorten it to at most ${LONGEST_QUERY} characters.`,
  },
  page: {
    sk: `Strana: 1 až ${LAST_PAGE}`,
    cs: `Stránka: 1 až ${LAST_PAGE}`,
    en: `Page: 1 to ${LAST_PAGE}`,
  },
  category: {
    sk: `Výsledok (category): ${CATEGORY_FILTERS.join(", ")}`,
    cs: `Výsledek (category): ${CATEGORY_FILTERS.join(", ")}`,
    en: `Result (category): ${CATEGORY_FILTERS.join(", ")}`,
  },
  first: { sk: "Na stranu 1", cs: "Na stránku 1", en: "To page 1" },
} satisfies Record<string, Localized>;

/** The firms and activities for what was typed; a number that leads to one firm leads straight to its verdict. */
export async function searchPage(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, query } = request;
  const asked = (query.get("q") ?? "").trim();
  const country = COUNTRIES.find((known) => known === query.get("country")?.trim().toUpperCase());
  const form = { locale, query: asked.slice(0, LONGEST_QUERY), country };
  if (!query.has("q")) {
    return {
      title: text.title[locale],
      isIndexed: false,
      scripts: ["suggest"],
      body: <Form locale={locale} country={country} />,
    };
  }
  const category = query.get("category")?.trim() || undefined;
  if (category !== undefined && !isCategoryFilter(category)) return refused(form, "category", asked);
  const page = (query.get("page") ?? "").trim() || "1";
  if (!/^\d{1,2}$/.test(page) || Number(page) < 1 || Number(page) > LAST_PAGE) return refused(form, "page", asked);
  if (asked.length > LONGEST_QUERY) return refused(form, "tooLong");

  const searched: Searched = { asked, country, category, page: Number(page) };
  let firms: Awaited<ReturnType<typeof askFirms>>;
  try {
    firms = await askFirms(searched, request);
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.field === "query") return refused(form, "tooShort");
    throw thrown;
  }
  if (firms.leadsTo !== null) {
    return redirectTo(href(locale, firmPath(firms.leadsTo.ico, firms.leadsTo.country)), 303);
  }
  const activities = await askActivities(searched, request);
  const found = { searched, firms, activities };
  return {
    title: headingOf(found, locale),
    isIndexed: false,
    scripts: ["suggest"],
    body: <Results found={found} locale={locale} />,
  };
}

function askFirms({ asked, country, category, page }: Searched, { ask }: PageRequest) {
  return ask(searchList, {
    query: asked,
    page,
    ...(country === undefined ? {} : { country }),
    ...(category === undefined ? {} : { category }),
  });
}

/** The activities beside the firms; without them the page still shows the firms. */
async function askActivities(searched: Searched, { ask, locale }: PageRequest): Promise<ActivityList | null> {
  const country = whatIfCountry(searched, locale);
  try {
    return await ask(activityList, { query: searched.asked, ...(country === undefined ? {} : { country }) });
  } catch {
    return null;
  }
}

/** What was asked cannot be searched: 400, and what would be right. */
function refused(
  form: { locale: Locale; query: string; country: Country | undefined },
  error: "tooShort" | "tooLong" | "page" | "category",
  asked?: string,
): PageAnswer {
  const { locale } = form;
  const isOfField = error === "tooShort" || error === "tooLong";
  return {
    status: 400,
    title: `${text.error[locale]}: ${text.title[locale]}`,
    isIndexed: false,
    scripts: ["suggest"],
    body: (
      <Form {...form} error={isOfField ? text[error][locale] : undefined}>
        {isOfField ? null : (
          <p class="field-error" role="alert" data-error={error}>
            {text[error][locale]}.{" "}
            <a href={href(locale, paths.search, { q: asked, country: form.country })}>{text.first[locale]}</a>
          </p>
        )}
      </Form>
    ),
  };
}

function Form({
  children,
  ...form
}: {
  locale: Locale;
  query?: string;
  country: Country | undefined;
  error?: string | undefined;
  children?: Child;
}) {
  return (
    <section class="opening">
      <h1>{text.title[form.locale]}</h1>
      {children}
      <SearchForm {...form} />
    </section>
  );
}
