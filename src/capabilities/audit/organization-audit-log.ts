import { z } from "zod";
import { ACTOR_KINDS, actorKindOf } from "../../core/actor-kind.ts";
import { isDay } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { type AuditEntry, type AuditFilter, streamOf } from "../../state/audit-log.ts";
import { FILE_TYPES } from "../answers/file.ts";
import { organizationFileName } from "../answers/file-name.ts";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { writeCsv } from "../opendata/csv.ts";
import { inSlices, readInSlices } from "../rows/in-slices.ts";
import { objectsOf } from "./audit-objects.ts";

const EXPORT_FORMATS = ["csv", "json"] as const;

type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Entries of one stream, oldest first, and the hash of the entry before them (`undefined` where it is not known). */
interface ExportedAudit {
  readonly stream: string;
  readonly previousHash: string | undefined;
  readonly entries: readonly AuditEntry[];
}

/** The columns of an entry in the order of the alphabet, which is the order that its hash is computed over. */
const COLUMNS = [
  "action",
  "actor_id",
  "at",
  "details",
  "id",
  "ip_prefix",
  "org_id",
  "seq",
  "stream",
  "target_id",
  "target_type",
  "via",
] as const satisfies readonly (keyof AuditEntry)[];

/**
 * Writes entries so that an auditor can recompute the chain without Dosah: every column as it is stored, with the hash
 * (docs/audit-log.md says how). The CSV has the instant in ISO 8601 besides. Other requests run meanwhile.
 */
