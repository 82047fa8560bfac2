import type { z } from "zod";
import type { Day } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import { openSpecials } from "../../rules/obligation-register/general-obligations.ts";
import { isLaterThanRecommended, isWorkOverdue } from "../../rules/obligation-register/save-entry.ts";
import type { ListedEntry } from "../../state/register-entries.ts";
import type { Services } from "../contexts.ts";
import { eachRegisterItem, type registerItem } from "./register-items.ts";

/** An entry with everything that a page of the register shows of it. */
export interface RegisterRow extends z.output<typeof registerItem> {
  /** How often the catalog recommends a review. */
  readonly reviewIntervalMonths: number;
  /** 0: it was never touched. */
  readonly version: number;
  /** By when the work on it is to be done. */
  readonly workDueAt: Day | null;
  readonly workOverdue: boolean;
  /** The account of the member who is responsible. */
  readonly responsibleId: string | null;
  /** Who was responsible left the organization. */
  readonly responsibleLeft: boolean;
  /** Whether the law binds the organization to it; `null`: the verdict does not say. */
  readonly applies: boolean | null;
  /** The next review is later than the catalog recommends. */
  readonly laterThanRecommended: boolean;
  /** Codes of the special obligations that are not met although this general one is said to be. */
  readonly openSpecials: readonly string[];
}

/** Which obligations apply to an organization, by code. */
export type Applicability = ReadonlyMap<string, boolean | null>;

/** Every obligation of the catalog in its order with what an organization entered and what is to be noticed. */
export function registerRows(
  entries: readonly ListedEntry[],
  services: Pick<Services, "knowledge" | "confirm" | "today">,
  locale: Locale,
  applies: Applicability = new Map(),
): readonly RegisterRow[] {
  return [...eachRegisterRow(entries, services, locale, applies)];
}

/** Like `registerRows`, one after the other: who makes something long of them lets others be answered between. */
export function* eachRegisterRow(
  entries: readonly ListedEntry[],
  services: Pick<Services, "knowledge" | "confirm" | "today">,
  locale: Locale,
  applies: Applicability = new Map(),
): Generator<RegisterRow> {
  const today = services.today();
  const { byCode } = services.knowledge.obligations;
  const entered = new Map(entries.map(({ code, status }) => [code, status]));
  const statuses = new Map([...byCode.keys()].map((code) => [code, entered.get(code) ?? null]));
  const stored = new Map(entries.map((entry) => [entry.code, entry]));
  for (const item of eachRegisterItem(entries, services, locale)) {
    const entry = stored.get(item.code);
    const workDueAt = entry?.work_due_at ?? null;
    const reviewIntervalMonths = byCode.get(item.code)?.reviewIntervalMonths ?? 0;
    yield {
      ...item,
      reviewIntervalMonths,
      version: entry?.version ?? 0,
      workDueAt,
      workOverdue: isWorkOverdue(item.status, workDueAt, today),
      responsibleId: entry?.responsible_id ?? null,
      responsibleLeft: entry !== undefined && entry.responsible_left_at !== null,
      applies: applies.get(item.code) ?? null,
      laterThanRecommended: isLaterThanRecommended(item, reviewIntervalMonths),
      openSpecials: openSpecials(item.code, statuses),
    };
  }
}

/** An entry as files and commands give it: as `my_obligations`, with how often the catalog recommends a review. */
export function itemWithInterval({
  version: _version,
  workDueAt: _due,
  workOverdue: _late,
  responsibleId: _member,
  responsibleLeft: _left,
  applies: _applies,
  laterThanRecommended: _later,
  openSpecials: _open,
  ...item
}: RegisterRow) {
  return item;
}
