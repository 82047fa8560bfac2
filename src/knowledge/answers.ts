import { join } from "node:path";
import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES } from "../core/company.ts";
import { COUNTRIES } from "../core/country.ts";
import type { ActRegistry } from "./acts.ts";
import { localized } from "./cited-text-schemas.ts";
import { unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import { byRevision, id } from "./nis2-field-schemas.ts";
import { type ServiceKnowledge, servicesField } from "./services.ts";

/** The parts of the form under a verdict, in the order in which they stand there. */
export const QUESTION_BLOCKS = ["size", "activity", "figures", "authority", "special"] as const;

/** The fields of `scope_evaluate` that answer a question by themselves. */
export const ANSWERING_FIELDS = [
  "employees",
  "turnoverEur",
  "balanceSheetEur",
  "group",
  "nace",
  "activities",
  "sizeIndependentService",
] as const;

/** The entry that stands for all questions of `weak-activities.yaml`. */
export const HINT_ENTRY = "hint";

const category = z.enum(CATEGORIES).exclude(["unknown", "out_of_scope"]);

function controlSchema(acts: ActRegistry) {
  const option = z.strictObject({ id, country: z.enum(COUNTRIES).optional(), name: localized(acts) });
  const options = z
    .array(option)
    .min(1)
    .superRefine(unique((one) => one.id));
  return z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("boolean") }),
    z.strictObject({
      kind: z.literal("number"),
      whole: z.boolean(),
      most: z.number().positive(),
      unit: z.string().optional(),
      label: localized(acts),
      options: options.optional(),
    }),
    z.strictObject({ kind: z.literal("choice"), options }),
    z.strictObject({ kind: z.literal("list"), options }),
    z.strictObject({ kind: z.literal("parts"), parts: z.array(id).min(2) }),
    z.strictObject({ kind: z.literal("field"), field: z.enum(ANSWERING_FIELDS), none: z.literal(true).optional() }),
  ]);
}

function caseSchema(services: Pick<ServiceKnowledge, "membersOf">) {
  return z
    .strictObject({
      when: z.union([z.boolean(), id]).optional(),
      anyOf: z.array(id).min(1).optional(),
      atLeast: z.number().optional(),
      over: z.number().optional(),
      below: z.number().optional(),
      category: z.union([category, z.partialRecord(z.enum(SIZE_CATEGORIES), category)]).optional(),
      listed: z.boolean().optional(),
      byActivity: z.literal(true).optional(),
      noEnterprise: z.literal(true).optional(),
      byDirective: z.literal(true).optional(),
      byDecision: z.literal(true).optional(),
      services: servicesField(services).optional(),
      next: id.optional(),
    })
    .refine(
      ({ when, anyOf, atLeast, over, below }) =>
        [when, anyOf, atLeast, over, below].filter((condition) => condition !== undefined).length === 1,
      "has exactly one condition",
    );
}

function answersSchema(acts: ActRegistry, services: Pick<ServiceKnowledge, "membersOf">) {
  return z
    .array(
      z.strictObject({
        id,
        block: z.enum(QUESTION_BLOCKS),
        priority: z.number().int().min(1).max(6),
        sooner: byRevision.optional(),
        why: localized(acts),
        control: controlSchema(acts),
        cases: z.array(caseSchema(services)).default([]),
      }),
    )
    .superRefine(unique((entry) => entry.id));
}

export type AnswerEntry = z.output<ReturnType<typeof answersSchema>>[number];
export type AnswerCase = z.output<ReturnType<typeof caseSchema>>;
export type Control = AnswerEntry["control"];

/** How every question is answered, by the key under `answers`. */
export type AnswerEntries = ReadonlyMap<string, AnswerEntry>;

/**
 * Reads `answers.yaml`: the control of every question, why it is asked, and what follows from each answer.
 * @param facts the ids of `missing-facts.yaml`, each of which needs an entry; @param hints those of `weak-activities.yaml`
 * @param services the services and lists that a case may name
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadAnswers(
  dir: string,
  acts: ActRegistry,
  facts: ReadonlySet<string>,
  hints: Iterable<string>,
  services: Pick<ServiceKnowledge, "membersOf">,
): AnswerEntries {
  const schema = answersSchema(acts, services).superRefine((entries, issues) => {
    const ids = new Set(entries.map((entry) => entry.id));
    const complain = (message: string) => issues.addIssue({ code: "custom", message });
    const parts = new Set(entries.flatMap(({ control }) => (control.kind === "parts" ? control.parts : [])));
    for (const needed of [...facts, ...parts, HINT_ENTRY]) if (!ids.has(needed)) complain(`${needed} is missing`);
    for (const { id: key, control, cases } of entries) {
      if (!facts.has(key) && !parts.has(key) && key !== HINT_ENTRY) complain(`${key} is no question`);
      const options = "options" in control ? (control.options ?? []).map((option) => option.id) : [];
      for (const { when, anyOf = [], next } of cases) {
        const named = [...anyOf, ...(typeof when === "string" ? [when] : [])];
        for (const option of named) if (!options.includes(option)) complain(`${key}: ${option} is no option`);
        if (next !== undefined && !facts.has(next)) complain(`${key}: ${next} is no question`);
      }
    }
  });
  const entries = new Map(loadYaml(join(dir, "answers.yaml"), schema).map((entry) => [entry.id, entry]));
  const hint = entries.get(HINT_ENTRY);
  if (hint !== undefined) for (const activity of hints) entries.set(activity, { ...hint, id: activity });
  entries.delete(HINT_ENTRY);
  return entries;
}
