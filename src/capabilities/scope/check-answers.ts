import { z } from "zod";
import type { Country } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { NaceCode } from "../../core/nace.ts";
import { once } from "../../core/once.ts";
import { readNace } from "../../core/read-nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { shippedNis2 } from "../../knowledge/knowledge.ts";
import { SIZE_INDEPENDENT_SERVICES, type SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import type { Group } from "../../rules/group-size/group.ts";
import type { Answers } from "../../rules/nis2-scope/facts.ts";
import { publishedAs } from "../calling/json-schema.ts";
import { answerFields, refuseForeignAnswers } from "./answers-parameter.ts";
import type { StatedFacts } from "./firm-standing.ts";
import { groupParameter } from "./group-parameter.ts";
import { naceParameter, refuseUnknownNace } from "./nace-parameter.ts";
import { figureParameters, refuseUnknownActivities } from "./scope-evaluate.ts";

/** What a person replied to questions of an earlier check: figures, codes and services, and the other facts by their id. */
export interface CheckAnswers {
  readonly employees?: number;
  readonly turnoverEur?: number;
  readonly balanceSheetEur?: number;
  readonly group?: Group;
  readonly nace?: readonly (NaceCode & { readonly asOf?: string | undefined })[];
  readonly activities?: readonly string[];
  readonly sizeIndependentService?: SizeIndependentService | false;
  readonly [fact: string]: unknown;
}

/**
 * The replies of a person, as `scope_evaluate` takes them, in one object: an agent sends them to the tool that asked. Read
 * when first used, as the answers of `scope_evaluate` are.
 */
export const checkAnswersParameter: z.ZodType<CheckAnswers> = z
  .lazy(
    once(() => {
      const { employees, turnoverEur, balanceSheetEur, activities } = figureParameters;
      const fields = {
        employees,
        turnoverEur,
        balanceSheetEur,
        group: groupParameter.optional(),
        nace: naceParameter.optional(),
        activities,
        ...answerFields(shippedNis2()),
        sizeIndependentService: z.union([z.enum(SIZE_INDEPENDENT_SERVICES), z.literal(false)]).optional(),
      };
      return z.strictObject(fields) as unknown as z.ZodType<CheckAnswers>; // the shape is data: its keys are no types
    }),
  )
  .register(publishedAs, {
    type: "object",
    description:
      "What the person replied to questions of an earlier answer, by the fact: nextQuestion.controls names argument and form. " +
      "Counts as stated, is not verified and not kept.",
    properties: {
      employees: { type: "number" },
      turnoverEur: { type: "number" },
      balanceSheetEur: { type: "number" },
      linkedEnterprises: { type: "boolean" },
      group: { type: "object", description: "linked, partners, consolidated: as POST /api/scope-evaluate takes it." },
    },
  });

/**
 * What an argument of the tool is called that answers a question: every reply goes into `answers`.
 * @param field of the arguments of `scope_evaluate`
 */
export function argumentOfCheck(field: string): string {
  return field.startsWith("answers.") ? field : `answers.${field}`;
}

/**
 * Answers that only the knowledge and the country can tell wrong.
 * @throws ServiceError `invalid_arguments`
 */
export function refuseWrongAnswers(answers: CheckAnswers, country: Country, knowledge: Knowledge): void {
  refuseForeignAnswers(factsById(answers), country, knowledge.nis2);
  refuseUnknownNace(codesOf(answers), knowledge, HOLDER);
  refuseUnknownActivities({ activities: answers.activities, country }, knowledge, HOLDER);
}

const HOLDER = "answers.";

/** The answers in the terms of the rules. @param service what the caller states beside them */
export function factsOfAnswers(
  answers: CheckAnswers,
  country: Country,
  service: SizeIndependentService | null,
  { activities: { serviceById } }: Knowledge,
): StatedFacts {
  const { employees, turnoverEur, balanceSheetEur, group, sizeIndependentService } = answers;
  return {
    country,
    employees: employees ?? null,
    turnoverEur: turnoverEur ?? null,
    balanceSheetEur: balanceSheetEur ?? null,
    sizeIndependentService: service ?? (sizeIndependentService || null),
    activities: (answers.activities ?? []).flatMap((id) => serviceById.get(id) ?? []),
    answers: factsById(answers),
    group,
    nace: codesOf(answers),
  };
}

/** Whether a figure, a code or a service is stated: the words of the verdict then say so. */
export function statesFigures(answers: CheckAnswers): boolean {
  return FIGURES.some((field) => answers[field] !== undefined);
}

const FIGURES = ["employees", "turnoverEur", "balanceSheetEur", "group", "nace", "activities"] as const;

/** The source of a size that the caller states. */
export const STATED_SOURCE: Readonly<Record<Locale, string>> = {
  sk: "uvedené v otázke, neoverené",
  cs: "uvedeno v dotazu, neověřeno",
  en: "stated by the caller, not verified",
} satisfies Localized;

/** What is left when the arguments of `scope_evaluate` that are no answers to a question by its id are taken out. */
function factsById({
  employees: _employees,
  turnoverEur: _turnover,
  balanceSheetEur: _balance,
  group: _group,
  nace: _nace,
  activities: _activities,
  sizeIndependentService,
  ...facts
}: CheckAnswers): Answers {
  return { ...facts, ...(sizeIndependentService === false ? { sizeIndependentService } : {}) } as Answers; // the schema took only facts beside them
}

function codesOf({ nace = [] }: CheckAnswers): NaceCode[] {
  return nace.map(({ code, revision }) => ({ code: readNace(code) ?? code, revision }));
}
