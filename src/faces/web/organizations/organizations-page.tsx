import type { AnswerOf } from "../../../capabilities/capability.ts";
import { writeSpreadsheetCsv } from "../../../capabilities/opendata/csv.ts";
import { myInvitations } from "../../../capabilities/organizations/invitation-accept.ts";
import { organizationsOverview } from "../../../capabilities/organizations/organizations-overview.ts";
import {
  DIRECTIONS,
  type Direction,
  OVERVIEW_COLUMNS,
  type OverviewColumn,
  overviewCells,
} from "../../../capabilities/organizations/organizations-table.ts";
import type { Category } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatNumber, formatShortDay } from "../../../core/text.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { FormErrors, PostForm } from "../components/form.tsx";
import { fileResponse } from "../file-response.ts";
import { comparisonTexts } from "../lists/comparison-view.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { MyInvitations } from "./my-invitations.tsx";
import { WithoutFirm } from "./new-organization-page.tsx";
import { Mark } from "./organization-switcher.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";

const text = typesetTexts({
  title: { sk: "Organizácie", cs: "Organizace", en: "Organizations" },
  none: {
    sk: "Zatiaľ nie ste členom žiadnej organizácie. Založte ju, alebo otvorte odkaz z pozvánky.",
    cs: "Zatím nejste členem žádné organizace. Založte ji, nebo otevřete odkaz z pozvánky.",
    en: "You are not a member of any organization yet. Create one, or open the link of an invitation.",
  },
  sortBy: { sk: "Zoradiť podľa:", cs: "Seřadit podle:", en: "Sort by:" },
  week: { sk: "Tento týždeň", cs: "Tento týden", en: "This week" },
  obligations: { sk: "Všetky povinnosti", cs: "Všechny povinnosti", en: "All obligations" },
  download: { sk: "Stiahnuť prehľad (CSV)", cs: "Stáhnout přehled (CSV)", en: "Download the overview (CSV)" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  next_review: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  technical: { sk: "Sken", cs: "Sken", en: "Scan" },
  questionnaire: { sk: "Dotazník", cs: "Dotazník", en: "Questionnaire" },
  name: { sk: "Organizácia", cs: "Organizace", en: "Organization" },
  noRegime: { sk: "režim neurčený", cs: "režim neurčen", en: "regime not determined" },
  role: { sk: "Vaša rola", cs: "Vaše role", en: "Your role" },
  completion: { sk: "Splnené", cs: "Splněno", en: "Complete" },
  overdue: { sk: "Po termíne", cs: "Po termínu", en: "Overdue" },
  work: { sk: "Práca po termíne", cs: "Práce po termínu", en: "Overdue work" },
  choice: { sk: "Pre agentov", cs: "Pro agenty", en: "For agents" },
  active: { sk: "Predvolená pre agentov", cs: "Výchozí pro agenty", en: "Default for agents" },
  activate: { sk: "Predvoliť", cs: "Nastavit jako výchozí", en: "Make it the default" },
  activeHelp: {
    sk: "Čo číta agent s vaším kľúčom API bez uvedenia organizácie, číta z predvolenej.",
    cs: "Co čte agent s vaším klíčem API bez uvedení organizace, čte z výchozí.",
    en: "What an agent reads with your API key without naming an organization, it reads from the default one.",
  },
  byHand: { sk: "Založiť bez registra", cs: "Založit bez rejstříku", en: "Create it without the register" },
  several: { sk: "Založiť viac naraz", cs: "Založit více najednou", en: "Create several at once" },
  create: { sk: "Založiť organizáciu", cs: "Založit organizaci", en: "Create an organization" },
} satisfies Record<string, Localized>);

type Organizations = AnswerOf<typeof organizationsOverview>["organizations"];

/** The columns of the table that it can be sorted by, with the direction that the first click asks for. */
const SORTS = [
  ["name", "asc"],
  ["role", "desc"],
  ["category", "desc"],
  ["completion", "asc"],
  ["overdue", "desc"],
  ["next_review", "asc"],
  ["technical", "asc"],
  ["questionnaire", "asc"],
] as const satisfies readonly (readonly [OverviewColumn, Direction])[];

/** The organizations of the person, and the form that founds one. */
export async function organizationsPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask } = request;
  const order = orderOf(query);
  const [{ organizations }, { invitations }] = await Promise.all([
    ask(organizationsOverview, order),
    ask(myInvitations, {}),
  ]);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <MyInvitations request={request} invitations={invitations} />
          {organizations.length === 0 ? (
            <p class="prose lead">{text.none[locale]}</p>
          ) : (
            <>
              {organizations.length === 1 ? null : (
                <p class="links">
                  <a href={href(locale, privatePaths.week)}>{text.week[locale]}</a>
                  <a href={href(locale, privatePaths.allObligations)}>{text.obligations[locale]}</a>
                </p>
              )}
              {organizations.length === 1 ? null : <SortLinks order={order} locale={locale} />}
              <OrganizationTable request={request} organizations={organizations} order={order} />
              <p class="meta">{text.activeHelp[locale]}</p>
              <p>
                <a href={href(locale, privatePaths.organizationsCsv, order)} download>
                  {text.download[locale]}
                </a>{" "}
                <a href={href(locale, privatePaths.organizationsCompare)}>{comparisonTexts.title[locale]}</a>
              </p>
            </>
          )}
        </section>
        <section class="section">
          <p class="buttons">
            <a class="button" href={href(locale, privatePaths.newOrganization)}>
              {text.create[locale]}
            </a>
            <a href={href(locale, privatePaths.organizationsImport)}>{text.several[locale]}</a>
          </p>
          <details class="folded">
            <summary>{text.byHand[locale]}</summary>
            <WithoutFirm request={request} />
          </details>
        </section>
      </>
    ),
  };
}

