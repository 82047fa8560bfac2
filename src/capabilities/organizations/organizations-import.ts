import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import { newId } from "../../core/random-id.ts";
import { useAllowance } from "../accounts/allowance.ts";
import { nameOf } from "../accounts/person-name.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { listCountry } from "../lists/list-parameter.ts";
import { MOST_ROW_BYTES } from "../rows/read-input.ts";
import { ROW_WARNINGS } from "../rows/read-rows.ts";
import { BATCH_ROW_LIMITS } from "../rows/row-limits.ts";
import { copyOf } from "./firm.ts";
import { judgeToKeep, readKept } from "./kept-verdict.ts";
import { type ClientPlan, type PlannedClient, planClients } from "./plan-clients.ts";

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
  run: async ({ rows, file, country, skip, take, plan, locale }, context) => {
    const { accounts, person, store, write } = context;
    const text = file !== undefined && file.length > 0 ? file : rows;
    const of = country === "" ? undefined : country;
    const made = await planClients({ text }, { own: await store.organizations(), country: of }, context);
    const judged = made.rows.map((row) => ({ row, ...organizationOf(row, context) }));
    const isWanted = ({ line, state }: PlannedClient) =>
      (state === "new" && !skip.includes(String(line))) || (state === "offered" && take.includes(String(line)));
    const wanted = judged.filter(({ row }) => isWanted(row));
    const ids = new Map<number, string>();
    const isSecond = plan !== "";
    if (isSecond && wanted.length > 0) {
      if (plan !== made.plan) throw new Refused([{ code: "plan_stale" }]);
      await useAllowance(accounts, BATCH_ROW_LIMITS, person.accountId, Math.max(1, made.looked));
      const at = accounts.now();
      await write(async ({ store: inside, record, charge }) => {
        await inside.lock();
        const own = await inside.organizations();
        // Two that save at once: the second one finds the organizations of the first.
        if (wanted.some(({ row }) => own.some((each) => each.country === row.country && each.ico === row.ico))) {
          throw new Refused([{ code: "plan_stale" }]);
        }
        await charge("organizations", wanted.length);
        for (const { row, organization, facts } of wanted) {
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
      saved: isSecond,
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
      rows: judged.map(({ row, organization, category, regime }) => ({
        row: row.line,
        state: row.state,
        organizationId: ids.get(row.line) ?? row.organizationId,
        country: row.country,
        ico: row.ico,
        category,
        regime:
          regime === null ? null : (context.knowledge.nis2.regimes[row.country].get(regime)?.name[locale] ?? null),
        untrusted: { name: row.found === null && row.typedName === null ? null : foreignText(organization.name) },
      })),
      encoding: made.encoding,
      country,
      plan: made.plan,
      untrusted: {
        rows: typeof text === "string" ? text : rowsAgain(made),
        ignoredColumns: made.ignoredColumns.map(foreignText),
      },
    };
  },
});

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
