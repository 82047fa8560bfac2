import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { newId } from "../../core/random-id.ts";
import { useAllowance } from "../accounts/allowance.ts";
import { nameOf } from "../accounts/person-name.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { ContextOf, Services } from "../contexts.ts";
import { rowError } from "../lists/list-import.ts";
import { listCountry } from "../lists/list-parameter.ts";
import { MOST_ROW_BYTES, type RowsInput } from "../rows/read-input.ts";
import { ROW_WARNINGS } from "../rows/read-rows.ts";
import { BATCH_ROW_LIMITS } from "../rows/row-limits.ts";
import { copyOf } from "./firm.ts";
import { judgeToKeep, readKept } from "./kept-verdict.ts";
import { type ClientPlan, MOST_CLIENTS, type PlannedClient, planClients } from "./plan-clients.ts";

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

const lines = z.array(z.string().regex(/^\d{1,6}$/)).default([]);

/** Makes an organization of each firm of a pasted table, in two steps: what would happen, and with `plan` that it happens. */
export const organizationsImport = defineCapability({
  name: "organizations_import",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    rows: z.string().default("").describe("A number or name a line, or a table."),
    file: bytes.optional(),
    country: listCountry,
    skip: lines.describe("Lines to be left out."),
    take: lines.describe("Lines of right numbers that the register lacks, to be made all the same."),
    plan: z.string().default(""),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write", "organization_create", "batch_calls", "upload"], stock: ["organizations"] },
    path: "/organizations/import",
    mostFileBytes: MOST_ROW_BYTES,
  },
  run: async ({ rows, file, ...given }, context) => {
    const text = file !== undefined && file.length > 0 ? file : rows;
    const { made, ...answer } = await importClients({ text }, { ...given, isSaved: given.plan !== "" }, context);
    return {
      ...answer,
      encoding: made.encoding,
      country: given.country,
      untrusted: {
        rows: typeof text === "string" ? text : rowsAgain(made),
        ignoredColumns: made.ignoredColumns.map(foreignText),
      },
    };
  },
});

/** The same for programs and the operator: at once, or as a dry run. */
export const organizationsAdd = defineCapability({
  name: "organizations_add",
  access: "person",
  effect: "write",
  scope: "organization:write",
  input: z.strictObject({
    rows: z
      .array(z.unknown())
      .optional()
      .describe(
        `At most ${MOST_CLIENTS} firms: { ico, country?, name?, employees?, turnoverEur?, balanceSheetEur? }, or a table as text/csv or text/plain.`,
      )
      .meta({ examples: [[{ ico: "31322832", country: "SK" }]] }),
    text: bytes.optional(),
    country: listCountry,
    skip: lines.describe("Lines to be left out."),
    take: lines.describe("Lines of right numbers that the register lacks, to be made all the same."),
    dryRun: z.boolean().default(false).describe("Says what would happen and makes nothing."),
    plan: z.string().default("").describe("Of the dry run: refused where anything has changed since."),
    locale: localeParameter,
  }),
  published: {
    title: "New organizations from a list of firms",
    description:
      "Makes an organization of each firm of a list, owned by the person of the key; says row by row what cannot be taken. A " +
      "firm of which the person has an organization already is left alone.",
    output: z.object({
      created: z.number().int(),
      exists: z.number().int(),
      errors: z.array(rowError),
      warnings: z.array(z.object({ code: z.enum(ROW_WARNINGS), rows: z.array(z.number().int()) })),
      rows: z.array(
        z.object({
          row: z.number().int(),
          state: z.enum(["new", "exists", "offered"]).describe("offered: the register lacks the number; see take."),
          organizationId: z.string().nullable(),
          country: z.enum(COUNTRIES),
          ico: z.string(),
          category: z.enum(CATEGORIES).nullable(),
          regime: z.string().nullable(),
          untrusted: z.object({ name: z.string().nullable() }),
        }),
      ),
      saved: z.boolean(),
      plan: z.string(),
    }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/organizations/import",
      cost: { rows: ["person_write", "organization_create", "batch_calls"], stock: ["organizations"] },
      only: ["rows", "country", "skip", "take", "dryRun", "plan"],
      inQuery: ["country", "skip", "take", "dryRun", "plan"],
      body: { mostBytes: MOST_ROW_BYTES, text: "text" },
      problems: ["not_text", "too_many_rows", "plan_stale", "budget_full", "rate_limited"],
    },
  ],
  cli: {
    words: "org import",
    help: "make an organization of each firm in a file; bad lines are named and left out",
    positionals: ["text"],
    files: ["text"],
    required: ["text"],
    values: { text: "FILE" },
    options: ["country", "skip", "take", "dryRun"],
    rename: { email: "owner" },
    json: ({ plan: _plan, ...rest }) => rest,
    lines: ({ rows, saved, created, exists, errors }) => [
      ...rows.map(
        ({ row, state, country, ico, category, organizationId }) =>
          `${row}  ${country} ${ico}  ${state}  ${category ?? "–"}  ${organizationId ?? "–"}`,
      ),
      `${created} ${saved ? "created" : "would be created"}, ${exists} there already, ${errors.length} not read`,
    ],
    err: ({ errors }) => errors.map(({ row, message }) => `line ${row}: ${message}`),
  },
  run: async ({ rows, text, dryRun, ...given }, context) => {
    const { made: _made, ...answer } = await importClients({ rows, text }, { ...given, isSaved: !dryRun }, context);
    return { ...answer, created: dryRun ? answer.added : answer.created };
  },
});

