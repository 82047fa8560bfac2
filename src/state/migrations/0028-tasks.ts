import type { Migration } from "./migration.ts";

/**
 * What people said of a line of the list of what to do: done, put off, given to somebody. The line itself is made of the
 * data of the organization each time; `fingerprint` is what it was then, and `seen_at` when it last was in the list.
 */
export const tasks: Migration = {
  version: 28,
  name: "tasks",
  minProgram: 4,
  text: `
    CREATE TABLE task_state (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      key text NOT NULL, state text, until text, done_on text,
      assignee_id text REFERENCES account (id) ON DELETE SET NULL,
      fingerprint text NOT NULL, version integer NOT NULL, at integer NOT NULL, "by" text NOT NULL,
      seen_at integer NOT NULL, PRIMARY KEY (org_id, key)
    ) STRICT;
    CREATE INDEX task_state_assignee ON task_state (assignee_id);
    CREATE INDEX task_state_seen ON task_state (seen_at)`,
  ends: { task_state: [{ age: 365, of: "seen_at" }, { with: "organization" }] },
};
