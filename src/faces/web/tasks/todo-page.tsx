import { type TaskPage, taskPage } from "../../../capabilities/tasks/organization-overview.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { TASK_BANDS, TASK_KINDS, TASK_STATES, type TaskState } from "../../../core/task.ts";
import { FormErrors } from "../components/form.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { TaskEntries, taskPrefix } from "./task-entries.tsx";
import { KIND_NAMES } from "./task-texts.ts";

const text = typesetTexts({
  title: { sk: "Čo teraz", cs: "Co teď", en: "What now" },
  filter: { sk: "Zobraziť", cs: "Zobrazit", en: "Show" },
  all: { sk: "všetko", cs: "vše", en: "everything" },
  mine: { sk: "moje", cs: "moje", en: "mine" },
  none: {
    sk: "V tomto výbere nie je čo robiť.",
    cs: "V tomto výběru není co dělat.",
    en: "Nothing to do in this selection.",
  },
} satisfies Record<string, Localized>);

const STATE_NAMES = typesetTexts({
  open: { sk: "otvorené", cs: "otevřené", en: "open" },
  snoozed: { sk: "odložené", cs: "odložené", en: "put off" },
  done: { sk: "hotové", cs: "hotové", en: "done" },
} satisfies Record<TaskState, Localized>);

/** The whole list of what to do in an organization, with filters. */
export async function todoPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, query, form, ask } = request;
  const filters = filtersOf(query);
  const page = await ask(taskPage, { organizationId: params.organizationId ?? "", ...filters });
  const { id, role, untrusted, lines } = page;
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} prefix={taskPrefix(form.get("key"))} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <Filters page={page} filters={filters} request={request} />
        </section>
        <section class="section" aria-label={text.title[locale]}>
          {lines.length === 0 ? (
            <p class="prose">{text.none[locale]}</p>
          ) : (
            <TaskEntries request={request} page={page} lines={lines} />
          )}
        </section>
      </>
    ),
  };
}

interface Filters {
  readonly mine?: boolean;
  readonly kind?: (typeof TASK_KINDS)[number];
  readonly band?: (typeof TASK_BANDS)[number];
  readonly state?: TaskState;
}

/** How the address narrows the list; what it does not know narrows nothing. */
function filtersOf(query: URLSearchParams): Filters {
  const kind = TASK_KINDS.find((each) => each === query.get("kind"));
  const band = TASK_BANDS.find((each) => each === query.get("band"));
  const state = TASK_STATES.find((each) => each === query.get("state"));
  return {
    ...(query.get("mine") === "1" ? { mine: true } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(band === undefined ? {} : { band }),
    ...(state === undefined ? {} : { state }),
  };
}

/** The filters as links, each with how many lines it leaves. */
function Filters({
  page: { id, counts },
  filters,
  request: { locale },
}: {
  page: TaskPage;
  filters: Filters;
  request: PrivateRequest<SignedIn>;
}) {
  const { mine, kind, state = "open" } = filters;
  const ofState = state === "open" ? undefined : state;
  const link = (name: string, count: number, to: Readonly<Record<string, string | undefined>>, isOn: boolean) => (
    <li>
      <a href={href(locale, organizationPath(id, "/todo"), to)} aria-current={isOn ? "true" : undefined}>
        {name} ({count})
      </a>
    </li>
  );
  return (
    <nav class="filter quiet-links todo-filter screen-only" aria-label={text.filter[locale]} data-content>
      <ul>
        {TASK_STATES.map((each) =>
          link(
            STATE_NAMES[each][locale],
            counts.byState[each] ?? 0,
            { state: each === "open" ? undefined : each },
            each === state && !mine && kind === undefined,
          ),
        )}
        {link(text.mine[locale], counts.mine, { mine: "1", state: ofState }, mine === true)}
        {TASK_KINDS.filter((each) => counts.byKind[each] !== undefined || each === kind).map((each) =>
          link(KIND_NAMES[each][locale], counts.byKind[each] ?? 0, { kind: each, state: ofState }, each === kind),
        )}
      </ul>
    </nav>
  );
}
