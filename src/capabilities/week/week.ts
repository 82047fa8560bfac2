import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { organizationStore } from "../../state/organization-store.ts";
import type { OwnOrganization } from "../../state/organizations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext } from "../contexts.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { isMine } from "../tasks/task-filter.ts";
import { taskItem, taskLines } from "../tasks/task-item.ts";
import { grouped, inOrder, WEEK_KINDS, type WeekItem } from "./week-items.ts";

const DAY_MS = 86_400_000;

/** Changes of so many days stand in a week. */
const CHANGED_DAYS = 7;

const itemShape = taskItem.omit({ kind: true, untrusted: true }).extend({
  kind: z.enum(WEEK_KINDS),
  organizationId: z.string(),
  listId: z.string().nullable(),
  count: z.number().int().describe("So many things of this kind and day."),
  untrusted: taskItem.shape.untrusted.extend({ organization: z.string(), name: z.string().nullable() }),
});

const output = z.object({
  items: z.array(itemShape).describe("What is late first, then by day."),
  nextDay: z.string().nullable().describe("The next day on which something is due, where nothing is now."),
  organizations: z.number().int(),
});

/** What is due over all organizations of a person, in one order. It decides nothing: each line leads to its own page. */
export const week = defineCapability({
  name: "week",
  access: "person",
  input: z.strictObject({
    days: z.coerce.number().int().min(1).max(90).default(7),
    organizationId: organizationParameter.describe("Default: all."),
    kind: z.enum(WEEK_KINDS).optional(),
    mine: z.boolean().default(false).describe("Only what the person does, and what nobody does yet."),
    locale: localeParameter,
  }),
  published: {
    title: "The week over all organizations",
    description:
      "What is overdue or due within some days in all organizations, what changed of their firms in the last seven days, " +
      "and reviews of lists, in one order. Several of one kind, organization and day are one line with a count.",
    output,
  },
  rest: [{ method: "GET", path: "/api/v1/week", cost: { rows: ["person_read"] } }],
  cli: {
    words: "week",
    help: "list what is due over all organizations of a person",
    options: ["days"],
    lines: ({ items }) =>
      items.map(({ dueAt, overdue, title, count, organizationId }) => {
        const number = count > 1 ? ` (${count})` : "";
        return `${dueAt ?? "–"}${overdue ? "  !" : ""}  ${title}${number}  ${organizationId}`;
      }),
  },
  run: async ({ days, organizationId, kind, mine, locale }, context) => {
    const { store, today } = context;
    const own = (await store.organizations()).filter(({ id }) => organizationId === undefined || id === organizationId);
    const until = new Date(Date.parse(today()) + days * DAY_MS).toISOString().slice(0, 10);
    const items: WeekItem[] = [];
    let nextDay: string | null = null;
    for (const organization of own) {
      for (const item of await itemsOf(organization, mine, context, locale)) {
        const isDue = item.dueAt === null ? item.band === "now" : item.dueAt <= until;
        if (isDue) items.push(item);
        else if (item.dueAt !== null && (nextDay === null || item.dueAt < nextDay)) nextDay = item.dueAt;
      }
    }
    items.push(...(await changedItems(own, context, locale)));
    const shown = inOrder(grouped(items, (item, count) => several(item, count, context, locale)));
    return {
      items: shown.filter((item) => kind === undefined || item.kind === kind),
      nextDay: shown.length > 0 ? null : nextDay,
      organizations: own.length,
    };
  },
});

/** Every dated line of organizations, several of one kind and day as one, in the order of a week; changes are no dates. */
export async function weekItems(
  own: readonly OwnOrganization[],
  context: PersonContext,
  locale: Locale,
): Promise<readonly WeekItem[]> {
  const items: WeekItem[] = [];
  for (const organization of own) items.push(...(await itemsOf(organization, false, context, locale)));
  return inOrder(grouped(items, (item, count) => several(item, count, context, locale)));
}

/** The open tasks of one organization, and the reviews of its lists. */
async function itemsOf(
  organization: OwnOrganization,
  mine: boolean,
  context: PersonContext,
  locale: Locale,
): Promise<readonly WeekItem[]> {
  const { accounts, person, today, baseUrl } = context;
  const store = organizationStore({ db: accounts.state, accountId: person.accountId, orgId: organization.id });
  const { store: _own, person: _person, accounts: _accounts, ...services } = context;
  const { tasks, members } = await readTasks({ ...services, organization, role: organization.role, store });
  const open = tasks.filter((task) => task.state === "open" && (!mine || isMine(task, person.accountId)));
  const lines = await taskLines(open, { orgId: organization.id, members, today: today() }, services, locale);
  const name = foreignText(organization.name);
  const items = lines.map(({ action: _action, path: _path, scan: _scan, ...line }): WeekItem => {
    return {
      ...line,
      organizationId: organization.id,
      listId: null,
      count: 1,
      untrusted: { ...line.untrusted, organization: name, name: line.untrusted.subject },
    };
  });
  const reviews = await store.listReviews();
  const rows = reviews.map(({ list_id, list, day, n }): WeekItem => {
    return {
      ...plainItem(organization.id, name),
      key: `row:${list_id}:${day}`,
      kind: "row",
      band: day < today() ? "now" : "soon",
      title: text.row[locale],
      dueAt: day,
      overdue: day < today(),
      listId: list_id,
      count: Number(n),
      url: `${baseUrl}/${locale}/organizations/${organization.id}/lists/${list_id}?sort=review`,
      untrusted: { assignee: null, subject: null, organization: name, name: foreignText(list) },
    };
  });
  return [...items, ...rows];
}

