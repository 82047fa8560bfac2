import type { Migration } from "./migration.ts";

/** Secret addresses at which programs read the events or the days of one organization, one list or all of a person. */
export const subscriptions: Migration = {
  version: 41,
  name: "subscriptions",
  minProgram: 4,
  text: `
    CREATE TABLE subscription (
      hash text PRIMARY KEY, id text NOT NULL UNIQUE,
      account_id text NOT NULL REFERENCES account (id) ON DELETE CASCADE, kind text NOT NULL,
      org_id text REFERENCES organization (id) ON DELETE CASCADE,
      list_id text REFERENCES firm_list (id) ON DELETE CASCADE, created_at integer NOT NULL
    ) STRICT;
    CREATE INDEX subscription_account ON subscription (account_id);
    CREATE INDEX subscription_org ON subscription (org_id);
    CREATE INDEX subscription_list ON subscription (list_id)`,
  ends: { subscription: [{ with: "account" }, { with: "organization" }, { with: "firm_list" }] },
};
