import type { Migration } from "./migration.ts";

/** The history of the obligation register: every save with what was before and after. It holds text of people. */
export const registerChange: Migration = {
  version: 6,
  name: "register-change",
  minProgram: 4,
  text: `
    CREATE TABLE register_change (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      code text NOT NULL, version integer NOT NULL, at integer NOT NULL, "by" text NOT NULL,
      before text NOT NULL, after text NOT NULL, PRIMARY KEY (org_id, code, version)
    ) STRICT`,
  ends: { register_change: [{ age: 1825, of: "at" }, { with: "organization" }] },
};
