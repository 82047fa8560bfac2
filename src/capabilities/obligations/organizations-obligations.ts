import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { addDays, daysBetween } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { isOverdue } from "../../rules/obligation-register/completion.ts";
import { isWorkOverdue } from "../../rules/obligation-register/save-entry.ts";
import type { ScoredOrganization } from "../../state/organizations.ts";
import type { OwnEntry } from "../../state/register-entries.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext } from "../contexts.ts";
import { verdictShown } from "../organizations/organizations-overview.ts";
import { STATUS_FILTERS } from "./obligation-register.ts";
import { applicabilityBy } from "./organization-obligations.ts";
import { obligationItem, ownObligation } from "./own-obligations.ts";
import { nameOfResponsible } from "./register-items.ts";
import { registerRows } from "./register-rows.ts";

/** Entries on one page. */
const PAGE = 100;

/** What the entries can be sorted by; `next`: overdue first, then by the next day. */
export const ENTRY_ORDERS = ["next", "organization", "code"] as const;

/** What the entries of all organizations can be narrowed to and sorted by. */
export const entryFilters = {
  organization: z.string().optional().describe("Id of one organization; default: all."),
  status: z.enum(STATUS_FILTERS).optional(),
  overdue: z.boolean().default(false).describe("Only entries whose review or work is overdue."),
  due: z.coerce
    .number()
    .int()
    .min(1)
    .max(400)
    .optional()
    .describe("Only entries due within so many days, late ones too."),
  person: z.string().max(200).default("").describe("me, none, the account of a member, or words of a name."),
  code: z.string().max(20).default("").describe("Code of the obligation."),
  q: z.string().max(200).default("").describe("Words of the organization, the obligation, the note or the person."),
  all: z.boolean().default(false).describe("Entries without a day too."),
  sort: z.enum(ENTRY_ORDERS).default("next"),
};

type Filters = z.output<z.ZodObject<typeof entryFilters>>;

const item = ownObligation.extend({
  organizationId: z.string(),
  dueAt: z.string().nullable().describe("The first open day: of work or of the next review."),
  daysOver: z.number().int().describe("How many days that day is past."),
  untrusted: ownObligation.shape.untrusted.extend({ organization: z.string() }),
});

export type OwnEntryItem = z.output<typeof item>;

/** The entries in the registers of all organizations of a person: what is late first. */
export const organizationsObligations = defineCapability({
  name: "organizations_obligations",
  access: "person",
  input: z.strictObject({
    ...entryFilters,
    page: z.coerce.number().int().min(1).max(1_000).default(1).describe(`Of ${PAGE} entries each.`),
    locale: localeParameter,
  }),
  published: {
    title: "Obligations of all organizations",
    description:
      "Entries in the obligation registers of all organizations of the caller, overdue ones first, then by the next day. " +
      "Entries without a day are left out unless all is asked for.",
    output: z.object({
      items: z.array(item),
      entries: z.number().int().describe("So many entries fit the filters."),
      overdue: z.number().int().describe("So many of them are overdue."),
      page: z.number().int(),
      pages: z.number().int(),
      organizations: z.array(z.object({ id: z.string(), untrusted: z.object({ name: z.string() }) })),
    }),
  },
  rest: [{ method: "GET", path: "/api/v1/organizations/obligations", cost: { rows: ["person_read"] } }],
  run: async ({ page, locale, ...filters }, context) => {
    const { found, organizations } = await findEntries(filters, context, locale);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    return {
      items: await entryItems(shown, organizations, context, locale),
      entries: found.length,
      overdue: found.filter(({ isLate }) => isLate).length,
      page,
      pages: Math.max(1, Math.ceil(found.length / PAGE)),
      organizations: [...organizations.values()].map(({ id, name }) => ({
        id,
        untrusted: { name: foreignText(name) },
      })),
    };
  },
});

/** An entry that fits the filters, with its first open day. */
export interface FoundEntry {
  readonly entry: OwnEntry;
  readonly dueAt: Day | null;
  readonly isLate: boolean;
}

