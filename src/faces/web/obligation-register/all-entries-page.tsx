import type { AnswerOf } from "../../../capabilities/capability.ts";
import { STATUS_FILTERS } from "../../../capabilities/obligations/obligation-register.ts";
import {
  ENTRY_ORDERS,
  type OwnEntryItem,
  organizationsObligations,
} from "../../../capabilities/obligations/organizations-obligations.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatNumber, formatShortDay, plural } from "../../../core/text.ts";
import { FilterFold } from "../components/filter-fold.tsx";
import { Field, Tick } from "../components/form-field.tsx";
import { PageLinks } from "../components/page-links.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { entryPath } from "./register-paths.ts";
import { StatusMark } from "./status-mark.tsx";
import { statusOptions } from "./status-options.ts";

const text = typesetTexts({
  title: {
    sk: "Povinnosti všetkých organizácií",
    cs: "Povinnosti všech organizací",
    en: "Obligations of all organizations",
  },
  none: {
    sk: "Žiadna povinnosť nemá termín. Termíny pribudnú, keď v evidencii organizácie určíte stav.",
    cs: "Žádná povinnost nemá termín. Termíny přibudou, jakmile v evidenci organizace určíte stav.",
    en: "No obligation has a date. Dates appear once a status is set in the register of an organization.",
  },
  nothing: {
    sk: "Výberu nezodpovedá žiadna povinnosť.",
    cs: "Výběru neodpovídá žádná povinnost.",
    en: "No obligation matches these filters.",
  },
  all: { sk: "Zobraziť všetko s termínom", cs: "Zobrazit vše s termínem", en: "Show everything with a date" },
  organization: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  obligation: { sk: "Povinnosť", cs: "Povinnost", en: "Obligation" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  person: { sk: "Zodpovedá", cs: "Odpovídá", en: "Responsible" },
  work: { sk: "Práca do", cs: "Práce do", en: "Work due" },
  review: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  over: { sk: "Dní po termíne", cs: "Dnů po termínu", en: "Days overdue" },
  any: { sk: "akýkoľvek", cs: "jakýkoli", en: "any" },
  every: { sk: "všetky", cs: "všechny", en: "all" },
  words: {
    sk: "Hľadať v organizácii, povinnosti, poznámke a mene",
    cs: "Hledat v organizaci, povinnosti, poznámce a jménu",
    en: "Words in organization, obligation, note or person",
  },
  sort: { sk: "Zoradiť", cs: "Seřadit", en: "Sort by" },
  onlyLate: { sk: "Len po termíne", cs: "Jen po termínu", en: "Overdue only" },
  undated: { sk: "Aj bez termínu", cs: "I bez termínu", en: "Without a date too" },
  files: { sk: "Stiahnuť", cs: "Stáhnout", en: "Download" },
} satisfies Record<string, Localized>);

const orderNames: Readonly<Record<(typeof ENTRY_ORDERS)[number], Localized>> = {
  next: { sk: "podľa termínu", cs: "podle termínu", en: "date" },
  organization: { sk: "podľa organizácie", cs: "podle organizace", en: "organization" },
  code: { sk: "podľa povinnosti", cs: "podle povinnosti", en: "obligation" },
};

const counts: Record<Locale, (entries: number, overdue: number) => string> = {
  sk: (entries, overdue) =>
    `${formatNumber(entries, "sk")} ${plural(entries, { one: "povinnosť", few: "povinnosti", other: "povinností" }, "sk")}, po termíne: ${formatNumber(overdue, "sk")}`,
  cs: (entries, overdue) =>
    `${formatNumber(entries, "cs")} ${plural(entries, { one: "povinnost", few: "povinnosti", other: "povinností" }, "cs")}, po termínu: ${formatNumber(overdue, "cs")}`,
  en: (entries, overdue) =>
    `${formatNumber(entries, "en")} ${plural(entries, { one: "obligation", other: "obligations" }, "en")}, ${formatNumber(overdue, "en")} overdue`,
};

type Shown = AnswerOf<typeof organizationsObligations>;

/** What the address narrows and sorts the entries by; what is no such thing is left aside. */
function filtersOf(query: URLSearchParams) {
  const numberIn = (name: string, pattern: RegExp) => {
    const typed = query.get(name) ?? "";
    return pattern.test(typed) ? Number(typed) : undefined;
  };
  return {
    organization: query.get("organization") || undefined,
    status: STATUS_FILTERS.find((known) => known === query.get("status")),
    overdue: query.get("overdue") === "1",
    due: numberIn("due", /^(?:[1-9]\d?|[1-3]\d\d|400)$/),
    person: (query.get("person") ?? "").slice(0, 200),
    code: (query.get("code") ?? "").slice(0, 20),
    q: (query.get("q") ?? "").slice(0, 200),
    all: query.get("all") === "1",
    sort: ENTRY_ORDERS.find((known) => known === query.get("sort")) ?? ("next" as const),
    page: numberIn("page", /^[1-9]\d{0,2}$/) ?? 1,
  };
}

type Filters = ReturnType<typeof filtersOf>;

/** The filters as parameters of an address; a page of its own is named beside them. */
function queryOf({ page: _page, overdue, all, due, sort, ...words }: Filters) {
  const given = Object.entries(words).filter(([, value]) => value !== undefined && value !== "");
  return {
    ...Object.fromEntries(given),
    overdue: overdue ? "1" : undefined,
    all: all ? "1" : undefined,
    due: due === undefined ? undefined : String(due),
    sort: sort === "next" ? undefined : sort,
  };
}

/** What is to be done in the registers of all organizations of the person: what is late first. */
export async function allEntriesPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const filters = filtersOf(query);
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const shown = await ask(organizationsObligations, given);
  const { items, entries, overdue } = shown;
  const isNarrowed = Object.values(queryOf({ ...filters, sort: "next" })).some((value) => value !== undefined);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead" data-entries={String(entries)} data-overdue={String(overdue)}>
            {counts[locale](entries, overdue)}
          </p>
          <Filter shown={shown} filters={filters} isNarrowed={isNarrowed} locale={locale} />
        </section>
        <section class="section" aria-label={text.title[locale]}>
          {items.length > 0 ? (
            <Entries items={items} locale={locale} />
          ) : (
            <p class="prose">
              {isNarrowed ? (
                <>
                  {text.nothing[locale]} <a href={href(locale, privatePaths.allObligations)}>{text.all[locale]}</a>
                </>
              ) : (
                text.none[locale]
              )}
            </p>
          )}
          <PageLinks
            page={shown.page}
            pages={shown.pages}
            to={(page) => href(locale, privatePaths.allObligations, { ...queryOf(filters), page: String(page) })}
            locale={locale}
          />
          {entries === 0 ? null : (
            <p class="links screen-only">
              {text.files[locale]}:{" "}
              {["csv", "xlsx"].map((format) => (
                <a href={href(locale, `${privatePaths.allObligations}.${format}`, queryOf(filters))} download>
                  {format.toUpperCase()}
                </a>
              ))}
            </p>
          )}
        </section>
      </>
    ),
  };
}

