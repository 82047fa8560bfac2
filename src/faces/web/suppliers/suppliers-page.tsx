import type { Child } from "hono/jsx";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { ASK_STATES } from "../../../capabilities/suppliers/ask-state.ts";
import { supplierList } from "../../../capabilities/suppliers/supplier-list.ts";
import { PROFILE_STATES } from "../../../capabilities/suppliers/supplier-profile.ts";
import {
  ASK_TEXTS,
  CRITICALITY_CHOICES,
  CRITICALITY_TEXTS,
  PROFILE_TEXTS,
} from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatShortDay, plural } from "../../../core/text.ts";
import { FilterFold } from "../components/filter-fold.tsx";
import { FormErrors, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Choice, countryOptions, Field } from "../components/form-field.tsx";
import { PageLinks } from "../components/page-links.tsx";
import { comparisonTexts } from "../lists/comparison-view.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";
import { criticalityOptions, memberOptions } from "./plan-fields.tsx";
import { CRITICALITY_FILTERS, filtersOf, queryOf, type SupplierFilters } from "./supplier-filters.ts";
import { CoverageSummary, JudgementMark, ProfileMark, StandingMark } from "./supplier-marks.tsx";

const text = {
  title: { sk: "Dodávatelia", cs: "Dodavatelé", en: "Suppliers" },
  lead: {
    sk: "Bezpečnosť dodávateľského reťazca na jednom mieste: čo o dodávateľovi hovorí register, čo o sebe zverejnil a čo si o ňom myslíte vy.",
    cs: "Bezpečnost dodavatelského řetězce na jednom místě: co o dodavateli říká rejstřík, co o sobě zveřejnil a co si o něm myslíte vy.",
    en: "Supply-chain security in one place: what the register says of a supplier, what the supplier publishes, and what you think of it.",
  },
  empty: {
    sk: "Zatiaľ tu nie je nikto. Pridajte prvého dodávateľa podľa IČO; profil mať nemusí.",
    cs: "Zatím tu nikdo není. Přidejte prvního dodavatele podle IČO; profil mít nemusí.",
    en: "Nobody is here yet. Add your first supplier by its number; it need not have a profile.",
  },
  emptyToRead: {
    sk: "Zatiaľ tu nie je nikto.",
    cs: "Zatím tu nikdo není.",
    en: "Nobody is here yet.",
  },
  add: { sk: "Pridať dodávateľa", cs: "Přidat dodavatele", en: "Add a supplier" },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  ico: { sk: "IČO", cs: "IČO", en: "Number (IČO)" },
  any: { sk: "akýkoľvek", cs: "jakýkoli", en: "any" },
  words: { sk: "Názov alebo IČO", cs: "Název nebo IČO", en: "Name or number" },
  all: { sk: "Zobraziť všetkých", cs: "Zobrazit všechny", en: "Show all" },
  nothing: { sk: "Taký dodávateľ tu nie je.", cs: "Takový dodavatel tu není.", en: "No supplier is like that." },
  supplier: { sk: "Dodávateľ", cs: "Dodavatel", en: "Supplier" },
  category: { sk: "Kategória NIS2", cs: "Kategorie NIS2", en: "NIS2 category" },
  profile: { sk: "Profil", cs: "Profil", en: "Profile" },
  coverage: { sk: "Pokrytie čl. 21", cs: "Pokrytí čl. 21", en: "Coverage of Art. 21" },
  judgement: { sk: "Naše hodnotenie", cs: "Naše hodnocení", en: "Our judgement" },
  paste: { sk: "Vložiť zoznam", cs: "Vložit seznam", en: "Paste a list" },
  byName: { sk: "Vyhľadať podľa názvu", cs: "Vyhledat podle názvu", en: "Find by name" },
  criticality: { sk: "Dôležitosť", cs: "Důležitost", en: "Criticality" },
  request: { sk: "Žiadosť", cs: "Žádost", en: "Request" },
  due: { sk: "Preskúmanie do 30 dní", cs: "Přezkoumání do 30 dnů", en: "Review within 30 days" },
  review: { sk: "Preskúmanie", cs: "Přezkoumání", en: "Review" },
  choose: { sk: "Vybrať", cs: "Vybrat", en: "Choose" },
  bulk: { sk: "Zmeniť vybraných naraz", cs: "Změnit vybrané najednou", en: "Change the chosen ones at once" },
  bulkLead: {
    sk: "V tabuľke zaškrtnite dodávateľov, tu to, čo im chcete nastaviť. Uloží sa všetko, alebo nič.",
    cs: "V tabulce zaškrtněte dodavatele, zde to, co jim chcete nastavit. Uloží se vše, nebo nic.",
    en: "Tick suppliers in the table, and here what to set for them. All of it is saved, or nothing.",
  },
  set: { sk: "Čo nastaviť", cs: "Co nastavit", en: "What to set" },
  bulkSet: { sk: "Nastaviť vybraným", cs: "Nastavit vybraným", en: "Set for the chosen ones" },
  responsible: { sk: "Zodpovedá", cs: "Odpovídá", en: "Responsible" },
  askSeveral: {
    sk: "Požiadať viacerých o profil",
    cs: "Požádat více dodavatelů o profil",
    en: "Ask several for a profile",
  },
  files: { sk: "Stiahnuť zoznam", cs: "Stáhnout seznam", en: "Download the list" },
  next: { sk: "Ďalšia strana", cs: "Další strana", en: "Next page" },
  asOf: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
} satisfies Record<string, Localized>;

