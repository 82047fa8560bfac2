import type { Migration } from "./migration.ts";

/** Nobody answered after people were warned of its end. */
const UNTOUCHED_SINCE_WARNED =
  "NOT EXISTS (SELECT 1 FROM assessment_answer r WHERE r.org_id = assessment.org_id " +
  "AND r.assessment_id = assessment.id AND r.at > assessment.warned_at)";

/**
 * Saved questionnaires and their answers. An answer remembers the one of somebody else that it took the place of, so
 * that both can be told.
 */
export const assessment: Migration = {
  version: 7,
  name: "assessment",
  minProgram: 4,
  text: `
    CREATE TABLE assessment (
      org_id text NOT NULL REFERENCES organization (id) ON DELETE CASCADE,
      id text NOT NULL, mode text NOT NULL, questionnaire_version text NOT NULL, state text NOT NULL,
      created_at integer NOT NULL, created_by text NOT NULL, completed_at integer, scan_id text,
      PRIMARY KEY (org_id, id)
    ) STRICT;
    CREATE INDEX assessment_newest ON assessment (org_id, created_at DESC);
    CREATE TABLE assessment_answer (
      org_id text NOT NULL, assessment_id text NOT NULL, question_id text NOT NULL, answer text, at integer NOT NULL,
      "by" text NOT NULL, replaced text, replaced_by text, PRIMARY KEY (org_id, assessment_id, question_id),
      FOREIGN KEY (org_id, assessment_id) REFERENCES assessment (org_id, id) ON DELETE CASCADE
    ) STRICT`,
  ends: {
    // People are warned a month before (`src/jobs`): a draft goes a year after it was touched last.
    assessment: [
      { age: 30, of: "warned_at", where: `state = 'draft' AND ${UNTOUCHED_SINCE_WARNED}` },
      { with: "organization" },
    ],
    assessment_answer: { with: "assessment" },
  },
};
