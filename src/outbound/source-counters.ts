import type { Breaker, BreakerState } from "./breaker.ts";
import type { FailureKind, SourceFailure } from "./failure.ts";

/** How a live source fares, for the sources page and `/metrics`. Instants are ISO 8601 UTC; counts since the start. */
export interface SourceStatus {
  /** Id of `knowledge/sources.yaml`. */
  readonly id: string;
  readonly baseUrl: string;
  readonly breaker: BreakerState;
  readonly lastAnswerAt: string | null;
  readonly lastFailureAt: string | null;
  readonly lastFailure: FailureKind | null;
  readonly answers: number;
  readonly failures: number;
  readonly cacheHits: number;
  readonly cacheMisses: number;
}

/** Counts what happens to one source. */
export interface SourceCounters {
  hit(): void;
  miss(): void;
  answered(): void;
  /** False for what is no new failure of the source: it was not asked because it rests, or because we end. */
  failed(failure: SourceFailure): boolean;
  status(): SourceStatus;
}

/** Counters that start at zero. */
export function createSourceCounters(
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string },
  breaker: Breaker,
  now: () => Date,
): SourceCounters {
  let answers = 0;
  let failures = 0;
  let hits = 0;
  let misses = 0;
  let lastAnswerAt: string | null = null;
  let lastFailureAt: string | null = null;
  let lastFailure: FailureKind | null = null;

  return {
    hit() {
      hits++;
    },
    miss() {
      misses++;
    },
    answered() {
      answers++;
      lastAnswerAt = now().toISOString();
    },
    failed({ kind }) {
      if (kind === "resting" || kind === "closed") return false;
      failures++;
      lastFailureAt = now().toISOString();
      lastFailure = kind;
      return true;
    },
    status: () => ({
      id,
      baseUrl,
      breaker: breaker.state,
      lastAnswerAt,
      lastFailureAt,
      lastFailure,
      answers,
      failures,
      cacheHits: hits,
      cacheMisses: misses,
    }),
  };
}