function Filter({
  shown,
  filters,
  isNarrowed,
  locale,
}: {
  shown: Shown;
  filters: Filters;
  isNarrowed: boolean;
  locale: Locale;
}) {
  const every = { value: "", name: text.every[locale] };
  return (
    <FilterFold
      action={href(locale, privatePaths.allObligations)}
      isNarrowed={isNarrowed}
      all={text.all}
      locale={locale}
    >
      <div class="fields">
        <Field id="q" label={text.words[locale]} type="search" value={filters.q} maxlength={200} />
        <Field
          id="organization"
          label={text.organization[locale]}
          value={filters.organization ?? ""}
          options={[every, ...shown.organizations.map(({ id, untrusted }) => ({ value: id, name: untrusted.name }))]}
        />
        <Field
          id="status"
          label={text.status[locale]}
          value={filters.status ?? ""}
          options={statusOptions(text.any[locale], locale)}
        />
        <Field
          id="sort"
          label={text.sort[locale]}
          value={filters.sort}
          options={ENTRY_ORDERS.map((value) => ({ value, name: orderNames[value][locale] }))}
        />
      </div>
      <Tick id="overdue" label={text.onlyLate[locale]} isChecked={filters.overdue} />
      <Tick id="all" label={text.undated[locale]} isChecked={filters.all} />
    </FilterFold>
  );
}

function Entries({ items, locale }: { items: readonly OwnEntryItem[]; locale: Locale }) {
  const columns = ["obligation", "organization", "status", "person", "work", "review"] as const;
  return (
    <table class="is-stacked">
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col">{text[column][locale]}</th>
          ))}
          <th scope="col" class="number">
            {text.over[locale]}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <Entry entry={entry} locale={locale} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry, locale }: { entry: OwnEntryItem; locale: Locale }) {
  const { organizationId, code, name, status, workDueAt, nextReviewAt, dueAt, daysOver, untrusted } = entry;
  return (
    <tr id={`${organizationId}-${code}`} data-status={status ?? "none"} data-due={dueAt ?? ""}>
      <th scope="row">
        <a href={href(locale, entryPath(organizationId, code))}>{name ?? code}</a>
        <p class="meta">{code}</p>
      </th>
      <td data-label={text.organization[locale]}>
        <a href={href(locale, organizationPath(organizationId, "/obligations"))}>
          <bdi class="long-name">{untrusted.organization}</bdi>
        </a>
      </td>
      <td data-label={text.status[locale]}>
        <StatusMark status={status} locale={locale} />
      </td>
      <td data-label={text.person[locale]} class={untrusted.responsiblePerson === null ? "is-none" : undefined}>
        {untrusted.responsiblePerson === null ? "–" : <bdi>{untrusted.responsiblePerson}</bdi>}
      </td>
      <DayCell label={text.work[locale]} day={workDueAt} locale={locale} />
      <DayCell label={text.review[locale]} day={nextReviewAt} locale={locale} />
      <td data-label={text.over[locale]} class={daysOver === 0 ? "number is-none" : "number is-overdue"}>
        {daysOver === 0 ? "–" : formatNumber(daysOver, locale)}
      </td>
    </tr>
  );
}

function DayCell({ label, day, locale }: { label: string; day: string | null; locale: Locale }) {
  return (
    <td data-label={label} class={day === null ? "is-none" : "day"}>
      {day === null ? "–" : <time datetime={day}>{formatShortDay(day, locale)}</time>}
    </td>
  );
}
