import type { Day } from "../../core/day.ts";
import type { Answer } from "../../core/questionnaire-answer.ts";
import type { ScanProfile } from "../../core/scan-checks.ts";
import type { SetupStep } from "../../core/task.ts";
import type { KnownDay } from "../../knowledge/deadlines.ts";
import type { TaskFacts } from "./task.ts";

/** Who does it, unless somebody else is given: a member, or a person who was named as text (foreign). */
export type TaskPerson =
  | { readonly type: "member"; readonly accountId: string }
  | { readonly type: "text"; readonly text: string };

/** What a line speaks of; its words and its button are made of it. */
export type TaskAbout =
  | {
      readonly kind: "deadline";
      readonly id: string;
      /** The day that the formula gives; `null`: not known. */
      readonly day: Day | null;
      /** The day to state, where the date is not known. */
      readonly from: KnownDay | null;
    }
  | { readonly kind: "firm"; readonly why: "choose" | "conflict" | "ceased" }
  | { readonly kind: "setup"; readonly step: SetupStep; readonly done: number; readonly of: number }
  | { readonly kind: "question"; readonly count: number }
  | {
      readonly kind: "finding";
      readonly domain: string;
      readonly check: string;
      readonly scanId: string;
      readonly profile: ScanProfile;
      readonly reason: string;
    }
  | { readonly kind: "review"; readonly code: string; readonly lastReviewedAt: Day | null }
  | { readonly kind: "work"; readonly code: string }
  | { readonly kind: "risk"; readonly domain: string; readonly check: string }
  | { readonly kind: "orphan"; readonly count: number }
  | { readonly kind: "confirm"; readonly id: string; readonly count: number }
  | { readonly kind: "gap"; readonly questionId: string; readonly answer: Answer | null; readonly code: string }
  | {
      readonly kind: "supplier";
      readonly supplier: string;
      readonly why: "ask" | "review" | "revision" | "lost";
      /** The day of the request. */
      readonly askedOn: Day | null;
    }
  | {
      readonly kind: "expiry";
      readonly of: "profile" | "evidence" | "certificate" | "proof" | "key";
      /** The domain, or the id of the evidence or key; an empty text for the profile. */
      readonly subject: string;
    }
  | { readonly kind: "access"; readonly id: string; readonly confirmedOn: Day }
  | { readonly kind: "invitation"; readonly id: string }
  | { readonly kind: "carry"; readonly completedOn: Day };

/** A line of the list with what it speaks of. */
export interface ListedTask extends TaskFacts {
  readonly about: TaskAbout;
  /** `null`: nobody yet. */
  readonly person: TaskPerson | null;
}
