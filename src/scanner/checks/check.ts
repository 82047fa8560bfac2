import type { ScanCheckId, ScanProfile, ScanStatus } from "../../core/scan-checks.ts";
import {
  FAILURE_REASONS,
  type FailureReason,
  REFUSAL_REASONS,
  type RefusalReason,
} from "../../outbound/guarded/failure.ts";
import type { Observation } from "../observation.ts";

/** Reasons that any check may give: what keeps it from being judged. */
export const NOT_APPLICABLE_REASONS = [
  "full_profile_only",
  "no_mx",
  "has_mx",
  "no_web_host",
  "tls_unavailable",
  "smtp_off",
  "other_domain",
] as const;

export const ERROR_REASONS = [
  "bogus",
  "resolver_does_not_validate",
  "server_error",
  "blocked_by_site",
  "no_page",
  ...FAILURE_REASONS,
  ...REFUSAL_REASONS,
] as const;

type ErrorReason = (typeof ERROR_REASONS)[number] | FailureReason | RefusalReason;
export type CommonReason = (typeof NOT_APPLICABLE_REASONS)[number] | ErrorReason;

/** Texts of the target, by what they are; `null` where there is none. */
export type Untrusted = Readonly<Record<string, string | readonly string[] | null>>;

/** What a check says of a record: the reason; the status follows from it. */
export interface Verdict<Reason extends string = string> {
  readonly reason: Reason;
  readonly untrusted?: Untrusted;
}

/** A letter of Article 21(2) of Directive (EU) 2022/2555. */
export type ArticleLetter = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j";

/** One check: a pure function of the record, and how its reasons count. */
export interface Check<Reason extends string = string> {
  readonly id: ScanCheckId;
  /** 3 high, 2 medium, 1 low, 0 for information only. */
  readonly weight: 0 | 1 | 2 | 3;
  /** The smallest profile that has it. */
  readonly profile: ScanProfile;
  readonly article: readonly ArticleLetter[];
  /** Its own reasons and what each counts as. */
  readonly outcomes: Readonly<Record<Reason, "pass" | "warn" | "fail" | "info">>;
  readonly judge: (record: Observation) => Verdict<NoInfer<Reason> | CommonReason>;
}

/** Declares a check; its `judge` may give no reason but its own and the common ones. */
export function defineCheck<Reason extends string>(check: Check<Reason>): Check<Reason> {
  return check;
}

/** What a reason of a check counts as. A check's own reason wins over a common one of the same name. */
export function statusOf(check: Check, reason: string): ScanStatus {
  const own = Object.hasOwn(check.outcomes, reason) ? check.outcomes[reason] : undefined;
  if (own !== undefined) return own;
  return NOT_APPLICABLE_REASONS.some((each) => each === reason) ? "not_applicable" : "error";
}
