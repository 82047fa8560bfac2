import { addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";

/** What a person enters for an obligation. `null`: left empty. Days in UTC. */
export interface EnteredStatus {
  /** `null`: not tracked. */
  readonly status: ObligationStatus | null;
  readonly evidenceNote: string;
  readonly responsiblePerson: string;
  readonly lastReviewedAt: Day | null;
  readonly nextReviewAt: Day | null;
}

/** An entry as it is kept after a person saved it. */
export interface SavedStatus extends EnteredStatus {
  readonly statusSource: "manual" | null;
}

/** Why an entry cannot be saved, with the field that it stands in. */
export type EntryFault =
  | { readonly code: "reason_missing"; readonly field: "evidenceNote" }
  | { readonly code: "date_invalid"; readonly field: "lastReviewedAt"; readonly why: "in_the_future" | "before_2000" }
  | { readonly code: "date_invalid"; readonly field: "nextReviewAt"; readonly why: "not_later" | "too_late" }
  | { readonly code: "date_invalid"; readonly field: "workDueAt"; readonly why: "in_the_past" | "too_far" };

const EARLIEST: Day = "2000-01-01";
const LONGEST_MONTHS = 120;

/**
 * What a save by a person makes of an entry: it is then manual. Any status may follow any other. An empty last review
 * is today; an empty next one follows after the interval of the catalog, on the last day of a shorter month. What is
 * not tracked has no dates and no source, but keeps its note and person.
 * @param intervalMonths how often the catalog recommends a review
 * @returns the entry, or everything that is wrong with it
 */
export function saveEntry(
  entered: EnteredStatus,
  { today, intervalMonths }: { readonly today: Day; readonly intervalMonths: number },
): SavedStatus | readonly EntryFault[] {
  const { status, evidenceNote } = entered;
  if (status === null) return { ...entered, lastReviewedAt: null, nextReviewAt: null, statusSource: null };
  const lastReviewedAt = entered.lastReviewedAt ?? today;
  const nextReviewAt = entered.nextReviewAt ?? addMonths(lastReviewedAt, intervalMonths);
  const faults: EntryFault[] = [];
  if (status === "not_applicable" && evidenceNote.trim() === "") {
    faults.push({ code: "reason_missing", field: "evidenceNote" });
  }
  if (lastReviewedAt > today) faults.push({ code: "date_invalid", field: "lastReviewedAt", why: "in_the_future" });
  if (lastReviewedAt < EARLIEST) faults.push({ code: "date_invalid", field: "lastReviewedAt", why: "before_2000" });
  if (nextReviewAt <= lastReviewedAt) faults.push({ code: "date_invalid", field: "nextReviewAt", why: "not_later" });
  if (nextReviewAt > addMonths(lastReviewedAt, LONGEST_MONTHS)) {
    faults.push({ code: "date_invalid", field: "nextReviewAt", why: "too_late" });
  }
  return faults.length > 0 ? faults : { ...entered, lastReviewedAt, nextReviewAt, statusSource: "manual" };
}

/**
 * True when a form shows the entry as it is stored; otherwise somebody saved it meanwhile.
 * @param sent the version that the form showed; 0: there was no entry yet
 * @param stored the version now; `undefined`: there is no entry
 */
export function isCurrentVersion(sent: number, stored: number | undefined): boolean {
  return sent === (stored ?? 0);
}

/** True where work is due before today on what is neither met nor without effect. */
export function isWorkOverdue(status: ObligationStatus | null, workDueAt: Day | null, today: Day): boolean {
  return workDueAt !== null && workDueAt < today && status !== "met" && status !== "not_applicable";
}

/** True for a next review that a person put off beyond the interval that the catalog recommends. */
export function isLaterThanRecommended(
  { lastReviewedAt, nextReviewAt }: Pick<EnteredStatus, "lastReviewedAt" | "nextReviewAt">,
  intervalMonths: number,
): boolean {
  if (lastReviewedAt === null || nextReviewAt === null) return false;
  return nextReviewAt > addMonths(lastReviewedAt, intervalMonths);
}

/** A day of work lies at most so many months ahead. */
const WORK_MONTHS = 120;

/**
 * Why work cannot be due on a day: it is past, or more than ten years ahead. A past day that is stored already stays.
 * @param stored the day that is stored now
 */
export function workDayFault(
  day: Day | null,
  stored: Day | null,
  today: Day,
): Extract<EntryFault, { readonly field: "workDueAt" }> | undefined {
  if (day === null || day === stored) return undefined;
  if (day < today) return { code: "date_invalid", field: "workDueAt", why: "in_the_past" };
  if (day > addMonths(today, WORK_MONTHS)) return { code: "date_invalid", field: "workDueAt", why: "too_far" };
  return undefined;
}
