import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";
import type { Area, Question } from "../../knowledge/questionnaire.ts";
import { ANSWERS, AREAS, MODES, type Mode } from "../../knowledge/questionnaire-ids.ts";
import { ANSWER_VALUES, questionsOf } from "../../rules/questionnaire/answers.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

export const modeParameter = z
  .enum(MODES)
  .default("quick")
  .describe("quick: the short selection; extended: every question.");

const input = z.strictObject({
  mode: modeParameter,
  area: z
    .enum(AREAS)
    .optional()
    .describe("Returns the questions of this area; when omitted, an overview of all areas."),
  locale: localeParameter,
});

const citation = z.string().nullable().describe("null: the citation is not confirmed.");
const title = z.string().nullable().describe("null: a citation in it is not confirmed.");

const common = {
  mode: z.enum(MODES),
  version: z.string().describe("Version of the questionnaire."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
};

const overview = z.object({
  ...common,
  areas: z.array(
    z.object({
      id: z.enum(AREAS),
      title,
      questionCount: z.number().int().describe("Questions of the area in this mode."),
      legalReferences: z.array(citation),
    }),
  ),
});

const oneArea = z.object({
  ...common,
  area: z.enum(AREAS),
  title,
  legalReferences: z.array(citation),
  questions: z.array(
    z.object({
      id: z.string(),
      text: title,
      guidance: title.describe("What to look at before answering."),
      weight: z.number().int().describe("3: core of the law or a common cause of loss, 2: standard, 1: supporting."),
      answerScale: z.array(z.enum(ANSWERS)),
      legalReferences: z.array(citation),
      obligations: z.array(z.string()).describe("Codes of nis2_obligations whose status the answer pre-fills."),
    }),
  ),
  answers: z
    .array(z.object({ id: z.enum(ANSWERS), label: title, value: z.number().nullable() }))
    .describe("What the answers are called and count; null: the question is left out of the score."),
});

const output = z.union([overview, oneArea]);

type Answer = z.output<typeof output>;

/** The self-assessment questionnaire (docs/specification.md#nis2_questionnaire). */
export const nis2Questionnaire = defineCapability({
  name: "nis2_questionnaire",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  input,
  published: {
    title: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
    description:
      "Self-assessment questionnaire on NIS2 in 13 areas. Without area: the areas with the number of questions and their legal references. " +
      "With area: its questions with guidance, weight, answer scale, legal references and the obligations they pre-fill.",
    output,
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: (answer, locale) => summaries[locale](answer) },
  cli: {
    words: "questionnaire",
    help: "the areas of the self-assessment, or the questions of one area",
    lines: (answer) => [
      ...("areas" in answer
        ? answer.areas.map(({ id, title: named, questionCount }) => `${id}  ${questionCount}  ${named ?? "–"}`)
        : answer.questions.flatMap(({ id, text, guidance }) => [
            `${id}  ${text ?? "–"}`,
            ...(guidance === null ? [] : [`    ${guidance}`]),
          ])),
      "",
      answer.disclaimer,
    ],
  },
  run: ({ mode, area: asked, locale }, services): Answer => {
    const { questionnaire, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const head = {
      mode,
      version: questionnaire.version,
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    } as const;
    const area = questionnaire.areas.find(({ id }) => id === asked);
    if (area === undefined) {
      return { ...head, areas: questionnaire.areas.map((each) => describeArea(each, mode, grounding)) };
    }
    const { title, legalReferences } = describeArea(area, mode, grounding);
    return {
      ...head,
      area: area.id,
      title,
      legalReferences,
      questions: questionsOf(area, mode).map((question) => describeQuestion(question, grounding)),
      answers: questionnaire.answers.map(({ id, label }) => ({
        id,
        label: grounding.text(label),
        value: ANSWER_VALUES[id],
      })),
    };
  },
});

function describeArea(area: Area, mode: Mode, grounding: Grounding) {
  return {
    id: area.id,
    title: grounding.text(area.title),
    questionCount: questionsOf(area, mode).length,
    legalReferences: grounding.eachCitation(area.legalReferences),
  };
}

function describeQuestion(
  { id, text, guidance, weight, legalReferences, obligations }: Question,
  grounding: Grounding,
) {
  return {
    id,
    text: grounding.text(text),
    guidance: grounding.text(guidance),
    weight,
    answerScale: [...ANSWERS],
    legalReferences: grounding.eachCitation(legalReferences),
    obligations: [...obligations],
  };
}

const modeNames: Readonly<Record<Locale, Readonly<Record<Mode, string>>>> = {
  sk: { quick: "krátky", extended: "úplný" },
  cs: { quick: "krátký", extended: "úplný" },
  en: { quick: "short", extended: "full" },
};

const questionCounts: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázok" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázek" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "question", other: "questions" }, "en")}`,
};

const areaCounts: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "oblasť", few: "oblasti", other: "oblastí" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "oblast", few: "oblasti", other: "oblastí" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "area", other: "areas" }, "en")}`,
};

function contentOf(answer: Answer, locale: Locale): string {
  if ("questions" in answer)
    return `${answer.title ?? answer.area}: ${questionCounts[locale](answer.questions.length)}`;
  const questions = answer.areas.reduce((sum, area) => sum + area.questionCount, 0);
  return `${areaCounts[locale](answer.areas.length)}, ${questionCounts[locale](questions)}`;
}

const summaries: Readonly<Record<Locale, (answer: Answer) => string>> = {
  sk: (answer) => `Dotazník NIS2, ${modeNames.sk[answer.mode]}. ${contentOf(answer, "sk")}.`,
  cs: (answer) => `Dotazník NIS2, ${modeNames.cs[answer.mode]}. ${contentOf(answer, "cs")}.`,
  en: (answer) => `NIS2 questionnaire, ${modeNames.en[answer.mode]}. ${contentOf(answer, "en")}.`,
};
