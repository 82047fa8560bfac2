import type { Migration } from "./migration.ts";

/**
 * What an organization thought of its suppliers: every save of a judgement with what was before and after. It holds text
 * of people.
 */
export const supplierChange: Migration = {
  version: 10,
  name: "supplier-change",
  minProgram: 4,
  text: `
    CREATE TABLE supplier_change (
      org_id text NOT NULL, country text NOT NULL, ico text NOT NULL, version integer NOT NULL, at integer NOT NULL,
      "by" text NOT NULL, before text NOT NULL, after text NOT NULL, PRIMARY KEY (org_id, country, ico, version),
      FOREIGN KEY (org_id, country, ico) REFERENCES supplier_entry (org_id, country, ico) ON DELETE CASCADE
    ) STRICT`,
  ends: { supplier_change: [{ age: 1825, of: "at" }, { with: "supplier_entry" }] },
};
