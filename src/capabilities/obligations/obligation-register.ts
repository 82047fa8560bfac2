import { z } from "zod";
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
import { revisedAt } from "./register-ics.ts";
import { type RegisterRow, registerRows } from "./register-rows.ts";
import { writeRegisterCsv } from "./register-table.ts";

/** What the list of a register can be narrowed to; `none`: not tracked. */
export const STATUS_FILTERS = [...OBLIGATION_STATUSES, "none"] as const;

/** What the list can be sorted by; `code` is the order of the catalog. */
export const SORT_COLUMNS = ["code", "status", "next", "person"] as const;

/** The obligation register of an organization as its pages and files show it. */
export const obligationRegister = defineCapability({
  name: "obligation_register",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    status: z.enum(STATUS_FILTERS).optional(),
    overdue: z.boolean().default(false).describe("Only entries whose review is overdue."),
    query: z.string().max(200).default("").describe("Words in code, name, note or responsible person."),
    sort: z.enum(SORT_COLUMNS).default("code"),
    descending: z.boolean().default(false),
    format: z.enum(["csv", "json"]).optional().describe("How a command shows it."),
    codes: z.array(z.string()).optional().describe("Only these obligations, where something else has chosen them."),
    locale: localeParameter,
  }),
  run: async ({ status, overdue, query, sort, descending, codes, locale }, context) => {
    const { organization, role, store, knowledge } = context;
    const entries = await store.register();
    const rows = registerRows(entries, context, locale);
    const chosen = codes === undefined ? undefined : new Set(codes);
    const words = fold(query).split(/\s+/).filter(Boolean);
    const shown = rows.filter(
      (row) =>
        (status === undefined || (row.status ?? "none") === status) &&
        (!overdue || row.overdue) &&
        (chosen === undefined || chosen.has(row.code)) &&
        words.every((word) => textOf(row).includes(word)),
    );
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      items: sorted(shown, sort, descending),
      counts: {
        all: rows.length,
        overdue: rows.filter((row) => row.overdue).length,
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
            responsiblePerson: foreignText(entry.responsible_person) || null,
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

/** What is empty stands last, whichever way; what is equal stays in the order of the catalog. */
function sorted(rows: readonly RegisterRow[], by: (typeof SORT_COLUMNS)[number], descending: boolean): RegisterRow[] {
  const keyOf = ({ status, nextReviewAt, untrusted }: RegisterRow): string | null => {
    if (by === "next") return nextReviewAt;
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
  readonly items: readonly RegisterRow[];
  readonly completion: number;
  readonly indicative: true;
  readonly disclaimer: string;
  readonly dataAsOf: string;
}

/** A register as commands print it for programs: the entries, without what only a page needs. */
function shownRegister({ items, completion, indicative, disclaimer, dataAsOf }: Register) {
  const entries = items.map(
    ({ version: _version, laterThanRecommended: _later, openSpecials: _specials, ...entry }) => entry,
  );
  return { items: entries, completion, indicative, disclaimer, dataAsOf };
}

/** A register on a terminal: an entry a line, or a whole file. */
function registerLines(
  register: Register,
  locale: Locale,
  { format }: { readonly format?: "csv" | "json" | undefined },
): readonly string[] {
  if (format === "json") return [JSON.stringify(shownRegister(register), null, 2)];
  if (format === "csv") return [writeRegisterCsv(register.items, locale).trimEnd()];
  const lines = register.items.map(
    ({ code, status, nextReviewAt, overdue }) =>
      `${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}${overdue ? "  !" : ""}`,
  );
  return [...lines, `${register.completion} %`];
}
