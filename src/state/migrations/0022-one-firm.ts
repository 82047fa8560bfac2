import type { Migration } from "./migration.ts";

/**
 * The firm of an organization has one home: its number, and what a register said of it, in `organization`. Rows from
 * before are settled one by one (`settle-firms.ts`); until then a release before this one may go on writing them.
 */
export const oneFirm: Migration = {
  version: 22,
  name: "one-firm",
  minProgram: 4,
  text: `
    ALTER TABLE organization ADD COLUMN firm_name text;
    ALTER TABLE organization ADD COLUMN firm_seat text;
    ALTER TABLE organization ADD COLUMN firm_day text;
    ALTER TABLE organization ADD COLUMN firm_listed integer NOT NULL DEFAULT 0;
    ALTER TABLE organization ADD COLUMN firm_other text;
    ALTER TABLE organization ADD COLUMN colour integer NOT NULL DEFAULT 0;
    ALTER TABLE organization ADD COLUMN verdict text;
    ALTER TABLE organization ADD COLUMN firm_settled integer NOT NULL DEFAULT 0
      CHECK (firm_settled = 0 OR ico IS NULL OR country IS NOT NULL);
    CREATE INDEX organization_unsettled ON organization (firm_settled)`,
};