type List = AnswerOf<typeof supplierList>;
type Filters = SupplierFilters;

const summary: Readonly<Record<Locale, (counts: List["counts"]) => string>> = {
  sk: ({ all, unjudged, byState: { published, stale } }) =>
    `${all} ${plural(all, { one: "dodávateľ", few: "dodávatelia", other: "dodávateľov" }, "sk")}: ` +
    `s platným profilom ${published}, s neplatným ${stale}, bez vášho hodnotenia ${unjudged}.`,
  cs: ({ all, unjudged, byState: { published, stale } }) =>
    `${all} ${plural(all, { one: "dodavatel", few: "dodavatelé", other: "dodavatelů" }, "cs")}: ` +
    `s platným profilem ${published}, s neplatným ${stale}, bez vašeho hodnocení ${unjudged}.`,
  en: ({ all, unjudged, byState: { published, stale } }) =>
    `${all} ${plural(all, { one: "supplier", other: "suppliers" }, "en")}: ` +
    `${published} with a valid profile, ${stale} with one that is out of date, ${unjudged} not judged by you.`,
};

/** The files of the list, by the ending of their address. */
const FILES = ["csv", "xlsx", "json"] as const;

/** The suppliers of an organization: cards on a telephone, a table elsewhere. */
export async function suppliersPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, query } = request;
  const filters = filtersOf(query);
  const list = await ask(supplierList, { organizationId: organizationIn(request), ...filters });
  const { organization, suppliers, counts, mayChange } = list;
  const isEmpty = counts.all === 0;
  const isAddRefused = request.refusal !== null && !request.form.has("nextReviewAt");
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.title[locale]}</h2>
          <p class="prose lead">{text.lead[locale]}</p>
          <p class="prose">{isEmpty ? text[mayChange ? "empty" : "emptyToRead"][locale] : summary[locale](counts)}</p>
        </section>
        {mayChange && isEmpty ? (
          <section class="section screen-only">
            <AddForm request={request} isOpen />
          </section>
        ) : null}
        {isEmpty ? null : (
          <section class="section" aria-label={text.title[locale]}>
            <CountLinks list={list} locale={locale} />
            <div class="supplier-folds screen-only">
              {mayChange ? <AddForm request={request} isOpen={isAddRefused} /> : null}
              <FilterForm action={href(locale, suppliersPath(organization.id))} filters={filters} locale={locale} />
            </div>
            {suppliers.length === 0 ? (
              <p class="prose">
                {text.nothing[locale]} <a href={href(locale, suppliersPath(organization.id))}>{text.all[locale]}</a>
              </p>
            ) : (
              <BulkForm request={request} list={list}>
                <SupplierTable organizationId={organization.id} list={list} filters={filters} locale={locale} />
              </BulkForm>
            )}
            <PageLinks
              page={list.page}
              pages={list.pages}
              to={(page) =>
                href(locale, suppliersPath(organization.id), {
                  ...queryOf(filters),
                  page: page === 1 ? undefined : page,
                })
              }
              locale={locale}
            />
            <p class="links screen-only">
              {mayChange ? (
                <>
                  <a href={href(locale, suppliersPath(organization.id, "/ask"), askQueryOf(filters))}>
                    {text.askSeveral[locale]}
                  </a>{" "}
                  ·{" "}
                </>
              ) : null}
              <a href={href(locale, suppliersPath(organization.id, "/compare"))}>{comparisonTexts.title[locale]}</a> ·{" "}
              {text.files[locale]}:{" "}
              {FILES.map((format) => (
                <a href={href(locale, suppliersPath(organization.id, `.${format}`))} download>
                  {format.toUpperCase()}
                </a>
              ))}
            </p>
            <p class="meta">
              {text.asOf[locale]}: <time datetime={list.dataAsOf}>{formatDay(list.dataAsOf, locale)}</time>.{" "}
              {list.disclaimer}
            </p>
          </section>
        )}
      </>
    ),
  };
}

