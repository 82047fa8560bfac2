import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { fold } from "../../core/fold.ts";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { hasRight } from "../../core/rights.ts";
import { completionOf } from "../../rules/obligation-register/completion.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { organizationObligations } from "./organization-obligations.ts";
import { revisedAt } from "./register-ics.ts";
import { nameOfResponsible } from "./register-items.ts";
import { itemWithInterval, type RegisterRow, registerRows } from "./register-rows.ts";
import { writeRegisterCsv } from "./register-table.ts";

/** What the list of a register can be narrowed to; `none`: not tracked. */
export const STATUS_FILTERS = [...OBLIGATION_STATUSES, "none"] as const;

/** What the list can be sorted by; `code` is the order of the catalog, `urgent` what is to be done first. */
export const SORT_COLUMNS = ["urgent", "code", "status", "next", "person", "work"] as const;

/** The obligation register of an organization as its pages and files show it. */
export const obligationRegister = defineCapability({
  name: "obligation_register",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    status: z.enum(STATUS_FILTERS).optional(),
    overdue: z.boolean().default(false).describe("Only entries whose review is overdue."),
    work: z.enum(["overdue"]).optional().describe("Only entries whose work is overdue."),
    person: z.enum(["none"]).optional().describe("Only entries for which no member or person is responsible any more."),
    query: z.string().max(200).default("").describe("Words in code, name, note or responsible person."),
    sort: z.enum(SORT_COLUMNS).default("code"),
    descending: z.boolean().default(false),
    format: z.enum(["csv", "json"]).optional().describe("How a command shows it."),
    locale: localeParameter,
  }),
  run: async ({ status, overdue, work, person, query, sort, descending, locale }, context) => {
    const { organization, role, store, knowledge } = context;
    const [entries, members] = await Promise.all([store.register(), store.members()]);
    const { applies, verdict } = await organizationObligations(context);
    const rows = registerRows(entries, context, locale, applies);
    const today = context.today();
    const words = fold(query).split(/\s+/).filter(Boolean);
    const shown = rows.filter(
      (row) =>
        (status === undefined || (row.status ?? "none") === status) &&
        (!overdue || row.overdue) &&
        (work === undefined || row.workOverdue) &&
        (person === undefined || row.untrusted.responsiblePerson === null || row.responsibleLeft) &&
        words.every((word) => textOf(row).includes(word)),
    );
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      country: organization.country,
      verdict,
      members: members.map(({ account_id, name }) => ({ id: account_id, untrusted: { name: foreignText(name) } })),
      items: sorted(shown, sort, descending, today),
      counts: {
        all: rows.length,
        overdue: rows.filter((row) => row.overdue).length,
        workOverdue: rows.filter((row) => row.workOverdue).length,
        byStatus: Object.fromEntries(
          STATUS_FILTERS.map((each) => [each, rows.filter((row) => (row.status ?? "none") === each).length]),
        ) as Record<(typeof STATUS_FILTERS)[number], number>,
      },
      completion: completionOf(rows.map((row) => row.status)),
      withdrawn: entries
        .filter(({ code }) => !knowledge.obligations.byCode.has(code))
        .map((entry) => ({
          code: entry.code,
          status: entry.status,
          lastReviewedAt: entry.last_reviewed_at,
          untrusted: {
            evidenceNote: foreignLines(entry.evidence_note) || null,
            responsiblePerson: foreignText(nameOfResponsible(entry)) || null,
          },
        })),
      revisedAt: revisedAt(entries),
      indicative: true as const,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: knowledge.asOf,
    };
  },
  cli: {
    words: "register show",
    help: "show the obligation register of an organization",
    options: ["organizationId", "format"],
    json: shownRegister,
    lines: registerLines,
  },
});

/** What somebody may look for, in one case and without accents. */
function textOf({ code, name, untrusted: { evidenceNote, responsiblePerson } }: RegisterRow): string {
  return fold([code, name, evidenceNote, responsiblePerson].filter((part) => part !== null).join(" "));
}

/** In which order the states stand that are neither overdue nor due soon. */
const URGENCY = ["not_met", "partial", "in_progress", null, "met", "not_applicable"] as const;

/** Work within so many days is due. */
const DUE_DAYS = 30;

/** Sort key of an entry: overdue first, then work that is due, then by status. */
function urgencyOf({ overdue, status, workDueAt }: RegisterRow, today: Day): number {
  if (overdue) return -2;
  const isOpen = status !== "met" && status !== "not_applicable";
  if (isOpen && workDueAt !== null && workDueAt <= addDays(today, DUE_DAYS)) return -1;
  return URGENCY.indexOf(status);
}

/** What is empty stands last, whichever way; what is equal stays in the order of the catalog. */
function sorted(
  rows: readonly RegisterRow[],
  by: (typeof SORT_COLUMNS)[number],
  descending: boolean,
  today: Day,
): RegisterRow[] {
  if (by === "urgent") {
    const ordered = rows.toSorted((a, b) => urgencyOf(a, today) - urgencyOf(b, today));
    return descending ? ordered.reverse() : ordered;
  }
  const keyOf = ({ status, nextReviewAt, workDueAt, untrusted }: RegisterRow): string | null => {
    if (by === "next") return nextReviewAt;
    if (by === "work") return workDueAt;
    if (by === "person") return untrusted.responsiblePerson === null ? null : fold(untrusted.responsiblePerson);
    return status === null ? null : String(OBLIGATION_STATUSES.indexOf(status));
  };
  if (by === "code") return descending ? rows.toReversed() : [...rows];
  const filled = rows.filter((row) => keyOf(row) !== null);
  const way = descending ? -1 : 1;
  filled.sort((a, b) => way * ((keyOf(a) ?? "") < (keyOf(b) ?? "") ? -1 : keyOf(a) === keyOf(b) ? 0 : 1));
  return [...filled, ...rows.filter((row) => keyOf(row) === null)];
}

interface Register {
  readonly country: Country | null;
  readonly items: readonly RegisterRow[];
  readonly completion: number;
  readonly indicative: true;
  readonly disclaimer: string;
  readonly dataAsOf: string;
}

/** A register as commands print it for programs: the entries, without what only a page needs. */
function shownRegister({ items, completion, indicative, disclaimer, dataAsOf }: Register) {
  return { items: items.map(itemWithInterval), completion, indicative, disclaimer, dataAsOf };
}

/** A register on a terminal: an entry a line, or a whole file. */
function registerLines(
  register: Register,
  locale: Locale,
  { format }: { readonly format?: "csv" | "json" | undefined },
): readonly string[] {
  if (format === "json") return [JSON.stringify(shownRegister(register), null, 2)];
  if (format === "csv") return [writeRegisterCsv(register.items, locale, register.country).trimEnd()];
  const lines = register.items.map(
    ({ code, status, nextReviewAt, overdue }) =>
      `${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}${overdue ? "  !" : ""}`,
  );
  return [...lines, `${register.completion} %`];
}
