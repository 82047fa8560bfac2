import { join } from "node:path";
import { z } from "zod";
import { FEED_TOPICS } from "../core/feed-item.ts";
import { day, translated, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/**
 * A term: words with blanks between; `*` at the end of a word stands for any ending, `=` before the term means that
 * its letters count as written (for acronyms). Diacritics and punctuation never count.
 */
const term = z
  .string()
  .regex(/^=?[\p{L}\p{N}/ *-]+$/u, "words, each with * at its end at most; = in front for exact letters");

/** Terms by language, so that a reader can check those of one; every term is looked for in every text. */
const terms = z
  .strictObject({ all: z.array(term), sk: z.array(term), cs: z.array(term), en: z.array(term) })
  .partial()
  .transform(({ all = [], sk = [], cs = [], en = [] }): readonly string[] => [...all, ...sk, ...cs, ...en]);

const rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  topic: z.enum(FEED_TOPICS),
  why: translated,
  any: terms.refine((all) => all.length > 0, "at least one term"),
  with: terms.optional(),
  unless: terms.optional(),
});

const fileSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/, "as in 1.0"),
  changedOn: day,
  rules: z
    .array(rule)
    .min(1)
    .superRefine(unique(({ id }) => id, "id"))
    .refine((rules) => FEED_TOPICS.every((topic) => rules.some((each) => each.topic === topic)), "a topic has no rule"),
});

/** When an item has a topic: one of `any`, one of `with` (where given) and none of `unless` stand in it. */
export type TopicRule = z.output<typeof rule>;

/** The published rules that give items their topics. */
export type TopicRules = z.output<typeof fileSchema>;

/**
 * Reads `feed-topics.yaml` of the knowledge folder.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadTopicRules(dir: string): TopicRules {
  return loadYaml(join(dir, "feed-topics.yaml"), fileSchema);
}
