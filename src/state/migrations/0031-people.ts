import type { Migration } from "./migration.ts";

/**
 * Entries of the register have a responsible member (or when the one that they had left), a day by which the work is done, comments, and how many of the
 * questions the status of a questionnaire rests on. `basis_version` is the version of the entry that the basis belongs
 * to: a release before this one writes entries without it. Failed checks of a domain have a state of work.
 */
export const people: Migration = {
  version: 31,
  name: "people",
  minProgram: 4,
  text: `
    ALTER TABLE register_entry ADD COLUMN responsible_id text;
    ALTER TABLE register_entry ADD COLUMN responsible_left_at integer;
    ALTER TABLE register_entry ADD COLUMN work_due_at text;
    ALTER TABLE register_entry ADD COLUMN basis_answered integer;
    ALTER TABLE register_entry ADD COLUMN basis_asked integer;
    ALTER TABLE register_entry ADD COLUMN basis_gaps integer;
    ALTER TABLE register_entry ADD COLUMN basis_version integer;
    CREATE TABLE register_comment (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      id text NOT NULL, code text NOT NULL, "text" text NOT NULL, at integer NOT NULL, "by" text NOT NULL,
      removed_at integer, PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE INDEX register_comment_entry ON register_comment (org_id, code, at);
    CREATE TABLE finding_state (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      domain text NOT NULL, check_id text NOT NULL, state text NOT NULL, code text, responsible_id text, due text,
      reason text, until text, version integer NOT NULL, at integer NOT NULL, "by" text NOT NULL,
      PRIMARY KEY (org_id, domain, check_id)
    ) STRICT`,
  ends: {
    register_comment: [{ age: 1825, of: "at" }, { age: 30, of: "removed_at" }, { with: "organization" }],
    // A check that passes ends its state, and so does the removal of its domain.
    finding_state: { with: "organization" },
  },
};
