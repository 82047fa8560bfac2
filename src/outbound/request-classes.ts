import { type Breaker, createBreaker, type Entry } from "./breaker.ts";
import type { SourceFailure } from "./failure.ts";
import type { SourcePolicy } from "./source-policy.ts";

/**
 * One of the two classes of questions to a source: look-ups and searches. They share the queue that keeps the distance
 * between questions, but each has its own time-out and its own breaker.
 */
export interface RequestClass {
  /** Longest time for a question with all its attempts and waits. */
  readonly timeoutMs: number;
  /** Longest time that a question may wait in the queue behind others. */
  readonly queueMs: number;
  enter(): Entry;
  /** True when the source was found down meanwhile, also by the other class. */
  readonly isResting: boolean;
  readonly restMs: number;
  succeeded(): void;
  failed(failure: SourceFailure): void;
  left(): void;
}

/** A search gives way: it may wait this long in the queue, so that searches never fill it for the look-ups. */
const SEARCH_QUEUE_MS = 1_500;

/** Who types waits this long, unless the policy of a source says otherwise. */
const SEARCH_MS = 3_000;

/** The two classes of one source. What a search says of the connection or of a pause that the source asks for holds for both. */
export function createRequestClasses(
  { totalMs, searchMs = SEARCH_MS }: Pick<SourcePolicy, "totalMs" | "searchMs">,
  now: () => number,
): { readonly lookUps: RequestClass; readonly searches: RequestClass; readonly breaker: Breaker } {
  const breaker = createBreaker(now);
  const ofSearches = createBreaker(now);
  const lookUps: RequestClass = {
    timeoutMs: totalMs,
    queueMs: totalMs,
    enter: breaker.enter,
    get isResting() {
      return breaker.state === "open";
    },
    get restMs() {
      return breaker.restMs;
    },
    succeeded: breaker.succeeded,
    failed: breaker.failed,
    left: breaker.left,
  };
  const searches: RequestClass = {
    timeoutMs: Math.min(totalMs, searchMs),
    queueMs: Math.min(searchMs, SEARCH_QUEUE_MS),
    enter: () => (breaker.state === "open" ? { allowed: false, waitMs: breaker.restMs } : ofSearches.enter()),
    get isResting() {
      return breaker.state === "open" || ofSearches.state === "open";
    },
    get restMs() {
      return Math.max(breaker.restMs, ofSearches.restMs);
    },
    succeeded: ofSearches.succeeded,
    failed(failure) {
      ofSearches.failed(failure);
      if (isOfBoth(failure)) breaker.failed(failure);
    },
    left: ofSearches.left,
  };
  return { lookUps, searches, breaker };
}

/** Nobody is there, or the source itself asks for a pause: that does not depend on the word that was searched. */
function isOfBoth({ kind, waitMs }: SourceFailure): boolean {
  return kind === "connect" || ((kind === "rate_limited" || kind === "http_status") && waitMs !== undefined);
}
