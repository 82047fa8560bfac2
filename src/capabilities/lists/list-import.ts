import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { useAllowance } from "../accounts/allowance.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { ContextOf } from "../contexts.ts";
import { MOST_ROW_BYTES, MOST_ROWS } from "../rows/read-input.ts";
import { ROW_WARNINGS } from "../rows/read-rows.ts";
import { BATCH_ROW_LIMITS } from "../rows/row-limits.ts";
import { ROW_CODES } from "../rows/row-problems.ts";
import { listIn, listParameter } from "./list-parameter.ts";
import { IMPORT_MODES, type ImportPlan, planImport } from "./plan-import.ts";

/** A replacement of so many rows or more asks once more before it removes a third of them. */
const MANY = 20;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A row that could not be taken, as programs get it. */
export const rowError = z.object({
  row: z.number().int(),
  code: z.enum(ROW_CODES),
  message: z.string(),
  nextStep: z.string(),
  field: z.string().optional(),
  untrusted: z.object({ input: z.string().nullable() }),
});

const output = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  removed: z.number().int(),
  unchanged: z.number().int(),
  pending: z.number().int().describe("Rows that the register file here cannot judge yet; they are saved."),
  rows: z.number().int().describe("Rows of the list afterwards."),
  errors: z.array(rowError),
  warnings: z.array(z.object({ code: z.enum(ROW_WARNINGS), rows: z.array(z.number().int()) })),
  saved: z.boolean(),
  plan: z.string().describe("Names what was read and met; a second step with it saves exactly this."),
});

const shared = {
  list: listParameter,
  mode: z.enum(IMPORT_MODES).default("add").describe("replace: firms that the rows lack leave the list."),
  confirm: z.boolean().default(false).describe("Remove more than a third of the list."),
  locale: localeParameter,
};

/** Puts firms into a list by key: at once, or as a dry run. */
export const listRowsAdd = defineCapability({
  name: "list_rows_add",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "change",
  scope: "watch:write",
  input: z.strictObject({
    ...shared,
    rows: z
      .array(z.unknown())
      .optional()
      .describe(
        `At most ${MOST_ROWS} firms: { ico, country?, name?, label?, tags?, note? }, or a table as text/csv or text/plain.`,
      )
      .meta({ examples: [[{ ico: "31322832", tags: "energy" }]] }),
    text: bytes.optional(),
    dryRun: z.boolean().default(false).describe("Says what would happen and saves nothing."),
    names: z.boolean().default(false).describe("A row without a number is searched for by its name."),
    plan: z.string().optional().describe("Of the dry run: refused where anything has changed since."),
  }),
  published: {
    title: "Import of firms into a list",
    description: "Adds firms to a list or replaces it; says row by row what cannot be taken.",
    output,
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/lists/{list}/rows",
      cost: { rows: ["person_write", "batch_calls"], stock: ["list_rows"] },
      only: ["list", "rows", "mode", "dryRun", "names", "confirm", "plan"],
      inQuery: ["mode", "dryRun", "names", "confirm", "plan"],
      body: { mostBytes: MOST_ROW_BYTES, text: "text" },
      problems: ["not_text", "too_many_rows", "plan_stale", "removes_many", "budget_full", "rate_limited"],
    },
  ],
  run: async ({ list: listId, rows, text, dryRun, names, mode, confirm, plan, locale }, context) => {
    const list = await listIn(context.store, listId);
    const present = await context.store.listRows(listId);
    const made = await planImport({ rows, text }, { list, present, mode, names }, context);
    const answer = planAnswer(made, list.rows, locale);
    if (dryRun) return { ...answer, saved: false };
    if (isDone(made)) return { ...answer, saved: true };
    if (plan !== undefined && plan !== made.plan) throw new Refused([{ code: "plan_stale" }]);
    refuseMany(made, present.length, confirm);
    await useAllowance(context.accounts, BATCH_ROW_LIMITS, context.person.accountId, Math.max(1, made.looked));
    await save(made, listId, list.version, context);
    return { ...answer, saved: true };
  },
});

