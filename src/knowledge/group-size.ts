import { join } from "node:path";
import { z } from "zod";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { eachOnce } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/** The steps by which the size of a group is found. */
export const GROUP_STEPS = [
  "own",
  "consolidated",
  "linked",
  "partner",
  "partnerLinked",
  "investor",
  "separateAssets",
  "separateAssetsCounted",
  "publicOwner",
  "publicOwnerCounted",
  "sum",
  "ownIsLarge",
  "moneyIncomplete",
  "twoPeriods",
] as const;

export type GroupStepId = (typeof GROUP_STEPS)[number];

/** The values that the text of a step may hold. */
const VALUES = ["employees", "share", "counted", "formula"];

/** What a step says, and the provisions it rests on. */
export interface GroupStepText {
  readonly text: Localized;
  readonly citations: readonly string[];
}

/** The words of every step. */
export type GroupStepTexts = ReadonlyMap<GroupStepId, GroupStepText>;

/**
 * Reads `group-size.yaml`: the words of every step of the calculator of groups.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadGroupSteps(dir: string, acts: ActRegistry): GroupStepTexts {
  const step = z.strictObject({
    id: z.enum(GROUP_STEPS),
    text: localized(acts, { optional: VALUES }),
    citations: z.array(reference(acts)).min(1),
  });
  const schema = z.array(step).superRefine(eachOnce(GROUP_STEPS, ({ id }) => id));
  return new Map(loadYaml(join(dir, "group-size.yaml"), schema).map((entry) => [entry.id, entry]));
}
