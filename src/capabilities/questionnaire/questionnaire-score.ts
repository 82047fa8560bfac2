import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Questionnaire } from "../../knowledge/questionnaire.ts";
import { ANSWERS, type Answer as AnswerId } from "../../knowledge/questionnaire-ids.ts";
import { type Answers, questionsOf } from "../../rules/questionnaire/answers.ts";
import { type NextStep, nextSteps } from "../../rules/questionnaire/next-steps.ts";
import { prefill } from "../../rules/questionnaire/prefill.ts";
import { type Score, scoreOf } from "../../rules/questionnaire/score.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { basisWords } from "../obligations/basis-texts.ts";
import { modeParameter } from "./nis2-questionnaire.ts";

const input = z.strictObject({
  mode: modeParameter,
  // Values are judged in `readAnswers`: an error path would repeat a key that the caller wrote.
  answers: z
    .record(z.string(), z.unknown())
    .describe(
      "Question id -> yes, partial, no or not_applicable. Ids of questions that the mode does not ask are left aside.",
    ),
  reasons: z
    .array(z.string())
    .max(500)
    .default([])
    .describe(
      "Ids of questions whose not_applicable has a reason. A question with obligations needs one, else it counts as not answered.",
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
  dependsOn: ({ knowledge, today }) => [knowledge, today()],
  keepsNoAnswers: true,
  input,
  run: ({ mode, answers: given, reasons, finished, locale }, services) => {
    const { questionnaire, obligations, asOf } = services.knowledge;
    const everyQuestion = questionnaire.areas.flatMap(({ questions }) => questions);
    const reasoned = new Set(reasons);
    const typed = readAnswers(given, questionnaire);
    const withoutReason = everyQuestion
      .filter(({ id, obligations: of }) => typed.get(id) === "not_applicable" && of.length > 0 && !reasoned.has(id))
      .map(({ id }) => id);
    const answers = new Map([...typed].filter(([id]) => !withoutReason.includes(id)));
    const grounding = groundingFor(services, locale);
    const areas = questionnaire.areas.map((area) => ({ ...area, questions: questionsOf(area, mode) }));
    const all = areas.flatMap(({ questions }) => questions);
    const asked = new Map(
      all.flatMap(({ id }) => {
        const answer = answers.get(id);
        return answer === undefined ? [] : [[id, answer] as const];
      }),
    );
    return {
      mode,
      version: questionnaire.version,
      finished,
      /** Questions whose `not_applicable` lacks the reason that a statutory duty asks for. */
      withoutReason,
      overall: counted(scoreOf(all, answers, finished)),
      areas: areas.map(({ id, title, questions }) => ({
        id,
        title: grounding.text(title),
        ...counted(scoreOf(questions, answers, finished)),
      })),
      nextSteps: nextSteps(all, answers, finished).map((step) => describeStep(step, grounding)),
      obligations: [...obligations.byCode.values()].map(({ code, name }) => {
        const { status, basis } = prefill(code, everyQuestion, asked, reasoned);
        return { code, name: grounding.text(name), status, basis, words: basisWords(status, basis, locale) };
      }),
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
