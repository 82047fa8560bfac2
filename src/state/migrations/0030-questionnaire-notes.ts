import type { Migration } from "./migration.ts";

/**
 * A questionnaire goes on from an earlier one (`from_id`). An answer has a note; a copied one has the questionnaire and
 * the day that it comes from, and the instant since which it counts.
 */
export const questionnaireNotes: Migration = {
  version: 30,
  name: "questionnaire-notes",
  minProgram: 4,
  text: `
    ALTER TABLE assessment ADD COLUMN from_id text;
    ALTER TABLE assessment_answer ADD COLUMN note text;
    ALTER TABLE assessment_answer ADD COLUMN carried_from text;
    ALTER TABLE assessment_answer ADD COLUMN carried_at text;
    ALTER TABLE assessment_answer ADD COLUMN confirmed_at integer`,
};
