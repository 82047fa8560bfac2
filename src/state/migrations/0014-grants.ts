import type { Migration } from "./migration.ts";

/**
 * How an invitation or a share link ended whose issuer lost the right to it, and the uses of a link that are not in the
 * audit log yet. A schedule of somebody who may no longer have it goes to the owner who joined first.
 */
export const grants: Migration = {
  version: 14,
  name: "grants",
  minProgram: 4,
  text: `
    ALTER TABLE invitation ADD COLUMN ended_at integer;
    ALTER TABLE invitation ADD COLUMN ended_why text;
    ALTER TABLE trust_share ADD COLUMN ended_at integer;
    ALTER TABLE trust_share ADD COLUMN ended_why text;
    ALTER TABLE trust_share ADD COLUMN uses integer NOT NULL DEFAULT 0;
    UPDATE scan_schedule SET created_by = (
      SELECT m.account_id FROM membership m WHERE m.org_id = scan_schedule.org_id AND m.role = 'owner'
      ORDER BY m.since, m.account_id LIMIT 1
    ) WHERE NOT EXISTS (
      SELECT 1 FROM membership m WHERE m.org_id = scan_schedule.org_id AND m.account_id = scan_schedule.created_by
      AND m.role IN ('owner', 'admin', 'member')
    ) AND EXISTS (SELECT 1 FROM membership m WHERE m.org_id = scan_schedule.org_id AND m.role = 'owner')`,
};
