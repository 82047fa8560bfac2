import { hash } from "node:crypto";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { openSpecials } from "../../rules/obligation-register/general-obligations.ts";
import { type PlannedEntry, planPrefill } from "../../rules/obligation-register/prefill-plan.ts";
import type { Answers } from "../../rules/questionnaire/answers.ts";
import type { Assessment } from "../../state/assessments.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import { askedAreas } from "./sheet.ts";

/** What completing a questionnaire would do. */
export interface CompletionPlan {
  /** Every obligation in the order of the catalog. */
  readonly entries: readonly PlannedEntry[];
  /** General obligations that would be met while these special ones are not. */
  readonly contradictions: ReadonlyMap<string, readonly string[]>;
  /** Another text whenever anything of it is different. */
  readonly seen: string;
}

/** Plans what completing a questionnaire does to the register as it stands. */
export function planCompletion(
  { mode }: Pick<Assessment, "mode">,
  answers: Answers,
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
  const questions = askedAreas(questionnaire, mode).flatMap((area) => area.questions);
  const entries = planPrefill(obligations.byCode.values(), standing, questions, answers, today);
  const statuses = new Map(entries.map(({ code, after }): [string, ObligationStatus | null] => [code, after.status]));
  return {
    entries,
    contradictions: new Map(
      entries.map(({ code }) => [code, openSpecials(code, statuses)] as const).filter(([, open]) => open.length > 0),
    ),
    seen: hash("sha256", JSON.stringify([entries, [...answers]])).slice(0, 32),
  };
}
