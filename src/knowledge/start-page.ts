import { join } from "node:path";
import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import { day, text, translated } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

const box = z.strictObject({ title: translated, text: translated });

const startPage = z.strictObject({
  boxes: z.strictObject({ activity: box, size: box, duty: box }),
  officialTotals: z.array(
    z.strictObject({
      country: z.enum(COUNTRIES),
      what: z.enum(["reported", "expected", "registered"]),
      n: z.int().positive(),
      day,
      source: z.strictObject({ name: translated, url: z.url({ protocol: /^https$/ }) }),
      note: text.optional(),
    }),
  ),
});

/** What the start page says of the law, and numbers that an authority gave. */
export type StartPageKnowledge = z.output<typeof startPage>;

/** Reads `start-page.yaml`. @throws KnowledgeError */
export function loadStartPage(dir: string): StartPageKnowledge {
  return loadYaml(join(dir, "start-page.yaml"), startPage);
}
