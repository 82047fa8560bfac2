import { foreignLines } from "../../core/foreign-text.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { ANSWERS, AREAS } from "../../knowledge/questionnaire-ids.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import type { Grounding } from "../answers/grounding.ts";

/** One question on an obligation, and what was answered. */
interface AnsweredQuestion {
  readonly id: string;
  readonly area: (typeof AREAS)[number];
  readonly text: string | null;
  readonly weight: number;
  /** `null`: not answered, or still to be confirmed. */
  readonly answer: (typeof ANSWERS)[number] | null;
  readonly untrusted: { readonly note: string };
}

/** The answers that the status of an entry rests on. */
export interface EntryAnswers {
  readonly questionnaireId: string;
  /** What keeps it from being met: gaps first, then what is not answered, each the heavier question first. */
  readonly missing: readonly AnsweredQuestion[];
  /** Questions that do not apply, with the reason in their note. */
  readonly reasons: readonly AnsweredQuestion[];
}

/** The answers behind an entry that a questionnaire filled; `null` where a person set it, or they are gone. */
export async function entryAnswers(
  { code, status_source, scan_id }: RegisterEntry,
  store: Pick<OrganizationStore, "assessments" | "answers">,
  { questionnaire }: Pick<Knowledge, "questionnaire">,
  grounding: Grounding,
): Promise<EntryAnswers | null> {
  if (status_source !== "questionnaire" || scan_id === null) return null;
  const assessment = (await store.assessments()).find((each) => each.scan_id === scan_id);
  if (assessment === undefined) return null;
  const given = new Map((await store.answers(assessment.id)).map((each) => [each.question_id, each]));
  const questions = questionnaire.areas
    .flatMap((area) => area.questions)
    .filter(({ obligations }) => obligations.includes(code))
    .map(({ id, area, text, weight }): AnsweredQuestion => {
      const answer = given.get(id);
      const counts = answer !== undefined && (answer.carried_at === null || answer.confirmed_at !== null);
      return {
        id,
        area,
        text: grounding.text(text),
        weight,
        answer: counts ? answer.answer : null,
        untrusted: { note: foreignLines(answer?.note ?? "") },
      };
    });
  const isReasoned = ({ answer, untrusted }: AnsweredQuestion) => answer === "not_applicable" && untrusted.note !== "";
  const isGap = ({ answer }: AnsweredQuestion) => answer === "no" || answer === "partial";
  return {
    questionnaireId: assessment.id,
    missing: questions
      .filter((each) => each.answer !== "yes" && !isReasoned(each))
      .sort((a, b) => Number(isGap(b)) - Number(isGap(a)) || b.weight - a.weight),
    reasons: questions.filter(isReasoned),
  };
}
