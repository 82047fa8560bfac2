import type { Migration } from "./migration.ts";

/**
 * The instant of the oldest entry that each stream of the audit log keeps, so that the night reads no entries of streams of
 * which nothing is over. Empty where an earlier program made the stream: the next night fills it in.
 */
export const auditFirst: Migration = {
  version: 36,
  name: "audit-first",
  minProgram: 4,
  text: `
    ALTER TABLE audit_head ADD COLUMN first_at integer;
    UPDATE audit_head SET first_at = (
      SELECT e.at FROM audit_entry e WHERE e.stream = audit_head.stream ORDER BY e.seq LIMIT 1
    );
    CREATE INDEX audit_head_first ON audit_head (first_at)`,
};
