import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { openSpecials } from "../../rules/obligation-register/general-obligations.ts";
import { isLaterThanRecommended } from "../../rules/obligation-register/save-entry.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import type { Services } from "../capability.ts";
import { registerItem, registerItems } from "./register-items.ts";

/** An entry with everything that a page of the register shows of it. */
export const registerRow = registerItem.extend({
  reviewIntervalMonths: z.number().int().describe("How often the catalog recommends a review."),
  version: z.number().int().describe("0: it was never touched."),
  laterThanRecommended: z.boolean().describe("The next review is later than the catalog recommends."),
  openSpecials: z
    .array(z.string())
    .describe("Codes of the special obligations that are not met although this general one is said to be."),
});

export type RegisterRow = z.output<typeof registerRow>;

/** Every obligation of the catalog in its order with what an organization entered and what is to be noticed. */
export function registerRows(
  entries: readonly RegisterEntry[],
  services: Pick<Services, "knowledge" | "confirm" | "today">,
  locale: Locale,
): readonly RegisterRow[] {
  const { byCode } = services.knowledge.obligations;
  const items = registerItems(entries, services, locale);
  const statuses = new Map(items.map(({ code, status }) => [code, status]));
  const versions = new Map(entries.map(({ code, version }) => [code, version]));
  return items.map((item) => {
    const reviewIntervalMonths = byCode.get(item.code)?.reviewIntervalMonths ?? 0;
    return {
      ...item,
      reviewIntervalMonths,
      version: versions.get(item.code) ?? 0,
      laterThanRecommended: isLaterThanRecommended(item, reviewIntervalMonths),
      openSpecials: [...openSpecials(item.code, statuses)],
    };
  });
}
