import { addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import type { Answers } from "../questionnaire/answers.ts";
import { prefillStatus } from "../questionnaire/prefill.ts";

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
  /** What the answers say; `null`: no question that speaks of it was answered. */
  readonly answered: ObligationStatus | null;
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
 * @param today the day of completion, UTC
 */
export function planPrefill(
  obligations: Iterable<{ readonly code: string; readonly reviewIntervalMonths: number }>,
  entries: ReadonlyMap<string, StandingEntry>,
  questions: readonly Pick<Question, "id" | "obligations">[],
  answers: Answers,
  today: Day,
): readonly PlannedEntry[] {
  return [...obligations].map(({ code, reviewIntervalMonths }): PlannedEntry => {
    const before = entries.get(code) ?? UNTRACKED;
    const answered = prefillStatus(code, questions, answers);
    if (answered === null) return { code, before, answered, outcome: "unanswered", after: before };
    if (before.status !== null && before.statusSource !== "questionnaire") {
      return { code, before, answered, outcome: "kept", after: before };
    }
    const after: StandingEntry = {
      status: answered,
      statusSource: "questionnaire",
      lastReviewedAt: today,
      nextReviewAt: addMonths(today, reviewIntervalMonths),
    };
    return { code, before, answered, outcome: "filled", after };
  });
}

const UNTRACKED: StandingEntry = { status: null, statusSource: null, lastReviewedAt: null, nextReviewAt: null };
