import { createHash } from "node:crypto";
import { z } from "zod";
import type { AnswerCache } from "./answer-cache.ts";
import type { Question } from "./question.ts";
import type { SourcePolicy } from "./source-policy.ts";

/** A remembered answer; an old one still serves when the source is silent, with its age. */
export interface Known<T> {
  readonly value: T;
  readonly at: Date;
  readonly etag: string | null;
  readonly isFresh: boolean;
}

/** Older answers are forgotten: by then the mirror, which is renewed every month, knows better. */
export const LONGEST_KEPT_MS = 45 * 86_400_000;

/** That a source does not know something is believed for an hour: firms are founded every day. */
const UNKNOWN_FRESH_MS = 3_600_000;

/** Old answers are swept out this often. */
const SWEEP_MS = 3_600_000;

const envelope = z.object({ etag: z.string().max(300).nullable(), value: z.unknown() });

/** The remembered answers of one source. */
export interface Memory {
  recall<T>(question: Question<T>): Known<T> | undefined;
  remember<T>(question: Question<T>, value: T, etag: string | null): void;
  /** The source said that nothing has changed: the answer is as good as new. */
  confirm<T>(question: Question<T>, known: Known<T>): void;
}

/** Remembers answers in the cache, with their day and validator. What the cache holds is checked like foreign input. */
export function createMemory({ id, freshMs, baseUrl }: SourcePolicy, cache: AnswerCache, now: () => Date): Memory {
  let sweptAt = Number.NEGATIVE_INFINITY;

  function remember<T>(question: Question<T>, value: T, etag: string | null): void {
    const at = now().getTime();
    const kept = etag !== null && etag.length <= 300 ? etag : null;
    cache.put(keyOf(question), JSON.stringify({ etag: kept, value }), at);
    if (at - sweptAt < SWEEP_MS) return;
    sweptAt = at;
    cache.purge(at - LONGEST_KEPT_MS);
  }

  // The address is part of the key: another server answers for itself. What people asked for is not kept readable.
  function keyOf({ path, body }: Question<unknown>): string {
    const asked = `${baseUrl}${path}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
    return `${id} ${createHash("sha256").update(asked).digest("base64url")}`;
  }

  return {
    recall(question) {
      const cached = cache.get(keyOf(question));
      if (cached === undefined) return undefined;
      const age = now().getTime() - cached.at;
      // An answer from the future is of a clock that was wrong.
      if (age > LONGEST_KEPT_MS || age < 0) return undefined;
      const kept = envelope.safeParse(parse(cached.value));
      if (!kept.success) return undefined;
      const value = question.shape.safeParse(kept.data.value);
      if (!value.success) return undefined;
      const isFresh = age < (value.data === null ? Math.min(freshMs, UNKNOWN_FRESH_MS) : freshMs);
      return { value: value.data, at: new Date(cached.at), etag: kept.data.etag, isFresh };
    },
    remember,
    confirm: (question, { value, etag }) => remember(question, value, etag),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