/** What changed of the firms of all organizations in the last days: one line for an organization and list. */
async function changedItems(
  own: readonly OwnOrganization[],
  { store, now, baseUrl, today }: PersonContext,
  locale: Locale,
): Promise<readonly WeekItem[]> {
  const since = now().getTime() - CHANGED_DAYS * DAY_MS;
  const filters = { orgId: "", listId: "", type: "", severity: "", since, after: 0, limit: 10_000 };
  const events = (await store.events(filters)).filter(({ severity }) => severity !== "info");
  const names = new Map(own.map(({ id, name }) => [id, foreignText(name)]));
  const listOf = (detail: string): string | null => JSON.parse(detail).lists[0] ?? null;
  const isOwn = (detail: string): boolean => JSON.parse(detail).own === true;
  const groups = Map.groupBy(
    events,
    (event) => `${event.org_id} ${isOwn(event.detail) ? "own" : (listOf(event.detail) ?? "")}`,
  );
  return [...groups.values()].flatMap((some): WeekItem[] => {
    const [first] = some;
    const name = first === undefined ? undefined : names.get(first.org_id);
    if (first === undefined || name === undefined) return [];
    const list = listOf(first.detail);
    const of = isOwn(first.detail) ? "own" : (list ?? "suppliers");
    const part = of === "own" ? "verdict" : list === null ? "suppliers" : `lists/${list}`;
    return [
      {
        ...plainItem(first.org_id, name),
        key: `changed:${of}`,
        kind: "changed",
        band: "now",
        title: (of === "own" ? text.ownChanged : text.changed)[locale],
        dueAt: today(),
        overdue: false,
        listId: list,
        count: some.length,
        url: `${baseUrl}/${locale}/organizations/${first.org_id}/${part}`,
        untrusted: { assignee: null, subject: null, organization: name, name: null },
      },
    ];
  });
}

function plainItem(organizationId: string, organization: string) {
  return {
    why: "",
    citation: null,
    weight: null,
    minutes: null,
    assignee: null,
    state: "open" as const,
    snoozedUntil: null,
    version: 0,
    organizationId,
    untrusted: { assignee: null, subject: null, organization, name: null },
  };
}

/** The title of a line that stands for several, and where it leads. */
function several(
  { kind, title, organizationId, listId, url }: WeekItem,
  count: number,
  { baseUrl }: PersonContext,
  locale: Locale,
): Pick<WeekItem, "title" | "url"> {
  if (listId !== null || kind === "changed") return { title, url };
  const name = kindNames[kind]?.[locale];
  return {
    title: name === undefined ? title : `${name}: ${count}`,
    url: `${baseUrl}/${locale}/organizations/${organizationId}/todo?kind=${kind}`,
  };
}

const text = {
  row: { sk: "Preskúmať firmy zoznamu", cs: "Přezkoumat firmy seznamu", en: "Review firms of a list" },
  ownChanged: { sk: "Zmenila sa kategória", cs: "Změnila se kategorie", en: "The category changed" },
  changed: { sk: "Zmenili sa firmy", cs: "Změnily se firmy", en: "Firms changed" },
} satisfies Record<string, Localized>;

const kindNames: Readonly<Partial<Record<WeekItem["kind"], Localized>>> = {
  deadline: { sk: "Zákonné lehoty", cs: "Zákonné lhůty", en: "Legal deadlines" },
  review: { sk: "Preskúmania", cs: "Přezkoumání", en: "Reviews" },
  work: { sk: "Práca na povinnostiach", cs: "Práce na povinnostech", en: "Work on obligations" },
  finding: { sk: "Nálezy skenu", cs: "Nálezy skenu", en: "Findings of scans" },
  gap: { sk: "Medzery", cs: "Mezery", en: "Gaps" },
  supplier: { sk: "Dodávatelia", cs: "Dodavatelé", en: "Suppliers" },
  expiry: { sk: "Čo končí", cs: "Co končí", en: "What ends" },
  risk: { sk: "Prijaté riziká", cs: "Přijatá rizika", en: "Accepted risks" },
};
