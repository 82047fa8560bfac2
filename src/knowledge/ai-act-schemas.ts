import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import {
  AI_CLASSES,
  ANNEX_III_USES,
  DERIVED_DEFAULTS,
  EXCEPTIONS,
  FACT_FIELDS,
  PROHIBITED_LETTERS,
  REASON_SLOTS,
  REASONS,
  type ReasonId,
  STATED_LETTERS,
} from "./ai-act-ids.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { day, eachOnce } from "./field-schemas.ts";

/** Schema of `classes.yaml`. */
export function classesSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id: z.enum(AI_CLASSES),
        citation: reference(acts),
        name: localized(acts),
        meaning: localized(acts),
      }),
    )
    .superRefine(eachOnce(AI_CLASSES, ({ id }) => id));
}

/** Schema of `annex-iii.yaml`. */
export function usesSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id: z.enum(ANNEX_III_USES),
        point: z.string().regex(/^[1-8](\([a-e]\))?$/),
        citation: reference(acts),
        name: localized(acts),
        remark: localized(acts).optional(),
      }),
    )
    .superRefine(eachOnce(ANNEX_III_USES, ({ id }) => id));
}

/** Schema of `exceptions.yaml`. */
export function exceptionsSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id: z.enum(EXCEPTIONS),
        letter: z.enum(["a", "b", "c", "d"]),
        citation: reference(acts),
        name: localized(acts),
      }),
    )
    .superRefine(eachOnce(EXCEPTIONS, ({ id }) => id));
}

/** Schema of `prohibited-practices.yaml`. */
export function practicesSchema(acts: ActRegistry) {
  const practice = z
    .strictObject({
      letter: z.enum(PROHIBITED_LETTERS),
      citation: reference(acts),
      appliesFrom: day,
      stated: z.boolean(),
      duty: z.enum(["stop", "stop_material"]),
      title: localized(acts),
      limit: localized(acts).optional(),
    })
    .refine(({ letter, stated }) => stated === STATED_LETTERS.some((each) => each === letter), {
      path: ["stated"],
      error: "must say whether a caller may state the letter",
    });
  return z.strictObject({
    duties: z.strictObject({ stop: localized(acts), stop_material: localized(acts) }),
    practices: z.array(practice).superRefine(eachOnce(PROHIBITED_LETTERS, ({ letter }) => letter)),
  });
}

/** Schema of a file of duties: `obligations.yaml`, `transparency.yaml`. */
export function dutiesSchema<const Ids extends readonly string[]>(ids: Ids, acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id: z.enum(ids),
        group: z.enum(["literacy", "high_risk", "transparency"]),
        addressee: z.enum(["deployer", "provider"]).default("deployer"),
        citation: reference(acts),
        appliesFrom: day,
        text: localized(acts),
        note: localized(acts).optional(),
      }),
    )
    .superRefine(eachOnce(ids, ({ id }) => id));
}

/** Schema of `reasons.yaml`. */
export function reasonsSchema(acts: ActRegistry) {
  const reason = <const Ids extends readonly ReasonId[]>(ids: Ids, slot?: string) =>
    z.strictObject({
      id: z.enum(ids),
      citations: z.array(reference(acts)),
      text: localized(acts, { compulsory: slot }),
    });
  const plain = REASONS.filter((id) => REASON_SLOTS[id] === undefined);
  return z
    .array(
      z.discriminatedUnion("id", [
        reason(plain),
        reason(["prohibited"], REASON_SLOTS.prohibited),
        reason(["annex-iii"], REASON_SLOTS["annex-iii"]),
        reason(["exception-applies"], REASON_SLOTS["exception-applies"]),
      ]),
    )
    .superRefine(eachOnce(REASONS, ({ id }) => id));
}

/** Schema of a file of plain statements: `notes.yaml`, `fines.yaml`, `reservations.yaml`. */
export function statementsSchema<const Ids extends readonly string[]>(ids: Ids, acts: ActRegistry) {
  return z
    .array(z.strictObject({ id: z.enum(ids), citations: z.array(reference(acts)).min(1), text: localized(acts) }))
    .superRefine(eachOnce(ids, ({ id }) => id));
}

/** Schema of `questions.yaml`. */
export function questionsSchema(acts: ActRegistry) {
  const field = z.enum(FACT_FIELDS);
  return z
    .array(
      z.strictObject({
        field,
        onlyIf: z.array(field).min(1).optional(),
        question: localized(acts),
        help: localized(acts),
      }),
    )
    .superRefine(eachOnce(FACT_FIELDS, (entry) => entry.field));
}

/** Schema of `assumptions.yaml`. */
export function assumptionsSchema(acts: ActRegistry) {
  const assumption = z
    .strictObject({ field: z.enum(FACT_FIELDS), text: localized(acts), otherwise: localized(acts).optional() })
    .refine(({ field, otherwise }) => (otherwise !== undefined) === DERIVED_DEFAULTS.some((each) => each === field), {
      path: ["otherwise"],
      error: "stands with the facts that have two defaults, and with no other",
    });
  return z.array(assumption).superRefine(eachOnce(FACT_FIELDS, ({ field }) => field));
}
