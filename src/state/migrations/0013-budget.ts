import type { Migration } from "./migration.ts";

/**
 * What accounts use, and whose organization is whose: who founded it while they own it, else the owner who joined first.
 * `charged_to` is empty where a program before this one founded it.
 */
export const budget: Migration = {
  version: 13,
  name: "budget",
  minProgram: 4,
  text: `
    ALTER TABLE organization ADD COLUMN charged_to text;
    ALTER TABLE organization ADD COLUMN version integer NOT NULL DEFAULT 1;
    CREATE TABLE budget_use (
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, name text NOT NULL, day text NOT NULL,
      amount integer NOT NULL, PRIMARY KEY (account_id, name, day)
    ) STRICT;
    CREATE TABLE budget_limit (
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, name text NOT NULL, value integer NOT NULL,
      PRIMARY KEY (account_id, name)
    ) STRICT;
    UPDATE organization SET charged_to = COALESCE(
      (SELECT m.account_id FROM membership m
        WHERE m.org_id = organization.id AND m.account_id = organization.created_by AND m.role = 'owner'),
      (SELECT m.account_id FROM membership m WHERE m.org_id = organization.id
        ORDER BY CASE WHEN m.role = 'owner' THEN 0 ELSE 1 END, m.since, m.account_id LIMIT 1));
    CREATE INDEX organization_charged_to ON organization (charged_to);
    INSERT INTO budget_use (account_id, name, day, amount)
      SELECT charged_to, 'organizations', '-', count(*) FROM organization WHERE charged_to IS NOT NULL GROUP BY charged_to`,
  ends: {
    budget_use: [{ age: 8, of: "day", isDay: true, where: "day <> '-'" }, { with: "account" }],
    budget_limit: { with: "account" },
  },
};
