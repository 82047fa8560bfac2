/** One row of `limits.yaml`: how often anybody may ask. `shared` is a daily total for all callers together. */
export interface LimitRule {
  readonly name: string;
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly perDay?: number;
  /** Counts all callers together instead of each address. */
  readonly shared?: boolean;
  /** Counts the networks around an address too, with larger numbers (`network-steps.ts`). */
  readonly steps?: boolean;
  /** Each instance counts for itself, also where others share their counts. */
  readonly perInstance?: boolean;
}

/** What a counted caller may still do; the source of the `RateLimit` headers. */
export interface LimitState {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the window is new, at least 1. */
  readonly resetSeconds: number;
}

export type LimitDecision =
  | { readonly allowed: true; readonly states: readonly LimitState[] }
  /** `refusedBy` names the row; `retryAfter` is the true wait in seconds, at least 1. */
  | {
      readonly allowed: false;
      readonly refusedBy: string;
      readonly retryAfter: number;
      readonly states: readonly LimitState[];
    };

/** The first count of a request, as that of an endpoint; what the request asks for may count further. */
export interface FirstCount {
  readonly decision: LimitDecision | Promise<LimitDecision>;
  /**
   * Counts in these limits too. Where the first count refuses, nothing is counted and its refusal is the decision. When
   * it is asked for in the same turn of the event loop, a shared server counts both in one step.
   */
  further(names: readonly string[]): LimitDecision | Promise<LimitDecision>;
}

/** Counts calls. Every named limit is checked before any is consumed; a refused call consumes nothing. */
export interface Limiter {
  /**
   * `address` is the caller's counted address: IPv4, or the /64 of an IPv6 address. `amount`: so many calls
   * at once, all of them or none; default 1.
   */
  take(names: readonly string[], address: string, amount?: number): LimitDecision | Promise<LimitDecision>;
  /** Counts like `take`, where it is not known yet what else the same request will count in. */
  takeFirst(names: readonly string[], address: string): FirstCount;
  /**
   * Gives one count back to each named limit: what was taken turned out to be no attempt. Take first and give back
   * after, so that attempts side by side do not slip through.
   */
  giveBack(names: readonly string[], address: string): void | Promise<void>;
  close(): Promise<void>;
}

/**
 * What a limiter cannot promise just now: counts are not shared between instances, would not survive a restart, or
 * (`begun_anew`, until the next start) those of before are lost, because their file was damaged.
 */
export type LimiterTrouble = "not_shared" | "not_saved" | "begun_anew";

/**
 * What the operator should know of, reported once: a trouble began or ended; or the shared counts were lost, and so
 * many windows of this instance went back to them.
 */
export type LimiterEvent =
  | { readonly kind: "began" | "ended"; readonly trouble: LimiterTrouble; readonly cause?: unknown }
  | { readonly kind: "restored"; readonly windows: number };

/** A limiter that says how it fares, for `/metrics` and `/readyz`. It answers in every state. */
export interface ObservableLimiter extends Limiter {
  readonly degraded: LimiterTrouble | null;
  /** Windows held in the memory of this process. */
  readonly size: number;
  /** Windows that were added to the shared counts since the start, because calls were counted here alone. */
  readonly merged: number;
}
