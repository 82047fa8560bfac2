import { z } from "zod";
import { CATEGORIES } from "../core/company.ts";
import { COUNTRIES } from "../core/country.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { day, unique } from "./field-schemas.ts";
import { byRevision, id } from "./nis2-field-schemas.ts";
import {
  NATIONAL_EFFECTS,
  REGIME_IDS,
  SECTOR_IDS,
  SITUATIONS,
  SIZE_INDEPENDENT_SERVICES,
  SIZE_STATES,
  STEP_GROUPS,
  UNTIL_ANSWERED,
} from "./nis2-ids.ts";
import { type ServiceKnowledge, servicesField } from "./services.ts";

const country = z.enum(COUNTRIES);

/** Schema of `regimes.yaml`. */
export function regimesSchema(acts: ActRegistry) {
  return z.strictObject({
    acts: z.strictObject({ SK: actInForce(acts), CZ: actInForce(acts) }),
    regimes: z
      .array(
        z.strictObject({
          id: z.enum(REGIME_IDS),
          country,
          name: localized(acts),
          explanation: localized(acts),
          citations: z.array(reference(acts)),
        }),
      )
      .superRefine(unique((regime) => `${regime.country} ${regime.id}`)),
  });
}

function actInForce(acts: ActRegistry) {
  return z.strictObject({ from: day, citation: reference(acts) });
}

/** Schema of `authorities.yaml`. */
export function authoritiesSchema(acts: ActRegistry) {
  const authority = z.strictObject({ name: localized(acts), url: z.url() });
  return z.strictObject({ SK: authority, CZ: authority });
}

/**
 * Schema of `national-remarks.yaml`.
 * @param facts the ids of `missing-facts.yaml`, one of which a remark may name as the question that is open.
 */
export function remarksSchema(
  acts: ActRegistry,
  facts: ReadonlySet<string>,
  services: Pick<ServiceKnowledge, "membersOf">,
) {
  return z
    .array(
      z.strictObject({
        id,
        country,
        nace: byRevision.optional(),
        services: z.array(z.enum(SIZE_INDEPENDENT_SERVICES)).optional(),
        activities: z.array(z.string().regex(/^\d+\.\d+$/)).optional(),
        sectors: z.array(z.enum(SECTOR_IDS)).optional(),
        effect: z.enum(NATIONAL_EFFECTS).optional(),
        hints: z.array(id).optional(),
        sideOnly: z.boolean().optional(),
        byCzNace2025: z.boolean().optional(),
        byDecision: z.literal(true).optional(),
        inScopeBy: servicesField(services).optional(),
        question: z
          .string()
          .refine((fact) => facts.has(fact), "is no fact of missing-facts.yaml")
          .optional(),
        text: localized(acts),
        citations: z.array(reference(acts)),
      }),
    )
    .superRefine(unique((remark) => remark.id));
}

/** Schema of `weak-activities.yaml`: what a firm would have to do so that a code counts, or does not. */
export function weakActivitiesSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id,
        untilAnswered: z.enum(UNTIL_ANSWERED).default("out_of_scope"),
        clause: localized(acts),
        question: localized(acts),
        citations: z.strictObject({ SK: z.array(reference(acts)), CZ: z.array(reference(acts)) }).optional(),
      }),
    )
    .superRefine(unique((activity) => activity.id));
}

const couldBecome = z.union([
  z.literal("computed"),
  z.array(z.enum(CATEGORIES)),
  z.partialRecord(z.enum(SIZE_STATES), z.array(z.enum(CATEGORIES))),
]);

/** Schema of `missing-facts.yaml`, in the order in which the facts are asked. */
export function missingFactsSchema(acts: ActRegistry) {
  return z
    .array(
      z.strictObject({
        id,
        country: country.optional(),
        when: z.array(z.enum(SITUATIONS)),
        nace: byRevision.optional(),
        forms: z.array(z.string()).optional(),
        onlySideWaste: z.boolean().optional(),
        anySector: z.boolean().optional(),
        couldBecome,
        clause: localized(acts).optional(),
        question: localized(acts),
        citations: z.array(reference(acts)),
      }),
    )
    .superRefine(unique((fact) => fact.id));
}

/**
 * Schema of `next-steps.yaml` and `standing-duties.yaml`.
 * @param services the services and lists that a step may name.
 * @param taken the ids of the steps of the files before.
 */
export function nextStepsSchema(
  acts: ActRegistry,
  obligations: Pick<ReadonlySet<string>, "has">,
  services: Pick<ServiceKnowledge, "membersOf">,
  taken: ReadonlySet<string> = new Set(),
) {
  return z
    .array(
      z.strictObject({
        id,
        country,
        group: z.enum(STEP_GROUPS),
        until: day.optional(),
        categories: z.array(z.enum(["essential", "important"])),
        alsoIfUnknown: z.boolean(),
        services: servicesField(services).optional(),
        notServices: servicesField(services).optional(),
        notByDecision: z.literal(true).optional(),
        withoutRegime: z.literal(true).optional(),
        step: localized(acts),
        who: localized(acts).optional(),
        within: localized(acts).optional(),
        where: localized(acts).optional(),
        citations: z.array(reference(acts)).min(1),
        obligations: z
          .array(z.string().refine((code) => obligations.has(code), "is no code of knowledge/obligations"))
          .default([]),
      }),
    )
    .superRefine(unique((step) => step.id, "id", taken));
}
