import type { Migration } from "./migration.ts";

/** What happened in an organization of one kind: a filter without hits reads nothing. */
export const auditAction: Migration = {
  version: 37,
  name: "audit-action",
  minProgram: 4,
  isConcurrent: true,
  text: "CREATE INDEX audit_entry_action ON audit_entry (org_id, action, at DESC, id DESC)",
};