/** The filters of the list that narrow whom to ask as well. */
function askQueryOf({ state, criticality, ask }: Filters) {
  return { state, criticality, ask };
}

function AddForm({ request, isOpen }: { request: PrivateRequest<SignedIn>; isOpen: boolean }) {
  const { locale, form, refusal } = request;
  const chosen = refusal === null ? "SK" : form.get("country");
  return (
    <details class="audit-filter" id="add" open={isOpen}>
      <summary>{text.add[locale]}</summary>
      <p class="prose">
        <a href={href(locale, suppliersPath(organizationIn(request), "/add"))}>{text.byName[locale]}</a> ·{" "}
        <a href={href(locale, suppliersPath(organizationIn(request), "/import"))}>{text.paste[locale]}</a>
      </p>
      <PostForm request={request} path={suppliersPath(organizationIn(request))}>
        <div class="fields">
          <Field id="country" label={text.country[locale]} value={chosen} options={countryOptions(locale)} />
          <TextField request={request} name="ico" label={text.ico[locale]} inputmode="numeric" autocomplete="off" />
        </div>
        <p class="buttons">
          <SubmitButton label={text.add[locale]} />
        </p>
      </PostForm>
    </details>
  );
}

function FilterForm({ action, filters, locale }: { action: string; filters: Filters; locale: Locale }) {
  const { state, criticality, ask: asked, due, query } = filters;
  const isNarrowed = [state, criticality, asked].some((each) => each !== undefined) || due || query !== "";
  return (
    <FilterFold action={action} isNarrowed={isNarrowed} all={text.all} locale={locale}>
      <div class="fields">
        <Field
          id="state"
          label={text.profile[locale]}
          value={filters.state}
          options={[
            { value: "", name: text.any[locale] },
            ...PROFILE_STATES.map((value) => ({ value, name: PROFILE_TEXTS[value][locale] })),
          ]}
        />
        <Field
          id="filter-criticality"
          name="criticality"
          label={text.criticality[locale]}
          value={filters.criticality}
          options={[
            { value: "", name: text.any[locale] },
            ...CRITICALITY_FILTERS.map((value) => ({ value, name: CRITICALITY_TEXTS[value][locale] })),
          ]}
        />
        <Field
          id="ask"
          label={text.request[locale]}
          value={filters.ask}
          options={[
            { value: "", name: text.any[locale] },
            ...ASK_STATES.map((value) => ({ value, name: ASK_TEXTS[value][locale] })),
          ]}
        />
        <Field id="q" label={text.words[locale]} type="search" value={filters.query} maxlength={200} />
      </div>
    </FilterFold>
  );
}

