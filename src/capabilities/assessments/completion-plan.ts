import { hash } from "node:crypto";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { openSpecials } from "../../rules/obligation-register/general-obligations.ts";
import { type PlannedEntry, planPrefill } from "../../rules/obligation-register/prefill-plan.ts";
import { spreadReviews } from "../../rules/obligation-register/spread-reviews.ts";
import type { Answers } from "../../rules/questionnaire/answers.ts";
import type { Assessment, AssessmentAnswer } from "../../state/assessments.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { givenAnswers, reasonedQuestions } from "./sheet.ts";

/** What completing a questionnaire would do. */
export interface CompletionPlan {
  /** The answers that count. */
  readonly answers: Answers;
  /** Questions that do not apply and whose reason is missing: they count as not answered. */
  readonly unreasoned: readonly string[];
  /** Every obligation in the order of the catalog. */
  readonly entries: readonly PlannedEntry[];
  /** The next reviews of what is filled, apart from each other. */
  readonly spread: ReadonlyMap<string, Day>;
  /** General obligations that would be met while these special ones are not. */
  readonly contradictions: ReadonlyMap<string, readonly string[]>;
  /** Another text whenever anything of it is different. */
  readonly seen: string;
}

/** Plans what completing a questionnaire does to the register as it stands. */
export function planCompletion(
  { mode }: Pick<Assessment, "mode">,
  stored: readonly AssessmentAnswer[],
  register: readonly RegisterEntry[],
  { questionnaire, obligations }: Pick<Knowledge, "questionnaire" | "obligations">,
  today: Day,
): CompletionPlan {
  const standing = new Map(
    register.map((entry) => [
      entry.code,
      {
        status: entry.status,
        statusSource: entry.status_source,
        lastReviewedAt: entry.last_reviewed_at,
        nextReviewAt: entry.next_review_at,
      },
    ]),
  );
  const questions = questionnaire.areas.flatMap((area) => area.questions);
  const answers = givenAnswers(stored, questionnaire, mode);
  const reasons = reasonedQuestions(stored);
  const entries = planPrefill(obligations.byCode.values(), standing, questions, { answers, reasons }, today);
  const statuses = new Map(entries.map(({ code, after }): [string, ObligationStatus | null] => [code, after.status]));
  return {
    entries,
    answers,
    unreasoned: [...answers].flatMap(([id, answer]) => (answer === "not_applicable" && !reasons.has(id) ? [id] : [])),
    spread: spreadOf(entries, obligations.byCode, today),
    contradictions: new Map(
      entries.map(({ code }) => [code, openSpecials(code, statuses)] as const).filter(([, open]) => open.length > 0),
    ),
    seen: hash("sha256", JSON.stringify([entries, [...answers], [...reasons].toSorted()])).slice(0, 32),
  };
}

/** The next reviews of the entries that are filled, apart from each other within each interval, in catalog order. */
function spreadOf(
  entries: readonly PlannedEntry[],
  catalog: ReadonlyMap<string, { readonly reviewIntervalMonths: number }>,
  today: Day,
): ReadonlyMap<string, Day> {
  const filled = entries.filter(({ outcome }) => outcome === "filled").map(({ code }) => code);
  const groups = Map.groupBy(filled, (code) => catalog.get(code)?.reviewIntervalMonths ?? 0);
  return new Map(
    [...groups].flatMap(([months, codes]) => {
      const days = spreadReviews(codes.length, today, months);
      return codes.map((code, index): [string, Day] => [code, days[index] ?? today]);
    }),
  );
}
