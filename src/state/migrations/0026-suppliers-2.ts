import type { Migration } from "./migration.ts";

/** What an organization plans with a supplier: how much depends on it, whom it asks there, when it looks again. */
export const suppliers2: Migration = {
  version: 26,
  name: "suppliers-2",
  minProgram: 4,
  text: `
    ALTER TABLE supplier_entry ADD COLUMN criticality text;
    ALTER TABLE supplier_entry ADD COLUMN contact_name text;
    ALTER TABLE supplier_entry ADD COLUMN contact_email text;
    ALTER TABLE supplier_entry ADD COLUMN responsible_id text;
    ALTER TABLE supplier_entry ADD COLUMN next_review_at text;
    ALTER TABLE supplier_entry ADD COLUMN contract_until text`,
};