async function writeAudit({ stream, previousHash, entries }: ExportedAudit, format: ExportFormat): Promise<string> {
  const lines = await inSlices(entries, format === "json" ? jsonLine : csvLine);
  if (format === "csv") return writeCsv([["instant", ...COLUMNS, "hash"]]) + lines.join("");
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "stream": ${JSON.stringify(stream)},\n  "previousHash": ${JSON.stringify(previousHash ?? null)},\n  "entries": ${list}\n}\n`;
}

function jsonLine(entry: AuditEntry): string {
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, entry[column]]));
  return `    ${JSON.stringify({ ...columns, hash: entry.hash })}`;
}

function csvLine(entry: AuditEntry): string {
  const columns = COLUMNS.map((column) => String(entry[column] ?? ""));
  return writeCsv([[new Date(entry.at).toISOString(), ...columns, entry.hash]]);
}

const PAGE = 50;
const DAY_MS = 86_400_000;

/** More entries than this are no file for a spreadsheet; the operator exports the whole. */
const MOST_EXPORTED = 100_000;

const day = z.string().refine((text) => text === "" || isDay(text));

/** What a reader may narrow the log by; empty: everything. Days in UTC, both inclusive. */
const filters = {
  organizationId: organizationParameter,
  action: z.string().max(100).default(""),
  actor: z.string().max(100).default("").describe("Id of an account, or a kind of actor."),
  from: day.default(""),
  to: day.default(""),
  locale: localeParameter,
};

type Filters = z.output<z.ZodObject<typeof filters>>;

/** What happened in an organization, newest first. */
export const organizationAuditLog = defineCapability({
  name: "organization_audit_log",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ ...filters, cursor: z.string().optional() }),
  run: async ({ cursor, ...narrowed }, context) => {
    const { store, organization } = context;
    const list = `audit-log ${organization.id}`;
    const after = cursor === undefined ? undefined : readCursor(list, cursor);
    const [found, members, actors] = await Promise.all([
      store.audit(filterOf(narrowed), PAGE + 1, after),
      store.members(),
      store.auditActors(),
    ]);
    const nameOf = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    // Numbered as they first appear in the stream, so that a number means the same on every page.
    const former = actors.filter((id) => !nameOf.has(id));
    const page = found.slice(0, PAGE);
    const last = page.at(-1);
    const objects = await objectsOf(page, context, narrowed.locale);
    return {
      items: page.map(({ id, at, action, actor_id, target_type, target_id, via, ip_prefix, details }) => ({
        id,
        at: new Date(at).toISOString(),
        action,
        actorKind: actorKindOf({ action, via, actorId: actor_id }),
        actor:
          actor_id === null
            ? null
            : {
                id: actor_id,
                former: nameOf.has(actor_id) ? null : former.indexOf(actor_id) + 1,
                untrusted: { name: nameOf.get(actor_id) ?? null },
              },
        target: target_type === null || target_id === null ? null : { type: target_type, id: target_id },
        /** What the entry is about, where its id alone says nothing to a reader: foreign text. */
        untrusted: { object: objects.get(`${target_type} ${target_id}`) ?? null },
        via,
        ipPrefix: ip_prefix,
        details: JSON.parse(details),
      })),
      nextCursor: found.length > PAGE && last !== undefined ? writeCursor(list, last) : null,
      people: [...nameOf].map(([id, name]) => ({ id, untrusted: { name } })),
    };
  },
});

/** The same entries as a file, oldest first, with the hashes that chain them. */
export const organizationAuditExport = defineCapability({
  name: "organization_audit_export",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ ...filters, format: z.enum(EXPORT_FORMATS) }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/audit-log",
    formats: EXPORT_FORMATS,
    name: "dosah-audit-log",
    mediaTypes: { csv: `${FILE_TYPES.csv}; header=present` },
  },
  run: async ({ format, ...narrowed }, { organization, person, store: own, today, write }) => {
    const filter = filterOf(narrowed);
    // Before the organization is locked: whoever exports too much holds up nobody.
    const isTooMuch = person.operator === undefined && (await own.hasMoreAudit(filter, MOST_EXPORTED));
    if (isTooMuch) throw new ServiceError(tooMany);
    // Before the organization is locked, too: what is appended meanwhile comes behind all of these.
    const entries = await readInSlices<AuditEntry>((size, after) => own.audit(filter, size, after));
    // Of one stream, so their numbers are their order.
    entries.sort((a, b) => a.seq - b.seq);
    const [first] = entries;
    const previousHash = first === undefined ? "" : await own.auditHashBefore(first.seq);
    const stream = streamOf({ orgId: organization.id, target: null, actorId: null });
    const content = await writeAudit({ stream, previousHash, entries }, format);
    const { from, to } = narrowed;
    const details = { from: from === "" ? null : from, to: to === "" ? null : to, count: entries.length };
    await write(({ record }) => record("audit.exported", { type: "organization", id: organization.id }, details));
    const name = organizationFileName(organization.name, "auditLog", { locale: narrowed.locale, day: today() });
    return { format, count: entries.length, name, content };
  },
  cli: {
    words: "audit export",
    help: "export the audit log of an organization with its hashes",
    options: ["organizationId", "format"],
    lines: ({ content }) => [content.trimEnd()],
  },
});

function filterOf({ action, actor, from, to }: Filters): AuditFilter {
  const kind = ACTOR_KINDS.find((each) => each === actor);
  return {
    ...(action === "" ? {} : { action }),
    ...(actor === "" ? {} : kind === undefined ? { actorId: actor } : { actorKind: kind }),
    ...(from === "" ? {} : { from: Date.parse(from) }),
    ...(to === "" ? {} : { to: Date.parse(to) + DAY_MS }),
  };
}

const tooMany: Problem = {
  code: "invalid_arguments",
  field: "from",
  message: {
    sk: `Do jedného súboru sa zmestí ${MOST_EXPORTED} záznamov.`,
    cs: `Do jednoho souboru se vejde ${MOST_EXPORTED} záznamů.`,
    en: `A file holds at most ${MOST_EXPORTED} entries.`,
  },
  nextStep: {
    sk: "Zúžte výber poľami „Od dňa“ a „Do dňa“.",
    cs: "Zužte výběr poli „Ode dne“ a „Do dne“.",
    en: "Narrow it by days with from and to.",
  },
};