/** Counts of what needs a look, each a link to it. */
function CountLinks({ list: { organization, counts }, locale }: { list: List; locale: Locale }) {
  const links = [
    ...CRITICALITY_CHOICES.map((value) => ({
      query: { criticality: value },
      name: `${text.criticality[locale]}: ${CRITICALITY_TEXTS[value][locale].toLowerCase()}`,
      count: counts.byCriticality[value],
    })),
    ...ASK_STATES.filter((value) => value !== "none").map((value) => ({
      query: { ask: value },
      name: `${text.request[locale]}: ${ASK_TEXTS[value][locale].toLowerCase()}`,
      count: counts.byAsk[value],
    })),
    { query: { due: "1" }, name: text.due[locale], count: counts.due },
  ].filter(({ count }) => count > 0);
  if (links.length === 0) return null;
  return (
    <ul class="links screen-only">
      {links.map(({ query, name, count }) => (
        <li>
          <a href={href(locale, suppliersPath(organization.id), query)}>
            {name} ({count})
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The head of a column that the list is sorted by. */
function SortHead({ by, label, to }: { by: Filters["sort"]; label: string; to: (sort: Filters["sort"]) => string }) {
  return (
    <th scope="col">
      <a href={to(by)}>{label}</a>
    </th>
  );
}

function SupplierTable({
  organizationId,
  list: { suppliers, mayChange },
  filters,
  locale,
}: {
  organizationId: string;
  list: List;
  filters: Filters;
  locale: Locale;
}) {
  const to = (sort: Filters["sort"]) => href(locale, suppliersPath(organizationId), { ...queryOf(filters), sort });
  return (
    <table class="is-stacked register-entries supplier-table">
      <thead>
        <tr>
          <SortHead by="name" label={text.supplier[locale]} to={to} />
          <th scope="col">{text.category[locale]}</th>
          <SortHead by="criticality" label={text.criticality[locale]} to={to} />
          <th scope="col">{text.profile[locale]}</th>
          <th scope="col">{text.coverage[locale]}</th>
          <th scope="col">{text.judgement[locale]}</th>
          <SortHead by="review" label={text.review[locale]} to={to} />
        </tr>
      </thead>
      <tbody>
        {suppliers.map((row) => (
          <tr id={row.supplier} data-profile={row.profile.state} data-ask={row.ask}>
            <th scope="row">
              {mayChange ? (
                <input
                  type="checkbox"
                  name="suppliers"
                  value={row.supplier}
                  aria-label={`${text.choose[locale]}: ${row.untrusted.name ?? row.ico}`}
                />
              ) : null}{" "}
              <a href={href(locale, suppliersPath(organizationId, `/${row.supplier}`))}>
                {row.untrusted.name === null ? `IČO ${row.ico}` : <bdi class="long-name">{row.untrusted.name}</bdi>}
              </a>
              <span class="register-remark">
                {row.country} {row.ico}
              </span>
            </th>
            <td data-label={text.category[locale]} data-category={row.category ?? "not_known"}>
              <StandingMark row={row} locale={locale} />
            </td>
            <td data-label={text.criticality[locale]} class={row.criticality === null ? "is-none" : undefined}>
              {row.criticality === null ? "–" : CRITICALITY_TEXTS[row.criticality][locale]}
            </td>
            <td data-label={text.profile[locale]}>
              <div>
                <ProfileMark profile={row.profile} locale={locale} />
                {row.ask === "none" ? null : (
                  <span class="register-remark">
                    {text.request[locale]}: {ASK_TEXTS[row.ask][locale].toLowerCase()}
                  </span>
                )}
              </div>
            </td>
            <td data-label={text.coverage[locale]} class={row.profile.answeredFields === null ? "is-none" : undefined}>
              <CoverageSummary profile={row.profile} locale={locale} />
            </td>
            <td data-label={text.judgement[locale]}>
              <JudgementMark judgement={row.judgement} locale={locale} />
            </td>
            <td data-label={text.review[locale]} class={row.nextReviewAt === null ? "is-none" : "day"}>
              {row.nextReviewAt === null ? "–" : formatShortDay(row.nextReviewAt, locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Plans the same for the suppliers that are ticked in the table, which stands in the form; who only reads has the table. */
function BulkForm({
  request,
  list: { organization, members, mayChange },
  children,
}: {
  request: PrivateRequest<SignedIn>;
  list: List;
  children: Child;
}) {
  const { locale, form, refusal } = request;
  if (!mayChange) return <>{children}</>;
  const path = suppliersPath(organization.id, "/bulk");
  const set = [
    { value: "criticality", name: text.criticality[locale] },
    { value: "responsible", name: text.responsible[locale] },
    { value: "nextReviewAt", name: text.review[locale] },
  ];
  return (
    <PostForm request={request} path={path} isQuestionnaire>
      {children}
      <details class="folded screen-only" open={refusal !== null && form.has("nextReviewAt")}>
        <summary>{text.bulk[locale]}</summary>
        <p class="prose">{text.bulkLead[locale]}</p>
        <Choice legend={text.set[locale]} name="set" options={set} values={form.getAll("set")} isSeveral />
        <div class="fields">
          <Field id="criticality" label={text.criticality[locale]} options={criticalityOptions(locale)} />
          <Field id="responsible" label={text.responsible[locale]} options={memberOptions(members, locale)} />
          <Field id="nextReviewAt" label={text.review[locale]} type="date" />
        </div>
        <SubmitButton label={text.bulkSet[locale]} />
      </details>
    </PostForm>
  );
}
