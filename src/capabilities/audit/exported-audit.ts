import type { AuditEntry } from "../../state/audit-log.ts";
import { writeCsv } from "../opendata/csv.ts";

export const EXPORT_FORMATS = ["csv", "json"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Entries of one stream, oldest first, and the hash of the entry before them (`undefined` where it is not known). */
export interface ExportedAudit {
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
 * (docs/audit-log.md says how). The CSV has the instant in ISO 8601 besides.
 */
export function writeAudit(audit: ExportedAudit, format: ExportFormat): string {
  return format === "json" ? asJson(audit) : asCsv(audit);
}

function asJson({ stream, previousHash, entries }: ExportedAudit): string {
  const lines = entries.map((entry) => {
    const columns = Object.fromEntries(COLUMNS.map((column) => [column, entry[column]]));
    return `    ${JSON.stringify({ ...columns, hash: entry.hash })}`;
  });
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "stream": ${JSON.stringify(stream)},\n  "previousHash": ${JSON.stringify(previousHash ?? null)},\n  "entries": ${list}\n}\n`;
}

function asCsv({ entries }: ExportedAudit): string {
  const head = ["instant", ...COLUMNS, "hash"];
  const rows = entries.map((entry) => [
    new Date(entry.at).toISOString(),
    ...COLUMNS.map((column) => String(entry[column] ?? "")),
    entry.hash,
  ]);
  return writeCsv([head, ...rows]);
}
