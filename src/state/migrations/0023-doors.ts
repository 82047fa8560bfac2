import type { Migration } from "./migration.ts";

/**
 * An invitation has a second secret that its mail alone holds; a link that confirms an address knows where its person
 * wanted to go; a request to a supplier has an address of its own, and remembers what became of it.
 */
export const doors: Migration = {
  version: 23,
  name: "doors",
  minProgram: 4,
  text: `
    ALTER TABLE invitation ADD COLUMN proof_hash text;
    ALTER TABLE invitation ADD COLUMN declined_at integer;
    ALTER TABLE mail_token ADD COLUMN next text;
    ALTER TABLE supplier_ask ADD COLUMN id text;
    ALTER TABLE supplier_ask ADD COLUMN token_hash text;
    ALTER TABLE supplier_ask ADD COLUMN locale text;
    ALTER TABLE supplier_ask ADD COLUMN expires_at integer;
    ALTER TABLE supplier_ask ADD COLUMN opened_at integer;
    ALTER TABLE supplier_ask ADD COLUMN started_org text;
    ALTER TABLE supplier_ask ADD COLUMN stated_slug text;
    ALTER TABLE supplier_ask ADD COLUMN declined_at integer;
    ALTER TABLE supplier_ask ADD COLUMN declined_why text;
    ALTER TABLE supplier_ask ADD COLUMN remind integer NOT NULL DEFAULT 0;
    ALTER TABLE supplier_ask ADD COLUMN reminded_at integer`,
  ends: {
    // A refusal stays: the supplier is not asked again.
    supplier_ask: [
      { age: 365, of: "expires_at", where: "refused_at IS NULL" },
      { age: 730, of: "at", where: "refused_at IS NULL AND expires_at IS NULL" },
      { with: "organization" },
    ],
  },
};
