import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { once } from "../../core/once.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { AnswerEntry } from "../../knowledge/answers.ts";
import { shippedNis2 } from "../../knowledge/knowledge.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { wholeOf } from "../../rules/nis2-scope/answers.ts";
import type { Answers } from "../../rules/nis2-scope/facts.ts";

/**
 * Answers to the questions of a verdict: strict, one optional key for each question that no other argument answers, its
 * type, unit and bounds from `answers.yaml`. The file is read when the schema is first used, not when it is imported:
 * mistakes in it stop the start with file and line. Zod asks for it with every use: it is made once.
 */
export const answersParameter: z.ZodType<Answers> = z
  .lazy(once(() => answersSchema(shippedNis2())))
  .describe(
    "Answers by the id of the question in missingFacts; a key that is missing was not answered. Taken as stated, not verified.",
  );

function answersSchema(nis2: Nis2Knowledge): z.ZodType<Answers> {
  return z.strictObject(answerFields(nis2)) as unknown as z.ZodType<Answers>; // the shape is data: its keys are no types
}

/** The fields of answers: one for each question that no other argument answers. */
export function answerFields({ answers, missingFactById, weakActivities }: Nis2Knowledge): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const entry of answers.values()) {
    const value = valueSchema(entry);
    const question = (missingFactById.get(entry.id) ?? weakActivities.get(entry.id))?.question.en;
    const label = entry.control.kind === "number" ? entry.control.label.en : (question ?? entry.id);
    if (value !== null) shape[entry.id] = value.describe(label).optional();
  }
  return shape;
}

/** The values that a question takes; `null`: it is answered by other arguments alone. */
function valueSchema({ control }: AnswerEntry): z.ZodType | null {
  const ids = "options" in control ? (control.options ?? []).map(({ id }) => id) : [];
  switch (control.kind) {
    case "boolean":
      return z.boolean();
    case "number": {
      const number = (control.whole ? z.number().int() : z.number()).min(0).max(control.most);
      // A yes that needs its figure is an answer, too.
      return z.union([number, z.literal(true), ...(ids.length === 0 ? [] : [z.enum(ids)])]);
    }
    case "choice":
      return z.enum(ids);
    case "list":
      return z.array(z.enum(ids)).max(ids.length);
    case "field":
      // That there is a group is an answer; its figures are another argument.
      if (control.field === "group") return z.boolean();
      return control.none === true ? z.literal(false) : null;
    case "parts":
      return z.literal(true);
  }
}

/**
 * An answer about the law of the other country is a mistake, not a fact without effect.
 * @throws ServiceError `invalid_arguments` with the field
 */
export function refuseForeignAnswers(answers: Answers, country: Country, nis2: Nis2Knowledge): void {
  for (const [id, value] of Object.entries(answers)) {
    const entry = nis2.answers.get(id);
    const of = nis2.missingFactById.get(id)?.country ?? nis2.missingFactById.get(wholeOf(id, nis2))?.country;
    const options = entry !== undefined && "options" in entry.control ? (entry.control.options ?? []) : [];
    const chosen = options.find((option) => option.id === value)?.country;
    if ((of ?? country) !== country || (chosen ?? country) !== country)
      throw new ServiceError(foreign(`answers.${id}`));
  }
}

function foreign(field: string): Problem {
  return {
    code: "invalid_arguments",
    field,
    message: {
      sk: `Odpoveď ${field} sa týka práva druhej krajiny.`,
      cs: `Odpověď ${field} se týká práva druhé země.`,
      en: `The answer ${field} is about the law of the other country.`,
    },
    nextStep: {
      sk: "Vynechajte ju alebo zmeňte country.",
      cs: "Vynechte ji nebo změňte country.",
      en: "Leave it out, or change country.",
    },
  };
}
