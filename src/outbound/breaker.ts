import type { FailureKind, SourceFailure } from "./failure.ts";

/** `closed`: the source is asked; `open`: it rests; `half_open`: one question tries whether it is back. */
export type BreakerState = "closed" | "open" | "half_open";

/** How long a source rests after it failed: short enough to come back soon, long enough that nobody waits in the queue. */
const REST_MS = 30_000;

/** A single slow or failed answer says little, three in a row say that the source is down. */
const FAILURES_IN_A_ROW = 3;

/**
 * Failures that say nothing about the health of the whole source: a record of another shape is one firm's, a question
 * that the source finds faulty is that question's, and our own refusals are ours. Otherwise whoever asks for one odd
 * number three times would switch the source off for all.
 */
function isHarmless({ kind, status }: SourceFailure): boolean {
  return HARMLESS.includes(kind) || (kind === "http_status" && (status === 400 || status === 422));
}

const HARMLESS: readonly FailureKind[] = ["not_understood", "too_large", "resting", "busy", "closed"];

/** Permission to ask, or the milliseconds until it is worth asking again. */
export type Entry =
  | { readonly allowed: true; readonly isProbe: boolean }
  | { readonly allowed: false; readonly waitMs: number };

/** Keeps a source that is down from being asked again and again. */
export interface Breaker {
  /** Asks for permission; each one that is given must end in `succeeded`, `failed` or `left`. */
  enter(): Entry;
  succeeded(): void;
  failed(failure: SourceFailure): void;
  /** The question was not put after all. */
  left(): void;
  readonly state: BreakerState;
  /** Milliseconds until the source may be asked again. */
  readonly restMs: number;
}

/**
 * A breaker that opens at once when no connection can be made (a machine without internet must not wait for every
 * page), for as long as the source asks with `Retry-After`, and else after three failures in a row.
 * @param now the clock, in milliseconds.
 */
export function createBreaker(now: () => number): Breaker {
  let inARow = 0;
  let restsUntil = 0;
  let isProbeUnderWay = false;

  const isRested = () => restsUntil === 0 || now() >= restsUntil;
  const rest = (ms: number) => {
    restsUntil = Math.max(restsUntil, now() + ms);
  };

  return {
    enter() {
      if (restsUntil === 0) return { allowed: true, isProbe: false };
      if (!isRested()) return { allowed: false, waitMs: restsUntil - now() };
      if (isProbeUnderWay) return { allowed: false, waitMs: 1_000 };
      isProbeUnderWay = true;
      return { allowed: true, isProbe: true };
    },
    succeeded() {
      isProbeUnderWay = false;
      inARow = 0;
      // An answer to a question that was put before the source asked for a pause does not end the pause.
      if (isRested()) restsUntil = 0;
    },
    failed(failure) {
      isProbeUnderWay = false;
      if (isHarmless(failure)) return;
      inARow++;
      if (failure.waitMs !== undefined && failure.waitMs > 0) rest(failure.waitMs);
      else if (failure.kind === "connect" || inARow >= FAILURES_IN_A_ROW || restsUntil !== 0) rest(REST_MS);
    },
    left() {
      isProbeUnderWay = false;
    },
    get state() {
      if (restsUntil === 0) return "closed";
      return isRested() ? "half_open" : "open";
    },
    get restMs() {
      return Math.max(0, restsUntil - now());
    },
  };
}