/** What the filters leave of the entries of all organizations in reach, in the order asked for: two statements. */
export async function findEntries(
  filters: Filters,
  { store, person, knowledge, today }: PersonContext,
  locale: Locale,
) {
  const [own, entries] = await Promise.all([store.scoredOrganizations(), store.registers()]);
  const organizations = new Map(own.map((organization) => [organization.id, organization]));
  const { byCode } = knowledge.obligations;
  const day = today();
  const until = filters.due === undefined ? undefined : addDays(day, filters.due);
  const words = fold(filters.q).split(/\s+/).filter(Boolean);
  const found = entries.flatMap((entry): FoundEntry[] => {
    const organization = organizations.get(entry.org_id);
    const obligation = byCode.get(entry.code);
    if (organization === undefined || obligation === undefined) return [];
    const { dueAt, isLate } = dueOf(entry, day);
    const isLeft =
      (filters.organization === undefined || filters.organization === entry.org_id) &&
      (filters.status === undefined || filters.status === (entry.status ?? "none")) &&
      (!filters.overdue || isLate) &&
      (until === undefined || (dueAt !== null && dueAt <= until)) &&
      (filters.all || filters.status !== undefined || dueAt !== null) &&
      (filters.code === "" || fold(filters.code) === fold(entry.code)) &&
      isOfPerson(entry, filters.person, person.accountId) &&
      hasWords(words, [
        organization.name,
        entry.code,
        obligation.name[locale],
        entry.evidence_note,
        nameOfResponsible(entry),
      ]);
    return isLeft ? [{ entry, dueAt, isLate }] : [];
  });
  return { found: found.toSorted(orderOf(filters.sort, organizations)), organizations };
}

/** The items of entries, each organization judged once and without a question to a live register. */
export async function entryItems(
  found: readonly FoundEntry[],
  organizations: ReadonlyMap<string, ScoredOrganization>,
  context: PersonContext,
  locale: Locale,
): Promise<OwnEntryItem[]> {
  const comments = await context.store.commentCounts();
  const today = context.today();
  const rowOf = new Map<string, ReturnType<typeof registerRows>[number]>();
  for (const [id, some] of Map.groupBy(found, ({ entry }) => entry.org_id)) {
    const organization = organizations.get(id);
    if (organization === undefined) continue;
    const applies = applicabilityBy(await verdictShown(organization, context), context);
    const entries = some.map(({ entry }) => entry);
    for (const row of registerRows(entries, context, locale, applies)) rowOf.set(`${id} ${row.code}`, row);
    await nextTurn();
  }
  return found.flatMap(({ entry: { org_id, code }, dueAt }) => {
    const row = rowOf.get(`${org_id} ${code}`);
    const name = organizations.get(org_id)?.name ?? "";
    if (row === undefined) return [];
    const { untrusted, ...rest } = obligationItem(row, comments.get(`${org_id} ${code}`) ?? 0);
    const daysOver = dueAt === null ? 0 : Math.max(0, daysBetween(dueAt, today));
    return [
      {
        ...rest,
        organizationId: org_id,
        dueAt,
        daysOver,
        untrusted: { ...untrusted, organization: foreignText(name) },
      },
    ];
  });
}

/** The first open day of an entry: of its work, or of its next review. */
function dueOf({ status, next_review_at, work_due_at }: OwnEntry, today: Day): Pick<FoundEntry, "dueAt" | "isLate"> {
  const isOpen = status !== "met" && status !== "not_applicable";
  const isReviewed = status !== null && status !== "not_applicable";
  const days = [isOpen ? work_due_at : null, isReviewed ? next_review_at : null].filter((day) => day !== null);
  const isLate = isOverdue(status, next_review_at, today) || isWorkOverdue(status, work_due_at, today);
  return { dueAt: days.toSorted()[0] ?? null, isLate };
}

function isOfPerson(entry: OwnEntry, person: string, accountId: string): boolean {
  if (person === "") return true;
  if (person === "me") return entry.responsible_id === accountId;
  const name = nameOfResponsible(entry);
  if (person === "none") return name === "" || entry.responsible_left_at !== null;
  return entry.responsible_id === person || fold(name).includes(fold(person));
}

function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = fold(texts.join(" "));
  return words.every((word) => text.includes(word));
}

function orderOf(sort: Filters["sort"], organizations: ReadonlyMap<string, ScoredOrganization>) {
  const nameOf = ({ entry }: FoundEntry) => organizations.get(entry.org_id)?.name ?? "";
  const byDay = (a: FoundEntry, b: FoundEntry) => compare(a.dueAt ?? "9999", b.dueAt ?? "9999");
  const byName = (a: FoundEntry, b: FoundEntry) => nameOf(a).localeCompare(nameOf(b), "sk");
  const byCode = (a: FoundEntry, b: FoundEntry) => compare(a.entry.code, b.entry.code);
  return (a: FoundEntry, b: FoundEntry): number => {
    if (sort === "organization") return byName(a, b) || byDay(a, b) || byCode(a, b);
    if (sort === "code") return byCode(a, b) || byDay(a, b) || byName(a, b);
    return Number(b.isLate) - Number(a.isLate) || byDay(a, b) || byName(a, b) || byCode(a, b);
  };
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
