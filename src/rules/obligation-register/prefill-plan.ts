import { addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import type { Answers } from "../questionnaire/answers.ts";
import { type Prefill, prefill } from "../questionnaire/prefill.ts";

/** An entry of the register as it stands before a questionnaire is completed. */
export interface StandingEntry {
  readonly status: ObligationStatus | null;
  /** `null`: nobody has set a status. */
  readonly statusSource: "manual" | "questionnaire" | null;
  readonly lastReviewedAt: Day | null;
  readonly nextReviewAt: Day | null;
}

/** What completing a questionnaire does to one obligation. */
export interface PlannedEntry {
  readonly code: string;
  readonly before: StandingEntry;
  /** What the answers say. */
  readonly answers: Prefill;
  /**
   * `filled`: it becomes `after`. `kept`: a person set it, and that stays. `unanswered`: nothing was said of it.
   */
  readonly outcome: "filled" | "kept" | "unanswered";
  readonly after: StandingEntry;
}

/**
 * What completing a questionnaire would do to the register, obligation by obligation in the order of the catalog. Only
 * what nobody set by hand is filled: its status, the day of completion as the last review, and the next one after the
 * interval of the catalog. Note and person are never touched.
 * @param entries what was ever entered, by code
 * @param questions those of the full questionnaire
 * @param given the answers that count, and ids of the questions whose `not_applicable` has a reason
 * @param today the day of completion, UTC
 */
export function planPrefill(
  obligations: Iterable<{ readonly code: string; readonly reviewIntervalMonths: number }>,
  entries: ReadonlyMap<string, StandingEntry>,
  questions: readonly Pick<Question, "id" | "obligations">[],
  given: { readonly answers: Answers; readonly reasons: ReadonlySet<string> },
  today: Day,
): readonly PlannedEntry[] {
  return [...obligations].map(({ code, reviewIntervalMonths }): PlannedEntry => {
    const before = entries.get(code) ?? UNTRACKED;
    const answers = prefill(code, questions, given.answers, given.reasons);
    if (answers.status === null) return { code, before, answers, outcome: "unanswered", after: before };
    if (before.status !== null && before.statusSource !== "questionnaire") {
      return { code, before, answers, outcome: "kept", after: before };
    }
    const after: StandingEntry = {
      status: answers.status,
      statusSource: "questionnaire",
      lastReviewedAt: today,
      nextReviewAt: addMonths(today, reviewIntervalMonths),
    };
    return { code, before, answers, outcome: "filled", after };
  });
}

const UNTRACKED: StandingEntry = { status: null, statusSource: null, lastReviewedAt: null, nextReviewAt: null };
