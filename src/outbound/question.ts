import type { z } from "zod";
import type { SourceFailure } from "./failure.ts";
import type { Reply } from "./request-json.ts";

/** One question to a source. All of ours are idempotent: a GET, or a POST that only searches. */
export interface Question<T> {
  /** Path and query behind the base address, encoded. */
  readonly path: string;
  /** The JSON body of a search; without it the question is a GET. */
  readonly body?: unknown;
  /**
   * A search for what somebody typed: they wait seconds, not half a minute, and a word over which the source stumbles
   * must not switch off its look-ups by number.
   */
  readonly isSearch?: boolean;
  /**
   * Makes of an answer (any status but 429 and 5xx) the little that we use, `null` when the source does not know what
   * we asked about; only that is remembered, never the whole body. @throws SourceFailure `wrong_route` or `not_understood`.
   */
  readonly read: (reply: Reply) => T;
  /** The shape of what `read` gives, by which a remembered answer is checked. */
  readonly shape: z.ZodType<T>;
}

/**
 * What a source said and when, or that it is silent; with `retryAfter` an answer is a former one that is given again
 * because the source is silent now. `retryAfter` in seconds, at least 1.
 */
export type Answer<T> =
  | { readonly kind: "answered"; readonly value: T; readonly at: Date; readonly retryAfter?: number }
  | { readonly kind: "silent"; readonly cause: SourceFailure; readonly retryAfter: number };