type Order = { readonly sort?: OverviewColumn; readonly dir?: Direction };

/** How the address sorts the table; what it does not know sorts nothing. */
function orderOf(query: URLSearchParams): Order {
  const sort = OVERVIEW_COLUMNS.find((column) => column === query.get("sort"));
  const dir = DIRECTIONS.find((direction) => direction === query.get("dir")) ?? "asc";
  return sort === undefined ? {} : { sort, dir };
}

/** Where a click on the head of a column leads: a second one turns the order round. */
function sortedBy([column, first]: (typeof SORTS)[number], { sort, dir }: Order, locale: Locale): string {
  const turned = dir === "asc" ? "desc" : "asc";
  return href(locale, privatePaths.organizations, { sort: column, dir: sort === column ? turned : first });
}

/** On a phone the heads of the table are hidden: there the same links stand above it. */
function SortLinks({ order, locale }: { order: Order; locale: Locale }) {
  return (
    <nav class="filter quiet-links sort-links screen-only" aria-label={text.sortBy[locale]}>
      <p class="meta">{text.sortBy[locale]}</p>
      <ul>
        {SORTS.map((each) => (
          <li>
            <a href={sortedBy(each, order, locale)} aria-current={each[0] === order.sort ? "true" : undefined}>
              {text[each[0]][locale].toLowerCase()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OrganizationTable({
  request,
  organizations,
  order,
}: {
  request: PrivateRequest;
  organizations: Organizations;
  order: Order;
}) {
  const { locale } = request;
  return (
    <table class="is-stacked organizations">
      <thead>
        <tr>
          {SORTS.map((each) => (
            <th
              scope="col"
              class={NUMBERS.includes(each[0]) ? "number" : undefined}
              aria-sort={each[0] !== order.sort ? undefined : order.dir === "asc" ? "ascending" : "descending"}
            >
              <a href={sortedBy(each, order, locale)}>{text[each[0]][locale]}</a>
            </th>
          ))}
          <th scope="col" class="number">
            {text.work[locale]}
          </th>
          <th scope="col">{text.choice[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {organizations.map((organization) => (
          <OrganizationRow request={request} organization={organization} />
        ))}
      </tbody>
    </table>
  );
}

/** The national regime below a category, where it says more than the category does. */
function RegimeLine({
  category,
  regime,
  locale,
}: Pick<Organizations[number], "category" | "regime"> & { readonly locale: Locale }) {
  if (regime === null || SAYS_THE_SAME[regime.id] === category) return null;
  return <p class="meta">{regime.id === "undetermined" ? text.noRegime[locale] : regime.name}</p>;
}

/** Regimes that say no more than this category. */
const SAYS_THE_SAME: Readonly<Record<string, Category>> = { none: "out_of_scope", undetermined: "unknown" };

const NUMBERS: readonly OverviewColumn[] = ["completion", "overdue", "technical", "questionnaire"];

function OrganizationRow({ request, organization }: { request: PrivateRequest; organization: Organizations[number] }) {
  const { locale } = request;
  const { id, role, active, colour, category, regime, completion, overdue, nextReview, lastScan, scores, untrusted } =
    organization;
  const { overdueWork } = organization;
  return (
    <tr>
      <th scope="row">
        <a href={href(locale, organizationPath(id))}>
          <Mark name={untrusted.name} colour={colour} /> <bdi class="long-name">{untrusted.name}</bdi>
        </a>
      </th>
      <td data-label={text.role[locale]}>{ROLE_NAMES[role][locale]}</td>
      <td data-label={text.category[locale]} class={category === null ? "is-none" : undefined}>
        <div>
          {category === null ? "–" : <CategoryMark category={category} locale={locale} />}
          <RegimeLine category={category} regime={regime} locale={locale} />
        </div>
      </td>
      <td data-label={text.completion[locale]} class="number" data-completion={completion}>
        {completion} %
      </td>
      <td data-label={text.overdue[locale]} class={overdue === 0 ? "number is-none" : "number"}>
        {overdue === 0 ? (
          "–"
        ) : (
          <a href={href(locale, privatePaths.allObligations, { organization: id, overdue: 1 })}>
            {formatNumber(overdue, locale)}
          </a>
        )}
      </td>
      <td data-label={text.next_review[locale]} class={nextReview === null ? "is-none" : "day"}>
        {nextReview === null ? "–" : formatShortDay(nextReview, locale)}
      </td>
      <td data-label={text.technical[locale]} class={scores.technical === null ? "number is-none" : "number"}>
        <div>
          {scores.technical ?? "–"}
          {lastScan === null ? null : <p class="meta day">{formatShortDay(lastScan, locale)}</p>}
        </div>
      </td>
      <td data-label={text.questionnaire[locale]} class={scores.questionnaire === null ? "number is-none" : "number"}>
        {scores.questionnaire ?? "–"}
      </td>
      <td
        data-label={text.work[locale]}
        data-overdue-work={overdueWork}
        class={overdueWork === 0 ? "number is-none" : "number"}
      >
        {overdueWork === 0 ? (
          "–"
        ) : (
          <a href={href(locale, organizationPath(id, "/obligations"), { work: "overdue" })}>
            {formatNumber(overdueWork, locale)}
          </a>
        )}
      </td>
      <td data-label={text.choice[locale]}>
        {active ? (
          <strong data-active="true" data-default="1">
            {text.active[locale]}
          </strong>
        ) : (
          <PostForm request={request} path={organizationPath(id, "/activate")} isInline>
            <button type="submit" class="link-button" aria-label={`${text.activate[locale]}: ${untrusted.name}`}>
              {text.activate[locale]}
            </button>
          </PostForm>
        )}
      </td>
    </tr>
  );
}

/** The same table as a file. */
export async function organizationsCsv({ locale, query, ask }: PrivateRequest<SignedIn>): Promise<Response> {
  const { organizations } = await ask(organizationsOverview, orderOf(query));
  return fileResponse(writeSpreadsheetCsv(overviewCells(organizations), locale), "organizations", "csv");
}