/** The same in two steps of a page: what would happen, and with `plan` that it happens. */
export const listImport = defineCapability({
  name: "list_import",
  access: "organization",
  ofList: true,
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    ...shared,
    rows: z.string().default("").describe("A number or name a line, or a table."),
    file: bytes.optional(),
    plan: z.string().default(""),
  }),
  form: {
    cost: { rows: ["person_write", "batch_calls", "upload"], stock: ["list_rows"] },
    path: "/organizations/:organizationId/lists/:list/import",
    mostFileBytes: MOST_ROW_BYTES,
  },
  run: async ({ list: listId, rows, file, mode, confirm, plan, locale }, context) => {
    const list = await listIn(context.store, listId);
    const present = await context.store.listRows(listId);
    const text = file !== undefined && file.length > 0 ? file : rows;
    const made = await planImport({ text }, { list, present, mode, names: true }, context);
    const step = {
      ...planAnswer(made, list.rows, locale),
      mode,
      removesMany: removesMany(made, present.length),
      encoding: made.encoding,
      changes: made.rows.slice(0, 200).map(({ lines, does, country, ico, firm, label }) => ({
        lines,
        does,
        country,
        ico,
        category: firm?.category ?? null,
        regime: firm?.regime ?? null,
        untrusted: { name: firm?.name ?? null, label: foreignText(label) },
      })),
      untrusted: {
        rows: typeof text === "string" ? text : rowsAgain(made),
        ignoredColumns: made.ignoredColumns.map(foreignText),
      },
    };
    if (plan === "") return { ...step, saved: false };
    if (isDone(made)) return { ...step, saved: true };
    if (plan !== made.plan) throw new Refused([{ code: "plan_stale" }]);
    refuseMany(made, present.length, confirm);
    await useAllowance(context.accounts, BATCH_ROW_LIMITS, context.person.accountId, Math.max(1, made.looked));
    await save(made, listId, list.version, context);
    return { ...step, saved: true };
  },
});

/** A file as rows that the second step carries: numbers, with what is written beside them. */
function rowsAgain({ rows }: ImportPlan): string {
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map(({ country, ico, label, tags, note }) =>
    [ico, country, label, tags, note].map(quoted).join(";"),
  );
  return ["ico;country;label;tags;note", ...lines].join("\n");
}

/** True where nothing is left to do: what is sent twice changes nothing. */
function isDone({ rows, removed }: ImportPlan): boolean {
  return removed.length === 0 && rows.every(({ does }) => does === "unchanged");
}

function removesMany({ removed }: ImportPlan, present: number): boolean {
  return present >= MANY && removed.length * 3 > present;
}

function refuseMany(plan: ImportPlan, present: number, isConfirmed: boolean): void {
  if (!isConfirmed && removesMany(plan, present)) throw new Refused([{ code: "removes_many", field: "confirm" }]);
}

async function save(
  { rows, removed }: ImportPlan,
  listId: string,
  version: number,
  { write, accounts }: ContextOf<"organization", "write">,
): Promise<void> {
  const changed = rows.filter(({ does }) => does !== "unchanged");
  const added = changed.filter(({ does }) => does === "added").length;
  const at = accounts.now();
  await write(async ({ store, record }) => {
    const there = await store.lockList(listId);
    if (there === undefined) throw new ServiceError(notYours);
    if (there !== version) throw new Refused([{ code: "plan_stale" }]);
    refuseBeyond("list_rows", Number((await store.countLists()).rows), added - removed.length);
    await store.keepWatched(
      rows.flatMap(({ firm }) => firm ?? []),
      at,
    );
    await store.removeListRows(listId, removed);
    await store.putRows(listId, changed, at);
    const counts = { added, updated: changed.length - added, removed: removed.length };
    await record("list.imported", { type: "list", id: listId }, counts);
  });
}

function planAnswer(plan: ImportPlan, before: number, locale: Locale): Omit<z.output<typeof output>, "saved"> {
  const count = (does: string) => plan.rows.filter((row) => row.does === does).length;
  return {
    added: count("added"),
    updated: count("updated"),
    removed: plan.removed.length,
    unchanged: count("unchanged"),
    pending: plan.rows.filter(({ firm }) => firm === null).length,
    rows: Number(before) + count("added") - plan.removed.length,
    errors: plan.failed.map(({ row, problem: { code, field, message, nextStep } }) => ({
      row: row.line,
      code,
      message: message[locale],
      nextStep: nextStep[locale],
      ...(field === undefined ? {} : { field }),
      untrusted: { input: row.typed === "…" ? null : [...foreignText(row.typed)].slice(0, 80).join("") },
    })),
    warnings: ROW_WARNINGS.flatMap((code) => {
      const rows = plan.rows.filter(({ warnings }) => warnings.includes(code)).map(({ lines }) => lines[0] ?? 0);
      return rows.length === 0 ? [] : [{ code, rows }];
    }),
    plan: plan.plan,
  };
}
