import { z } from "zod";
import { daysBetween } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { AREAS, MODES } from "../../knowledge/questionnaire-ids.ts";
import { type AssessmentAnswer, GIVEN_HERE } from "../../state/assessments.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { askedAreas, readAnswers } from "./sheet.ts";

/** So many days an answer of an earlier questionnaire counts without being looked at again. */
const COUNTS_DAYS = 90;

/** Begins a questionnaire: empty, with answers that were given without an account, or with those of an earlier one. */
export const assessmentStart = defineCapability({
  name: "assessment_start",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    mode: z.enum(MODES),
    from: z.string().optional().describe("Id of a questionnaire whose answers are copied; empty: none."),
    answers: z.record(z.string(), z.unknown()).optional().describe("Question id -> answer; default: none."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"], stock: ["open_drafts"] },
    path: "/organizations/:organizationId/questionnaires",
    leadsTo: "/organizations/:organizationId/questionnaires/:id/:firstArea",
    done: "created",
  },
  run: async ({ mode, from = "", answers = {} }, { store, knowledge, person, accounts, today, write }) => {
    const { questionnaire } = knowledge;
    const id = newId("assessment");
    const at = accounts.now();
    const given = [...readAnswers(answers, questionnaire)].flatMap(([question_id, answer]): AssessmentAnswer[] => {
      const own = { at, by: person.accountId, replaced: null, replaced_by: null };
      return answer === null ? [] : [{ question_id, answer, ...own, ...GIVEN_HERE }];
    });
    if (from !== "" && (await store.assessment(from)) === undefined) throw new ServiceError(notYours);
    const asked = new Set(askedAreas(questionnaire, mode).flatMap((area) => area.questions.map((each) => each.id)));
    const own = given.filter(({ question_id }) => asked.has(question_id));
    if (given.length > 0 && own.length === 0) throw new Refused([{ code: "answers_unreadable", field: "answers" }]);
    await write(async ({ store: inside, record }) => {
      refuseBeyond(
        "open_drafts",
        (await inside.assessments()).filter(({ completed_at }) => completed_at === null).length,
      );
      const created = { created_at: at, created_by: person.accountId, from_id: from || null };
      await inside.addAssessment({ id, mode, questionnaire_version: questionnaire.version, ...created });
      const source = from === "" ? [] : await inside.answers(from);
      const carried = source
        .filter(({ question_id, answer }) => answer !== null && asked.has(question_id))
        .map((each) => carry(each, from, today()));
      const named = new Set(own.map(({ question_id }) => question_id));
      for (const each of carried) if (!named.has(each.question_id)) await inside.saveAnswer(id, each);
      for (const each of own) await inside.saveAnswer(id, each);
      const details = { mode, answers: own.length + carried.length };
      const target = { type: "questionnaire", id } as const;
      if (from === "") {
        await record(own.length === 0 ? "questionnaire.started" : "questionnaire.imported", target, details);
      } else {
        const toConfirm = carried.filter(({ confirmed_at }) => confirmed_at === null).length;
        await record("questionnaire.continued", target, { ...details, toConfirm });
      }
    });
    return { id, firstArea: AREAS[0] };
  },
});

/** An answer copied into a new questionnaire, with its note: who gave it and when stays. An old one must be confirmed. */
function carry(answer: AssessmentAnswer, from: string, today: Day): AssessmentAnswer {
  const day = new Date(answer.at).toISOString().slice(0, 10);
  const counts = daysBetween(day, today) <= COUNTS_DAYS;
  // One that counts at once was confirmed when it was given.
  const origin = { carried_from: from, carried_at: day, confirmed_at: counts ? answer.at : null };
  return { ...answer, replaced: null, replaced_by: null, ...origin };
}
