import { join } from "node:path";
import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/** What a field of a notification can be filled from. */
export const FIELD_SOURCES = [
  "name",
  "seat",
  "ico",
  "criticalService",
  "annexPlace",
  "services",
  "conditions",
  "group",
] as const;

export type NotificationKnowledge = z.output<ReturnType<typeof schema>>;

/**
 * Reads `notification-fields.yaml`.
 * @param stepIds the steps there are
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadNotificationFields(
  dir: string,
  acts: ActRegistry,
  stepIds: Pick<ReadonlySet<string>, "has">,
): NotificationKnowledge {
  return loadYaml(join(dir, "notification-fields.yaml"), schema(acts, stepIds));
}

function schema(acts: ActRegistry, stepIds: Pick<ReadonlySet<string>, "has">) {
  const words = localized(acts);
  const field = z.strictObject({
    id: z.string().regex(/^[a-zA-Z]+$/),
    from: z.enum(FIELD_SOURCES).optional(),
    optional: z.boolean().default(false),
    label: words,
  });
  const part = z.strictObject({
    id: z.string().regex(/^[a-z-]+$/),
    country: z.enum(COUNTRIES),
    steps: z.array(z.string().refine((step) => stepIds.has(step), "is no step")).min(1),
    title: words,
    citations: z.array(reference(acts)).min(1),
    fields: z
      .array(field)
      .min(1)
      .superRefine(unique(({ id }) => id)),
  });
  const remarks = z.strictObject({
    order: words,
    portalOnly: words,
    byDecision: words,
    financial: z.strictObject({ SK: words, CZ: words }),
  });
  return z.strictObject({ remarks, parts: z.array(part).superRefine(unique(({ id }) => id)) });
}
