import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { day, unique } from "./field-schemas.ts";
import { STEP_GROUPS } from "./nis2-ids.ts";

/** Where something is done: the form, page or address. */
export type FilingPlace = z.output<ReturnType<typeof filingPlacesSchema>>[number];

/**
 * Schema of `filing-places.yaml`.
 * @param stepIds the steps there are; each has one place at most.
 */
export function filingPlacesSchema(acts: ActRegistry, stepIds: Pick<ReadonlySet<string>, "has">) {
  return z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens"),
        country: z.enum(COUNTRIES),
        group: z.enum(STEP_GROUPS),
        steps: z.array(z.string().refine((step) => stepIds.has(step), "is no step")),
        name: localized(acts),
        what: localized(acts),
        where: localized(acts),
        url: z.url({ protocol: /^https$/ }),
        checkedOn: day,
        email: z.email().optional(),
        dataBox: z
          .string()
          .regex(/^[a-z0-9]{7}$/)
          .optional(),
        probable: z.boolean().default(false),
        citations: z.array(reference(acts)),
      }),
    )
    .superRefine(unique((place) => place.id))
    .superRefine((places, issues) => {
      const seen = new Set<string>();
      places.forEach(({ steps }, index) => {
        for (const step of steps) {
          if (seen.has(step))
            issues.addIssue({ code: "custom", path: [index, "steps"], message: `${step} has a place already` });
          seen.add(step);
        }
      });
    });
}

/**
 * Schema of `first-things.yaml`: what a firm in scope does first.
 * @param stepIds the steps there are.
 */
export function firstThingsSchema(acts: ActRegistry, stepIds: Pick<ReadonlySet<string>, "has">) {
  const things = z
    .array(
      z.strictObject({
        step: z.string().refine((step) => stepIds.has(step), "is no step"),
        slot: z.enum(["register", "person", "incident"]),
        title: localized(acts),
      }),
    )
    .min(3);
  return z.strictObject({ SK: things, CZ: things });
}

/** One of the things to do first. */
export type FirstThing = z.output<ReturnType<typeof firstThingsSchema>>["SK"][number];
