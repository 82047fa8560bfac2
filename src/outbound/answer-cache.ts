/** A remembered text and the instant from which it is, in milliseconds since 1970. */
export interface CachedText {
  readonly value: string;
  readonly at: number;
}

/**
 * Where answers are kept between questions and restarts; `src/cache` has the one in SQLite. It may forget anything at
 * any time and never throws: without a cache we only ask more often.
 */
export interface AnswerCache {
  get(key: string): CachedText | undefined;
  put(key: string, value: string, at: number): void;
  /** Forgets what is from before this instant. */
  purge(before: number): void;
}

/** Remembers nothing. */
export const NO_CACHE: AnswerCache = { get: () => undefined, put: () => undefined, purge: () => undefined };
