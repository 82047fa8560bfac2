import { addDays } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ListedTask } from "./listed-task.ts";

/** So many days a supplier has to publish a profile after it was asked. */
const ANSWER_DAYS = 14;

/** Where a listed supplier stands. */
export interface StandingSupplier {
  /** `SK-31322832`. */
  readonly supplier: string;
  /** Of its profile (`supplier-profile.ts`). */
  readonly state: "published" | "stale" | "withdrawn" | "none";
  readonly revision: number | null;
  /** The revision that was looked at last. */
  readonly seenRevision: number | null;
  /** The day of the newest request that was not refused. */
  readonly askedOn: Day | null;
  readonly askedBy: string | null;
  readonly criticality: "critical" | "high" | "medium" | "low" | null;
  readonly nextReviewOn: Day | null;
  readonly responsibleId: string | null;
}

/** A review is listed so many days before its day. */
const AHEAD_DAYS = 30;

/** Suppliers that did not answer for two weeks, are to be reviewed, publish something new, or whose profile was lost. */
export function supplierTasks(suppliers: readonly StandingSupplier[], today: Day): readonly ListedTask[] {
  return suppliers.flatMap((one): ListedTask[] => {
    const { supplier, state, revision, seenRevision, askedOn, askedBy, criticality, nextReviewOn } = one;
    const answer = askedOn === null ? null : addDays(askedOn, ANSWER_DAYS);
    const weight = criticality === "critical" ? 3 : criticality === "high" ? 2 : 1;
    const line = { kind: "supplier", weight, minutes: 10 } as const;
    const { responsibleId } = one;
    const responsible = responsibleId === null ? null : ({ type: "member", accountId: responsibleId } as const);
    const person = askedBy === null ? null : ({ type: "member", accountId: askedBy } as const);
    const tasks: ListedTask[] = [];
    if (state === "none" && answer !== null && answer <= today) {
      const about = { kind: "supplier", supplier, why: "ask", askedOn } as const;
      tasks.push({ ...line, key: `supplier:${supplier}/ask`, due: answer, about, person });
    }
    if (nextReviewOn !== null && nextReviewOn <= addDays(today, AHEAD_DAYS)) {
      const about = { kind: "supplier", supplier, why: "review", askedOn: null } as const;
      tasks.push({ ...line, key: `supplier:${supplier}/review`, due: nextReviewOn, about, person: responsible });
    }
    if (state === "published" && revision !== null && seenRevision !== null && revision !== seenRevision) {
      const about = { kind: "supplier", supplier, why: "revision", askedOn: null } as const;
      const mark = String(revision);
      tasks.push({ ...line, key: `supplier:${supplier}/revision`, due: null, mark, about, person: responsible });
    }
    if (state === "stale" || state === "withdrawn") {
      const about = { kind: "supplier", supplier, why: "lost", askedOn: null } as const;
      tasks.push({ ...line, key: `supplier:${supplier}/lost`, due: null, mark: state, about, person: responsible });
    }
    return tasks;
  });
}
