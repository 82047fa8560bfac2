import { z } from "zod";
import type { AiActKnowledge, StatementEntry } from "../../knowledge/ai-act.ts";
import { AI_CLASSES, ANNEX_III_USES, EXCEPTIONS, FACT_FIELDS, PROHIBITED_LETTERS } from "../../knowledge/ai-act-ids.ts";
import {
  actSchema,
  datasetHead,
  headOf,
  oncePerKnowledge,
  provision,
  sideBySide,
  type Trilingual,
  trilingual,
} from "./dataset-content.ts";
import { defineDataset } from "./define-dataset.ts";
import { jsonFile } from "./published-file.ts";

const day = z.string().describe("The day from which it applies.");

const statement = z.object({ id: z.string(), provisions: z.array(provision), text: sideBySide });

const content = z.object({
  classes: z
    .array(z.object({ id: z.enum(AI_CLASSES), provision, name: sideBySide, meaning: sideBySide }))
    .describe("Strictest first."),
  annexIIIUses: z.array(
    z.object({
      id: z
        .enum(ANNEX_III_USES)
        .describe("Value of annexIIIUse; the two biometric ones follow from fields of their own."),
      point: z.string(),
      provision,
      name: sideBySide,
      remark: sideBySide.nullable(),
    }),
  ),
  annexIIIExceptions: z.array(
    z.object({
      id: z.enum(EXCEPTIONS).describe("Value of annexIIIException."),
      letter: z.string(),
      provision,
      name: sideBySide,
    }),
  ),
  prohibitedPractices: z.array(
    z.object({
      letter: z.enum(PROHIBITED_LETTERS),
      provision,
      appliesFrom: day,
      stated: z.boolean().describe("True when a caller states it; else it follows from other fields."),
      title: sideBySide,
      limit: sideBySide.nullable(),
      duty: sideBySide,
    }),
  ),
  duties: z.array(
    z.object({
      id: z.string(),
      group: z.enum(["literacy", "high_risk", "transparency"]),
      addressee: z.enum(["deployer", "provider"]),
      provision,
      appliesFrom: day,
      text: sideBySide,
      note: sideBySide.nullable(),
    }),
  ),
  reasons: z.array(statement).describe("Braces hold a value that the classifier fills in."),
  notes: z.array(statement),
  fines: z.array(statement),
  reservations: z.array(statement),
  questions: z
    .array(
      z.object({
        field: z.enum(FACT_FIELDS),
        onlyIf: z.array(z.enum(FACT_FIELDS)),
        question: sideBySide,
        help: sideBySide,
        assumed: sideBySide.nullable().describe("What is taken for granted without an answer."),
        otherwise: sideBySide.nullable().describe("The same where another default holds."),
      }),
    )
    .describe("In the order in which to ask."),
});

const output = z.object({
  dataset: z.literal("ai-act"),
  ...datasetHead,
  ...content.shape,
  acts: z.array(actSchema).describe("The acts that the provisions belong to."),
});

type Answer = z.output<typeof output>;

/** The AI Act rules of the classifier as open data, their three languages side by side. */
export const opendataAiAct = defineDataset({
  name: "opendata_ai_act",
  title: "AI Act as open data",
  description:
    "Classes, prohibited practices, uses, exceptions, duties with their dates, reasons and questions of the AI Act classifier, Slovak, Czech and English side by side. The bytes are the same on every Dosah of the same version.",
  output,
  file: { name: "ai-act.json", mediaType: "application/json", of: (answer) => jsonFile("ai-act", answer) },
  content: (services): Answer => aiActDataset(services),
});

/** The content of the dataset. */
export const aiActDataset = oncePerKnowledge((services): Answer => {
  const words = trilingual(services);
  return {
    dataset: "ai-act",
    ...headOf("ai-act", services.knowledge),
    ...rulesOf(services.knowledge.aiAct, words),
    ...interviewOf(services.knowledge.aiAct, words),
    acts: words.acts(),
  };
});

function rulesOf(aiAct: AiActKnowledge, { text, provision: cite }: Trilingual) {
  const maybe = (words: Parameters<typeof text>[0] | undefined) => (words === undefined ? null : text(words));
  return {
    classes: [...aiAct.classes.values()].map(({ id, citation, name, meaning }) => ({
      id,
      provision: cite(citation),
      name: text(name),
      meaning: text(meaning),
    })),
    annexIIIUses: [...aiAct.uses.values()].map(({ id, point, citation, name, remark }) => ({
      id,
      point,
      provision: cite(citation),
      name: text(name),
      remark: maybe(remark),
    })),
    annexIIIExceptions: [...aiAct.exceptions.values()].map(({ id, letter, citation, name }) => ({
      id,
      letter,
      provision: cite(citation),
      name: text(name),
    })),
    prohibitedPractices: [...aiAct.practices.values()].map(({ letter, citation, appliesFrom, stated, ...rest }) => ({
      letter,
      provision: cite(citation),
      appliesFrom,
      stated,
      title: text(rest.title),
      limit: maybe(rest.limit),
      duty: text(aiAct.practiceDuties[rest.duty]),
    })),
    duties: [...aiAct.duties.values()].map(({ id, group, addressee, citation, appliesFrom, ...rest }) => ({
      id,
      group,
      addressee,
      provision: cite(citation),
      appliesFrom,
      text: text(rest.text),
      note: maybe(rest.note),
    })),
  };
}

/** What is asked and what is answered, in words. */
function interviewOf(aiAct: AiActKnowledge, { text, provision: cite }: Trilingual) {
  const statementOf = ({ id, citations, text: words }: StatementEntry<string>) => {
    return { id, provisions: citations.map(cite), text: text(words) };
  };
  return {
    reasons: [...aiAct.reasons.values()].map(statementOf),
    notes: [...aiAct.notes.values()].map(statementOf),
    fines: [...aiAct.fines.values()].map(statementOf),
    reservations: aiAct.reservations.map(statementOf),
    questions: aiAct.questions.map(({ field, onlyIf = [], question, help }) => {
      const assumption = aiAct.assumptions.get(field);
      return {
        field,
        onlyIf: [...onlyIf],
        question: text(question),
        help: text(help),
        assumed: assumption === undefined ? null : text(assumption.text),
        otherwise: assumption?.otherwise === undefined ? null : text(assumption.otherwise),
      };
    }),
  };
}