interface ImportOptions {
  /** Of rows that name none; empty: either. */
  readonly country: z.output<typeof listCountry>;
  readonly skip: readonly string[];
  readonly take: readonly string[];
  /** Of the step before; empty: there was none. */
  readonly plan: string;
  readonly isSaved: boolean;
  readonly locale: Locale;
}

/**
 * Says what an import of clients makes of each line, and makes it where `isSaved`: all organizations in one transaction.
 * @throws Refused `plan_stale` where a plan was named and anything has changed since
 */
export async function importClients(
  input: RowsInput,
  { country, skip, take, plan, isSaved, locale }: ImportOptions,
  context: ContextOf<"person", "write">,
) {
  const { accounts, person, store, write } = context;
  const of = country === "" ? undefined : country;
  const made = await planClients(input, { own: await store.organizations(), country: of }, context);
  const isWanted = ({ line, state }: PlannedClient) =>
    (state === "new" && !skip.includes(String(line))) || (state === "offered" && take.includes(String(line)));
  const wanted = made.rows.filter(isWanted);
  const ids = new Map<number, string>();
  if (isSaved && wanted.length > 0) {
    if (plan !== "" && plan !== made.plan) throw new Refused([{ code: "plan_stale" }]);
    await useAllowance(accounts, BATCH_ROW_LIMITS, person.accountId, Math.max(1, made.looked));
    const at = accounts.now();
    await write(async ({ store: inside, record, charge }) => {
      await inside.lock();
      const own = await inside.organizations();
      // Two that save at once: the second one finds the organizations of the first.
      if (wanted.some((row) => own.some((each) => each.country === row.country && each.ico === row.ico))) {
        throw new Refused([{ code: "plan_stale" }]);
      }
      await charge("organizations", wanted.length);
      for (const row of wanted) {
        const { organization, facts } = organizationOf(row, context);
        const id = newId("organization");
        ids.set(row.line, id);
        await inside.addOrganization({ id, ...organization }, at);
        if (facts !== null) await inside.addFacts(id, facts, at);
        const details = { import: wanted.length };
        await record("organization.created", { type: "organization", id }, details, id);
      }
    });
  }
  return {
    made,
    saved: isSaved,
    created: ids.size,
    added: wanted.length,
    exists: made.rows.filter(({ state }) => state === "exists").length,
    errors: made.failed.map(({ row, problem: { code, message, nextStep } }) => ({
      row: row.line,
      code,
      message: message[locale],
      nextStep: nextStep[locale],
      untrusted: { input: row.typed === "…" ? null : [...foreignText(row.typed)].slice(0, 80).join("") },
    })),
    warnings: ROW_WARNINGS.flatMap((code) => {
      const at = made.rows.filter(({ warnings }) => warnings.includes(code)).map(({ line }) => line);
      return at.length === 0 ? [] : [{ code, rows: at }];
    }),
    rows: made.rows.map((row) => ({
      ...clientAnswer(row, context, locale),
      organizationId: ids.get(row.line) ?? row.organizationId,
    })),
    plan: made.plan,
  };
}

/** A planned client as every face answers it. */
export function clientAnswer(row: PlannedClient, services: Services, locale: Locale) {
  const { organization, category, regime } = organizationOf(row, services);
  return {
    row: row.line,
    state: row.state,
    organizationId: row.organizationId,
    country: row.country,
    ico: row.ico,
    category,
    regime: regime === null ? null : (services.knowledge.nis2.regimes[row.country].get(regime)?.name[locale] ?? null),
    untrusted: { name: row.found === null && row.typedName === null ? null : foreignText(organization.name) },
  };
}

/** The organization that a row makes, with what the row states of it. */
function organizationOf({ country, ico, typedName, found, stated }: PlannedClient, services: Services) {
  const copy = copyOf(found, services);
  const typed = typedName === null ? undefined : nameOf([...typedName].slice(0, 120).join(""));
  const ofRegister = [...(foreignTextOrNull(copy.firm_name) ?? "")].slice(0, 120).join("");
  const name = typed ?? nameOf(ofRegister) ?? `${country} ${ico}`;
  const facts = Object.keys(stated).length === 0 ? null : JSON.stringify(stated);
  const row = facts === null ? undefined : { facts, dates: "{}", version: 1 };
  const verdict = judgeToKeep({ country, ico, row, rests: false, found }, services);
  const kept = readKept(verdict);
  return {
    organization: { name, country, ico, ...copy, verdict },
    facts,
    category: kept?.category ?? null,
    regime: kept?.regime ?? null,
  };
}

/** A file as rows that the second step carries. */
function rowsAgain({ rows }: ClientPlan): string {
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const table = rows.map(({ country, ico, typedName, stated }) =>
    [ico, country, typedName, stated.employees, stated.turnoverEur, stated.balanceSheetEur]
      .map((cell) => quoted(String(cell ?? "")))
      .join(";"),
  );
  return ["ico;country;name;employees;turnoverEur;balanceSheetEur", ...table].join("\n");
}
