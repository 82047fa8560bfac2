import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { parseIco } from "../../core/ico.ts";
import { ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { judgeByRules } from "./company-verdict.ts";

/**
 * Well-known firms. The names are written by us. The shipped sample decides all of them, and each category is among them
 * (test/promises/offline-start.test.ts).
 */
const EXAMPLES = [
  { name: "Raiffeisenbank", country: "CZ", ico: "49240901" },
  { name: "Slovenská pošta", country: "SK", ico: "36631124" },
  { name: "TIPOS", country: "SK", ico: "31340822" },
] as const;

/** Time limit for a register, in milliseconds; a later answer leaves the example without a category. */
const PATIENCE_MS = 300;

/** What the start page shows: example firms with their category, the law in three boxes, numbers of authorities. */
export const startFacts = defineCapability({
  name: "start_facts",
  access: "public",
  input: z.strictObject({ locale: localeParameter }),
  run: async ({ locale }, services) => {
    const { boxes, officialTotals } = services.knowledge.startPage;
    const box = ({ title, text }: (typeof boxes)["activity"]) => ({ title: title[locale], text: text[locale] });
    return {
      examples: await Promise.all(
        EXAMPLES.map(async (firm) => ({ ...firm, category: await categoryOf(firm.ico, firm.country, services) })),
      ),
      boxes: { activity: box(boxes.activity), size: box(boxes.size), duty: box(boxes.duty) },
      officialTotals: officialTotals.map(({ source, ...total }) => ({
        ...total,
        source: { name: source.name[locale], url: source.url },
      })),
      today: services.today(),
    };
  },
});

/** The category of a firm, or `null` where its register does not answer at once. */
async function categoryOf(number: string, country: Country, services: Services): Promise<Category | null> {
  const ico = parseIco(number);
  if (ico === undefined) return null;
  const found = await Promise.race([services.registers.find(ico, country), sleep(PATIENCE_MS, undefined)]);
  if (found?.kind !== "found") return null;
  try {
    return judgeByRules({ company: found.company, silent: found.silent ?? [] }, services, "en").category;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return null;
    throw thrown;
  }
}
