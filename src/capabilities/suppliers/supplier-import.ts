import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { readTypedText } from "../calling/typed-text.ts";
import { defineCapability } from "../capability.ts";
import type { Change } from "../contexts.ts";
import { supplierName } from "./listed-supplier.ts";
import { type ImportedFirm, readSuppliers } from "./read-supplier-rows.ts";
import { changedFields } from "./supplier-judge.ts";

/** So many lines, and so many bytes, one import has. */
const MOST_ROWS = 1_000;
const MOST_BYTES = 1024 * 1024;

/** What an import would do, for its second step: of which list, and each firm with what is said of it. */
type Plan = readonly [list: string, firms: readonly ImportedFirm[]];

/**
 * Reads a list of suppliers and says what it would change; with the plan of that, changes it. Nothing is saved in the first
 * step, and in the second one nothing where the list is another one by then.
 */
export const supplierImport = defineCapability({
  name: "supplier_import",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    text: z.union([z.string(), z.custom<Uint8Array>((value) => value instanceof Uint8Array)]).default(""),
    plan: z.string().default("").describe("From the first step."),
    dryRun: z.boolean().default(false).describe("Says what would change, and changes nothing."),
    locale: localeParameter,
  }),
  run: async ({ text, plan: sent, dryRun }, context) => {
    const { store, organization, accounts, write, trust } = context;
    const { sealing } = accounts;
    if (sent !== "") {
      const plan = openPlan(sent, organization.id, (sealed) => sealing.open(sealed, "supplier_import"));
      return { ...NOTHING_READ, done: await write((change) => carryOut(plan, change, trust.now())) };
    }
    const size = typeof text === "string" ? Buffer.byteLength(text) : text.byteLength;
    if (size > MOST_BYTES) throw new Refused([{ code: "too_many_rows", field: "text" }]);
    const { text: typed, note } = readTypedText(typeof text === "string" ? Buffer.from(text) : text, "text");
    if (typed.trim() === "") throw new Refused([{ code: "nothing_chosen", field: "text" }]);
    const read = await readSuppliers(typed, organization.country ?? "SK", context);
    if (read.rows > MOST_ROWS) throw new Refused([{ code: "too_many_rows", field: "text" }]);
    const stored = await store.trust.suppliers();
    const entries = new Map(stored.map((entry) => [supplierName(entry), entry]));
    const rows = read.firms.map((firm) => ({
      supplier: supplierName(firm),
      lines: [...firm.lines],
      ...outcomeOf(firm, entries.get(supplierName(firm))),
    }));
    const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
    const added = count("added");
    if (added > 0) refuseBeyond("suppliers", stored.length + added - 1);
    const plan: Plan = [listOf(stored), read.firms];
    const packed = deflateRawSync(JSON.stringify([organization.id, plan])).toString("base64url");
    return {
      read: read.rows,
      added,
      updated: count("updated"),
      unchanged: count("unchanged"),
      rows,
      errors: read.errors.map(({ line, problem, typed: raw }) => ({
        line,
        code: problem.code,
        field: problem.field ?? null,
        message: problem.message,
        nextStep: problem.nextStep,
        untrusted: { input: [...foreignText(raw)].slice(0, 80).join("") },
      })),
      warnings: [...read.warnings],
      note: note ?? null,
      plan: sealing.seal(packed, "supplier_import"),
      done: dryRun ? null : await write((change) => carryOut(plan, change, trust.now())),
      untrusted: { ignoredColumns: read.ignoredColumns.map(foreignText) },
    };
  },
  cli: {
    words: "supplier import",
    help: "read a list of suppliers from a file; bad lines are named and left out",
    options: ["organizationId", "text", "dryRun"],
    required: ["text"],
    rename: { text: "file" },
    values: { text: "F" },
    files: ["text"],
    json: ({ plan: _plan, ...rest }) => rest,
    lines: ({ added, updated, unchanged, done }) =>
      done === null
        ? [`${added} would be added, ${updated} updated, ${unchanged} unchanged`]
        : [`${done.added} added, ${done.updated} updated`],
    err: ({ errors, note }) => [
      ...(note === null ? [] : [note.en]),
      ...errors.map(({ line, message }) => `line ${line}: ${message.en}`),
    ],
  },
});

type Outcome = { readonly outcome: "added" | "updated" | "unchanged"; readonly fields: readonly string[] };

/** What an import makes of a firm. */
function outcomeOf({ note }: ImportedFirm, entry: SupplierEntry | undefined): Outcome {
  if (entry === undefined) return { outcome: "added", fields: Object.keys(note) };
  const fields = changedFields(entry, note);
  return { outcome: fields.length === 0 ? "unchanged" : "updated", fields };
}

/** Tells whether a list of suppliers is the one that a plan was made for. */
function listOf(entries: readonly SupplierEntry[]): string {
  return hash("sha256", entries.map((entry) => `${supplierName(entry)} ${entry.version}`).join("\n"));
}

/** @throws Refused for what no first step of this organization gave */
function openPlan(sent: string, orgId: string, open: (sealed: string) => string | undefined): Plan {
  const packed = open(sent);
  if (packed !== undefined) {
    const bytes = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: 16 * MOST_BYTES });
    const [of, plan] = JSON.parse(bytes.toString("utf8")) as [string, Plan];
    if (of === orgId) return plan;
  }
  throw new Refused([{ code: "plan_stale" }]);
}

/** Saves what the first step said, all of it or nothing. */
async function carryOut(
  [list, firms]: Plan,
  { store, record }: Pick<Change<OrganizationStore>, "store" | "record">,
  at: number,
): Promise<{ readonly added: number; readonly updated: number }> {
  const stored = await store.trust.suppliers();
  if (listOf(stored) !== list) throw new Refused([{ code: "plan_stale" }]);
  const entries = new Map(stored.map((entry) => [supplierName(entry), entry]));
  const done = { added: 0, updated: 0 };
  for (const firm of firms) {
    const { country, ico, note } = firm;
    const entry = entries.get(supplierName(firm));
    const { outcome, fields } = outcomeOf(firm, entry);
    if (outcome === "unchanged") continue;
    if (entry === undefined) {
      refuseBeyond("suppliers", stored.length + done.added);
      await store.trust.addSupplier({ country, ico }, at);
    }
    if (fields.length > 0) {
      await store.trust.saveSupplier({ country, ico, version: entry?.version ?? 1, updated_at: at, ...note });
    }
    done[outcome] += 1;
  }
  await record("supplier.imported", { type: "supplier", id: "import" }, done);
  return done;
}

/** Of a second step, which reads nothing. */
const NOTHING_READ = {
  read: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  rows: [],
  errors: [],
  warnings: [],
  note: null,
  plan: "",
  untrusted: { ignoredColumns: [] },
} as const;
