import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { isDay } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { CAUSES } from "../../rules/verdict-change/cause.ts";
import type { StoredEvent } from "../../state/watch.ts";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

export const EVENT_TYPES = [
  "firm.category_changed",
  "firm.facts_changed",
  "firm.ceased",
  "firm.resumed",
  "firm.lost",
  "firm.found",
  "rules.changed",
  "profile.published",
  "profile.revised",
  "profile.stale",
  "profile.withdrawn",
  "scan.worsened",
  "domain.lost",
] as const;

export const SEVERITIES = ["info", "notice", "warning"] as const;

const standing = z.object({
  category: z.enum(CATEGORIES),
  sector: z.string().nullable(),
  regime: z.string().nullable(),
  size: z.enum(SIZE_CATEGORIES).nullable(),
});

const detailShape = z.object({
  lists: z.array(z.string()),
  own: z.literal(true).optional(),
  name: z.string().nullable(),
  cause: z.enum(CAUSES).optional(),
  before: standing.optional(),
  after: standing.optional(),
  facts: z.array(z.string()).optional(),
  ruleSet: z.string().optional(),
  count: z.number().optional(),
  domain: z.string().optional(),
  scan: z.string().optional(),
});

const eventShape = z.object({
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  at: z.string(),
  day: z.string(),
  organizationId: z.string(),
  lists: z.array(z.string()).describe("Lists that hold the firm; none: it is a supplier."),
  subject: z.object({
    country: z.enum(COUNTRIES).optional(),
    ico: z.string().optional(),
    domain: z.string().optional(),
    own: z.literal(true).optional().describe("It is the firm of the organization itself."),
  }),
  severity: z.enum(SEVERITIES),
  cause: z.enum(CAUSES).optional(),
  before: standing.optional(),
  after: standing.optional(),
  facts: z.array(z.string()).optional().describe("Which facts differ."),
  ruleSet: z.string().optional(),
  count: z.number().int().optional().describe("Firms of the organization that new rules changed."),
  url: z.string(),
  untrusted: z.object({ name: z.string().nullable() }),
});

/** The events of all organizations that the caller reaches, oldest first; whoever goes on from a cursor misses none. */
export const eventsRead = defineCapability({
  name: "events_read",
  access: "person",
  input: z.strictObject({
    organizationId: organizationParameter.describe("Default: all."),
    type: z.enum(EVENT_TYPES).optional(),
    listId: z.string().optional(),
    severity: z.enum(SEVERITIES).optional(),
    since: z.string().optional().describe("YYYY-MM-DD."),
    limit: z.number().int().min(1).max(200).default(100),
    cursor: z
      .string()
      .optional()
      .describe("nextCursor of the answer before; asked with it later, it gives what came since."),
    locale: localeParameter,
  }),
  published: {
    title: "Events of watched firms",
    description:
      "What changed of the firms of lists and suppliers, and why, oldest first. There is always a nextCursor: asked with it " +
      "later, it gives what came since and leaves none out.",
    output: z.object({ items: z.array(eventShape), nextCursor: z.string() }),
  },
  rest: [{ method: "GET", path: "/api/v1/events", cost: { rows: ["person_read"] } }],
  run: async (
    { organizationId = "", type = "", listId = "", severity = "", since, limit, cursor, locale },
    context,
  ) => {
    const { store, person, baseUrl } = context;
    if (since !== undefined && !isDay(since)) throw new Refused([{ code: "date_invalid", field: "since", why: aDay }]);
    const list = `events ${person.accountId}`;
    const after = cursor === undefined ? 0 : readCursor(list, cursor).at;
    const from = since === undefined ? 0 : Date.parse(since);
    const filters = { orgId: organizationId, listId, type, severity, since: from, after, limit };
    const events = await store.events(filters);
    const last = events.at(-1);
    const items = events.map((event) => eventAnswer(event, baseUrl, locale));
    return {
      items,
      nextCursor: writeCursor(list, { at: Number(last?.place ?? after), id: "" }),
    };
  },
});

const aDay = { sk: "má to byť deň RRRR-MM-DD", cs: "má to být den RRRR-MM-DD", en: "it must be a day YYYY-MM-DD" };

/** An event as every face answers it. */
function eventAnswer(event: StoredEvent, baseUrl: string, locale: Locale): z.output<typeof eventShape> {
  const { name, lists, domain, scan: _scan, own, ...detail } = detailShape.parse(JSON.parse(event.detail));
  const { country, ico } = event;
  const firm = country === null || ico === null ? undefined : { country, ico };
  return {
    id: event.id,
    type: z.enum(EVENT_TYPES).parse(event.type),
    at: new Date(Number(event.at)).toISOString(),
    day: event.day,
    organizationId: event.org_id,
    lists,
    subject: { ...firm, ...(domain === undefined ? {} : { domain }), ...(own === undefined ? {} : { own }) },
    severity: z.enum(SEVERITIES).parse(event.severity),
    ...detail,
    url: eventUrl(event, baseUrl, locale),
    untrusted: { name: name === null ? null : foreignText(name) },
  };
}

/** The page that an event leads to. */
export function eventUrl({ org_id, country, detail }: StoredEvent, baseUrl: string, locale: Locale): string {
  const { lists, domain, scan, own } = detailShape.parse(JSON.parse(detail));
  if (own === true) return `${baseUrl}/${locale}/organizations/${org_id}/verdict`;
  const [list] = lists;
  const ofFirm = list === undefined ? (country === null ? "/lists" : "/suppliers") : `/lists/${list}`;
  const place = domain === undefined ? ofFirm : scan === undefined ? "/domains" : `/scans/${scan}`;
  return `${baseUrl}/${locale}/organizations/${org_id}${place}`;
}
