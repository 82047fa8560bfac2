import type { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { openSpecials } from "../../rules/obligation-register/general-obligations.ts";
import { isLaterThanRecommended } from "../../rules/obligation-register/save-entry.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import type { Services } from "../contexts.ts";
import { eachRegisterItem, type registerItem } from "./register-items.ts";

/** An entry with everything that a page of the register shows of it. */
export interface RegisterRow extends z.output<typeof registerItem> {
  /** How often the catalog recommends a review. */
  readonly reviewIntervalMonths: number;
  /** 0: it was never touched. */
  readonly version: number;
  /** The next review is later than the catalog recommends. */
  readonly laterThanRecommended: boolean;
  /** Codes of the special obligations that are not met although this general one is said to be. */
  readonly openSpecials: readonly string[];
}

/** Every obligation of the catalog in its order with what an organization entered and what is to be noticed. */
export function registerRows(
  entries: readonly RegisterEntry[],
  services: Pick<Services, "knowledge" | "confirm" | "today">,
  locale: Locale,
): readonly RegisterRow[] {
  return [...eachRegisterRow(entries, services, locale)];
}

/** Like `registerRows`, one after the other: who makes something long of them lets others be answered between. */
export function* eachRegisterRow(
  entries: readonly RegisterEntry[],
  services: Pick<Services, "knowledge" | "confirm" | "today">,
  locale: Locale,
): Generator<RegisterRow> {
  const { byCode } = services.knowledge.obligations;
  const entered = new Map(entries.map(({ code, status }) => [code, status]));
  const statuses = new Map([...byCode.keys()].map((code) => [code, entered.get(code) ?? null]));
  const versions = new Map(entries.map(({ code, version }) => [code, version]));
  for (const item of eachRegisterItem(entries, services, locale)) {
    const reviewIntervalMonths = byCode.get(item.code)?.reviewIntervalMonths ?? 0;
    yield {
      ...item,
      reviewIntervalMonths,
      version: versions.get(item.code) ?? 0,
      laterThanRecommended: isLaterThanRecommended(item, reviewIntervalMonths),
      openSpecials: openSpecials(item.code, statuses),
    };
  }
}
