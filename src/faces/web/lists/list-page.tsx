import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { ListRowAnswer } from "../../../capabilities/lists/list-rows.ts";
import { ROW_ORDERS } from "../../../capabilities/lists/list-rows.ts";
import { listShow } from "../../../capabilities/lists/list-show.ts";
import { MOST_AT_ONCE } from "../../../capabilities/suppliers/supplier-add.ts";
import { CATEGORIES } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatShortDay } from "../../../core/text.ts";
import { CategoryMark, categoryNames, categoryPlurals, regimeOf } from "../components/category-mark.tsx";
import { FilterFold } from "../components/filter-fold.tsx";
import { Field } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { PageLinks } from "../components/page-links.tsx";
import { FirmName } from "../components/untrusted-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { suppliersPath } from "../trust/trust-paths.ts";
import { sizeNames } from "../verdict/verdict-names.ts";
import { comparisonTexts } from "./comparison-view.tsx";
import { CATEGORY_ORDER, listsPath, listTexts, namesIn } from "./list-texts.ts";

const text = {
  paste: { sk: "Vložiť tabuľku", cs: "Vložit tabulku", en: "Paste a table" },
  suppliers: { sk: "Pridať k dodávateľom", cs: "Přidat k dodavatelům", en: "Add to suppliers" },
  remove: { sk: "Zmazať zoznam", cs: "Smazat seznam", en: "Delete the list" },
  files: { sk: "Stiahnuť", cs: "Stáhnout", en: "Download" },
  all: { sk: "všetky", cs: "všechny", en: "all" },
  any: { sk: "akákoľvek", cs: "jakákoli", en: "any" },
  words: { sk: "Názov, IČO alebo označenie", cs: "Název, IČO nebo označení", en: "Name, number or label" },
  sort: { sk: "Zoradiť podľa", cs: "Seřadit podle", en: "Sort by" },
  empty: {
    sk: "Zoznam je prázdny. Vložte doň čísla alebo celú tabuľku.",
    cs: "Seznam je prázdný. Vložte do něj čísla nebo celou tabulku.",
    en: "The list is empty. Paste numbers or a whole table into it.",
  },
  nothing: {
    sk: "Filtru nezodpovedá žiadna firma.",
    cs: "Filtru neodpovídá žádná firma.",
    en: "No firm fits the filter.",
  },
  asOf: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
} satisfies Record<string, Localized>;

const orderNames: Readonly<Record<(typeof ROW_ORDERS)[number], Localized>> = {
  name: { sk: "názvu", cs: "názvu", en: "name" },
  category: { sk: "kategórie", cs: "kategorie", en: "category" },
  sector: { sk: "sektora", cs: "odvětví", en: "sector" },
  review: { sk: "dňa preskúmania", cs: "dne přezkoumání", en: "day of review" },
  added: { sk: "dňa pridania", cs: "dne přidání", en: "day of adding" },
};

type Shown = AnswerOf<typeof listShow>;

/** What the address narrows the list by; what is no such thing is left aside. */
function filtersOf(query: URLSearchParams) {
  const page = query.get("page") ?? "";
  return {
    category: [...CATEGORIES, "pending" as const].find((known) => known === query.get("category")),
    tag: (query.get("tag") ?? "").slice(0, 30) || undefined,
    due: query.get("due") === "1" ? true : undefined,
    q: (query.get("q") ?? "").slice(0, 200),
    sort: ROW_ORDERS.find((known) => known === query.get("sort")) ?? "name",
    page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
  };
}

type Filters = ReturnType<typeof filtersOf>;

function queryOf({ due, page: _page, ...filters }: Filters): Readonly<Record<string, string | undefined>> {
  return { ...filters, due: due === true ? "1" : undefined, sort: filters.sort === "name" ? undefined : filters.sort };
}

