import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Questionnaire } from "../../knowledge/questionnaire.ts";
import { ANSWERS, type Answer as AnswerId } from "../../knowledge/questionnaire-ids.ts";
import { type Answers, questionsOf } from "../../rules/questionnaire/answers.ts";
import { type NextStep, nextSteps } from "../../rules/questionnaire/next-steps.ts";
import { prefillStatus } from "../../rules/questionnaire/prefill.ts";
import { type Score, scoreOf } from "../../rules/questionnaire/score.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { modeParameter } from "./nis2-questionnaire.ts";

const input = z.strictObject({
  mode: modeParameter,
  // Values are judged in `readAnswers`: an error path would repeat a key that the caller wrote.
  answers: z
    .record(z.string(), z.unknown())
    .describe(
      "Question id -> yes, partial, no or not_applicable. Ids of questions that the mode does not ask are left aside.",
    ),
  finished: z
    .boolean()
    .default(false)
    .describe("true: an unanswered question counts as no; false: it is left out of the scores."),
  locale: localeParameter,
});

/** Scores answers to the questionnaire for the page (knowledge/questionnaire/README.md has the rules). */
export const questionnaireScore = defineCapability({
  name: "questionnaire_score",
  access: "public",
  input,
  run: ({ mode, answers: given, finished, locale }, services) => {
    const { questionnaire, obligations, asOf } = services.knowledge;
    const answers = readAnswers(given, questionnaire);
    const grounding = groundingFor(services, locale);
    const asked = questionnaire.areas.map((area) => ({ ...area, questions: questionsOf(area, mode) }));
    const all = asked.flatMap(({ questions }) => questions);
    return {
      mode,
      version: questionnaire.version,
      finished,
      overall: counted(scoreOf(all, answers, finished)),
      areas: asked.map(({ id, title, questions }) => ({
        id,
        title: grounding.text(title),
        ...counted(scoreOf(questions, answers, finished)),
      })),
      nextSteps: nextSteps(all, answers, finished).map((step) => describeStep(step, grounding)),
      obligations: [...obligations.byCode.values()].map(({ code, name }) => ({
        code,
        name: grounding.text(name),
        status: prefillStatus(code, all, answers),
        answered: all.filter(({ id, obligations }) => obligations.includes(code) && answers.has(id)).length,
        questionCount: questionnaire.areas.flatMap(({ questions }) =>
          questions.filter((question) => question.obligations.includes(code)),
        ).length,
      })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

/**
 * @throws ServiceError `invalid_arguments` for an unknown question or answer; what the caller wrote is not repeated.
 */
function readAnswers(given: Readonly<Record<string, unknown>>, { areas }: Questionnaire): Answers {
  const known = new Set(areas.flatMap(({ questions }) => questions.map(({ id }) => id)));
  return new Map(
    Object.entries(given).map(([id, value]): [string, AnswerId] => {
      if (!known.has(id)) throw new ServiceError(unknownQuestion);
      const answer = ANSWERS.find((each) => each === value);
      if (answer === undefined) throw new ServiceError(unknownAnswer);
      return [id, answer];
    }),
  );
}

function counted({ score, answered, questions }: Score) {
  return { score, answered, questionCount: questions };
}

function describeStep({ question, answer, gap }: NextStep, grounding: Grounding) {
  return {
    id: question.id,
    area: question.area,
    text: grounding.text(question.text),
    guidance: grounding.text(question.guidance),
    weight: question.weight,
    answer,
    gap,
    obligations: [...question.obligations],
    legalReferences: grounding.eachCitation(question.legalReferences),
  };
}

const unknownQuestion: Problem = {
  code: "invalid_arguments",
  field: "answers",
  message: {
    sk: "Medzi odpoveďami je otázka, ktorú dotazník nemá.",
    cs: "Mezi odpověďmi je otázka, kterou dotazník nemá.",
    en: "Among the answers is a question that the questionnaire does not have.",
  },
  nextStep: {
    sk: "Použite identifikátory otázok, ktoré dotazník uvádza, napríklad risk_mgmt-01.",
    cs: "Použijte identifikátory otázek, které dotazník uvádí, například risk_mgmt-01.",
    en: "Use the ids of questions as the questionnaire gives them, for example risk_mgmt-01.",
  },
};

const unknownAnswer: Problem = {
  code: "invalid_arguments",
  field: "answers",
  message: {
    sk: "Niektorá odpoveď nie je platná.",
    cs: "Některá odpověď není platná.",
    en: "One of the answers is not valid.",
  },
  nextStep: {
    sk: `Odpovedajte jednou z hodnôt ${ANSWERS.join(", ")}.`,
    cs: `Odpovězte jednou z hodnot ${ANSWERS.join(", ")}.`,
    en: `Answer with one of ${ANSWERS.join(", ")}.`,
  },
};
