import { addDays, addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ListedTask } from "./listed-task.ts";

/** A questionnaire this old is worth doing again, in months; it is due a month later. */
const AGAIN_MONTHS = 11;
const YEAR_MONTHS = 12;

/** What is to be settled about the firm of an organization. */
export function firmTasks(why: "choose" | "conflict" | "ceased" | null): readonly ListedTask[] {
  if (why === null) return [];
  const about = { kind: "firm", why } as const;
  return [{ key: `firm:${why}`, kind: "firm", due: null, weight: 3, minutes: 1, about, person: null }];
}

/** Open questions of the verdict that could change it. */
export function questionTasks(count: number): readonly ListedTask[] {
  if (count === 0) return [];
  const about = { kind: "question", count } as const;
  const key = "question:verdict";
  return [{ key, kind: "question", due: null, weight: 3, minutes: 2 * count, about, person: null }];
}

/** An invitation that nobody answered. */
export interface WaitingInvitation {
  readonly id: string;
  /** The last day on which it can be accepted. */
  readonly until: Day;
  readonly invitedBy: string;
}

/** Invitations that wait for an answer. */
export function invitationTasks(invitations: readonly WaitingInvitation[]): readonly ListedTask[] {
  return invitations.map(({ id, until, invitedBy }) => ({
    key: `invitation:${id}`,
    kind: "invitation",
    due: until,
    weight: 1,
    minutes: 1,
    about: { kind: "invitation", id },
    person: { type: "member", accountId: invitedBy },
  }));
}

/** A request for the profile is to be decided within so many days. */
const DECIDE_DAYS = 7;

/** Confirmed requests for answers of the profile that wait for a decision. */
export function accessTasks(
  requests: readonly { readonly id: string; readonly confirmedOn: Day }[],
): readonly ListedTask[] {
  return requests.map(({ id, confirmedOn }) => ({
    key: `access:${id}`,
    kind: "access",
    due: addDays(confirmedOn, DECIDE_DAYS),
    weight: 2,
    minutes: 5,
    about: { kind: "access", id, confirmedOn },
    person: null,
  }));
}

/** The questionnaire to be answered again, a year after the newest completed one; not while a draft is newer. */
export function againTasks(completedOn: Day | null, hasNewerDraft: boolean, today: Day): readonly ListedTask[] {
  if (completedOn === null || hasNewerDraft || today < addMonths(completedOn, AGAIN_MONTHS)) return [];
  const about = { kind: "carry", completedOn } as const;
  const due = addMonths(completedOn, YEAR_MONTHS);
  return [{ key: "again:questionnaire", kind: "carry", due, weight: 1, minutes: 20, about, person: null }];
}

/** Copied answers of a draft that are old and wait for somebody to confirm them; due with the year of the last one. */
export function confirmTasks(draft: string | null, count: number, completedOn: Day | null): readonly ListedTask[] {
  if (draft === null || count === 0) return [];
  const about = { kind: "confirm", id: draft, count } as const;
  const due = completedOn === null ? null : addMonths(completedOn, YEAR_MONTHS);
  return [{ key: `carry:${draft}`, kind: "carry", due, weight: 1, minutes: 20, about, person: null }];
}