/** A list of firms with their verdicts: a table, on a phone cards. */
export async function listPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const names = namesIn(request);
  const filters = filtersOf(query);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const shown = await ask(listShow, { ...names, ...given });
  const { organization, list, rows, mayChange, mayDelete } = shown;
  const path = listsPath(organization.id, `/${list.id}`);
  return {
    title: `${list.untrusted.name} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <OrganizationHead request={request} organization={organization} />
          <h2 data-list={list.id} data-rows={String(list.rows)}>
            <bdi class="long-name">{list.untrusted.name}</bdi>
          </h2>
          <Counts shown={shown} locale={locale} />
          <p class="buttons screen-only">
            {mayChange ? (
              <a class="button" href={href(locale, `${path}/import`)}>
                {text.paste[locale]}
              </a>
            ) : null}
            {list.rows === 0 ? null : <a href={href(locale, `${path}/compare`)}>{comparisonTexts.title[locale]}</a>}
            {mayChange && rows.length > 0 ? (
              <a
                data-action="supplier"
                href={href(locale, suppliersPath(organization.id, "/add"), { firms: namesOf(rows) })}
              >
                {text.suppliers[locale]}
              </a>
            ) : null}
            {mayDelete ? <a href={href(locale, `${path}/delete`)}>{text.remove[locale]}</a> : null}
          </p>
        </section>
        <section class="section" aria-label={listTexts.lists[locale]}>
          {list.rows === 0 ? (
            <p class="prose">{text.empty[locale]}</p>
          ) : (
            <>
              <Filter path={path} filters={filters} tags={shown.untrusted.tags} locale={locale} />
              {rows.length === 0 ? (
                <p class="prose">{text.nothing[locale]}</p>
              ) : (
                <Rows path={path} rows={rows} locale={locale} />
              )}
              <PageLinks
                page={shown.page}
                pages={shown.pages}
                to={(page) => href(locale, path, { ...queryOf(filters), page: String(page) })}
                locale={locale}
              />
              <p class="links screen-only">
                {text.files[locale]}:{" "}
                {["csv", "xlsx", "json"].map((format) => (
                  <a href={href(locale, `${path}.${format}`, queryOf(filters))} download>
                    {format.toUpperCase()}
                  </a>
                ))}
              </p>
            </>
          )}
          <p class="meta">
            {text.asOf[locale]}: <time datetime={shown.dataAsOf}>{formatDay(shown.dataAsOf, locale)}</time>.{" "}
            {shown.disclaimer}
          </p>
        </section>
      </>
    ),
  };
}

/** The shown firms as another page takes them: as many as it adds at once. */
function namesOf(rows: Shown["rows"]): string {
  return rows
    .slice(0, MOST_AT_ONCE)
    .map(({ country, ico }) => `${country}-${ico}`)
    .join(",");
}

function Counts({ shown: { list }, locale }: { shown: Shown; locale: Locale }) {
  const path = listsPath(list.organizationId, `/${list.id}`);
  const counts = [
    ...CATEGORY_ORDER.map(
      (category) => [category, categoryPlurals[category][locale], list.byCategory[category]] as const,
    ),
    ["pending", listTexts.pending[locale], list.pending] as const,
  ].filter(([, , count]) => count > 0);
  return (
    <p class="links">
      <a href={href(locale, path)}>
        {text.all[locale]} {list.rows}
      </a>
      {counts.map(([category, name, count]) => (
        <a href={href(locale, path, { category })} data-category={category}>
          {name.toLowerCase()} {count}
        </a>
      ))}
    </p>
  );
}

function Filter({
  path,
  filters,
  tags,
  locale,
}: {
  path: string;
  filters: Filters;
  tags: readonly string[];
  locale: Locale;
}) {
  const isNarrowed =
    filters.category !== undefined || filters.tag !== undefined || filters.q !== "" || filters.due === true;
  const any = { value: "", name: text.any[locale] };
  return (
    <FilterFold action={href(locale, path)} isNarrowed={isNarrowed} all={text.all} locale={locale}>
      <div class="fields">
        <Field id="q" label={text.words[locale]} type="search" value={filters.q} maxlength={200} />
        <Field
          id="category"
          label={listTexts.category[locale]}
          value={filters.category ?? ""}
          options={[
            any,
            ...CATEGORY_ORDER.map((value) => ({ value, name: categoryNames[value][locale] })),
            { value: "pending", name: listTexts.pending[locale] },
          ]}
        />
        {tags.length === 0 ? null : (
          <Field
            id="tag"
            label={listTexts.tags[locale]}
            value={filters.tag ?? ""}
            options={[any, ...tags.map((value) => ({ value, name: value }))]}
          />
        )}
        <Field
          id="sort"
          label={text.sort[locale]}
          value={filters.sort}
          options={ROW_ORDERS.map((value) => ({ value, name: orderNames[value][locale] }))}
        />
      </div>
    </FilterFold>
  );
}

function Rows({ path, rows, locale }: { path: string; rows: readonly ListRowAnswer[]; locale: Locale }) {
  return (
    <table class="is-stacked">
      <thead>
        <tr>
          {(["firm", "category", "sector", "size", "review"] as const).map((column) => (
            <th scope="col">{listTexts[column][locale]}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr id={`${row.country}-${row.ico}`} data-category={row.category ?? "pending"}>
            <th scope="row">
              <a href={href(locale, `${path}/rows/${row.country}/${row.ico}`)}>
                <FirmName name={row.untrusted.name} locale={locale} />
              </a>
              <p class="meta">
                <span class="number">
                  {row.country} {formatIco(row.ico)}
                </span>
                {[row.untrusted.label, ...row.untrusted.tags]
                  .filter((each) => each !== "")
                  .map((each) => (
                    <>
                      {" · "}
                      <bdi>{each}</bdi>
                    </>
                  ))}
              </p>
            </th>
            <td data-label={listTexts.category[locale]}>
              {row.category === null ? (
                listTexts.pending[locale]
              ) : (
                <CategoryMark category={row.category} nationalRegime={regimeOf(row.regime)} locale={locale} />
              )}
            </td>
            <td data-label={listTexts.sector[locale]}>{row.sector?.name ?? "–"}</td>
            <td data-label={listTexts.size[locale]}>{row.size === null ? "–" : sizeNames[row.size][locale]}</td>
            <td data-label={listTexts.review[locale]}>
              {row.nextReviewAt === null ? (
                "–"
              ) : (
                <time datetime={row.nextReviewAt}>{formatShortDay(row.nextReviewAt, locale)}</time>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
