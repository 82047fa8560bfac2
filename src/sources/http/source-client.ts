import type { z } from "zod";
import type { AnswerCache } from "./answer-cache.ts";
import { createBreaker } from "./breaker.ts";
import { exchange, type Fetch, type Reply } from "./exchange.ts";
import { failureOf, mayBeRetried, SourceFailure } from "./failure.ts";
import { createMemory, type Known } from "./memory.ts";
import { createSpacing } from "./spacing.ts";
import { createTally, type SourceStatus } from "./tally.ts";

/** How one source is treated. Times in milliseconds. */
export interface SourcePolicy {
  /** Id of `knowledge/sources.yaml`. */
  readonly id: string;
  /** Base address without a slash at the end; paths are put behind it. */
  readonly baseUrl: string;
  /** Least time between the beginnings of two questions. */
  readonly spacingMs: number;
  /** Longest time for one attempt, and for a question with all its attempts and waits. */
  readonly attemptMs: number;
  readonly totalMs: number;
  readonly maxBytes: number;
  /** How long an answer is given again without asking. */
  readonly freshMs: number;
}

/** One question to a source. All of ours are idempotent: a GET, or a POST that only searches. */
export interface Question<T> {
  /** Path and query behind the base address, encoded. */
  readonly path: string;
  /** The JSON body of a search; without it the question is a GET. */
  readonly body?: unknown;
  /**
   * Makes of an answer (any status but 429 and 5xx) the little that we use, `null` when the source does not know what
   * we asked about; only that is remembered, never the whole body. @throws SourceFailure `wrong_route` or `not_understood`.
   */
  readonly read: (reply: Reply) => T;
  /** The shape of what `read` gives, by which a remembered answer is checked. */
  readonly shape: z.ZodType<T>;
}

/** What a source said and when, or that it is silent. `retryAfter` in seconds, at least 1. */
export type Answer<T> =
  | { readonly kind: "told"; readonly value: T; readonly at: Date }
  | { readonly kind: "silent"; readonly cause: SourceFailure; readonly retryAfter: number };

/** One source, asked with manners. */
export interface SourceClient {
  ask<T>(question: Question<T>): Promise<Answer<T>>;
  status(): SourceStatus;
}

/** What the client of a source is made of; everything that touches the outside is passed in. */
export interface Surroundings {
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly cache: AnswerCache;
  readonly now: () => Date;
  /** Waits so many milliseconds; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 up to 1, for jitter. */
  readonly random: () => number;
  /** Aborts when we shut down. */
  readonly closing: AbortSignal;
  /** Is told of every failure of a source, for the log. */
  readonly onFailure: (source: string, failure: SourceFailure) => void;
}

/** Three attempts in all: what does not heal in a second does not heal while somebody waits. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 300;

/** When nothing better is known, it is worth asking again after half a minute. */
const RETRY_AFTER_S = 30;

/**
 * The client of one source: remembered answers first, then spacing, attempts with growing pauses and jitter, a breaker,
 * and an old answer with its age rather than none.
 */
export function createSourceClient(policy: SourcePolicy, surroundings: Surroundings): SourceClient {
  const { now, sleep, random, closing } = surroundings;
  const millis = () => now().getTime();
  const breaker = createBreaker(millis);
  const spacing = createSpacing(policy.spacingMs, millis);
  const tally = createTally(policy, breaker, now);
  const memory = createMemory(policy, surroundings.cache, now);

  return { ask, status: tally.status };

  async function ask<T>(question: Question<T>): Promise<Answer<T>> {
    const known = memory.recall(question);
    if (known?.isFresh) {
      tally.hit();
      return { kind: "told", value: known.value, at: known.at };
    }
    tally.miss();
    try {
      const entry = breaker.enter();
      if (!entry.allowed) throw new SourceFailure("resting", { waitMs: entry.waitMs });
      return await attempts(question, known, entry.isTrial ? 1 : ATTEMPTS);
    } catch (thrown) {
      const cause = failureOf(thrown);
      if (tally.failed(cause)) surroundings.onFailure(policy.id, cause);
      // That it did not know the firm once is no answer while it is silent.
      if (known !== undefined && known.value !== null) return { kind: "told", value: known.value, at: known.at };
      return { kind: "silent", cause, retryAfter: secondsOf(cause.waitMs) };
    }
  }

  async function attempts<T>(question: Question<T>, known: Known<T> | undefined, most: number): Promise<Answer<T>> {
    const deadline = millis() + policy.totalMs;
    for (let attempt = 1; ; attempt++) {
      const left = deadline - millis();
      const wait = spacing.reserve(left);
      if (wait === undefined) {
        breaker.left();
        throw new SourceFailure("busy", { waitMs: policy.totalMs });
      }
      try {
        if (wait > 0) await sleep(wait, closing);
        // While we stood in line, the question before ours may have found the source down.
        if (breaker.state === "open") throw new SourceFailure("resting", { waitMs: breaker.restMs });
        const answer = await attemptOnce(question, known, Math.min(policy.attemptMs, deadline - millis()));
        breaker.succeeded();
        tally.answered();
        return answer;
      } catch (thrown) {
        const failure = closing.aborted ? new SourceFailure("closed") : failureOf(thrown);
        const pause = failure.waitMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
        const isLast = attempt >= most || !mayBeRetried(failure) || millis() + pause >= deadline;
        if (isLast) {
          breaker.failed(failure);
          throw failure;
        }
        await sleep(pause, closing).catch(() => undefined);
      }
    }
  }

  async function attemptOnce<T>(question: Question<T>, known: Known<T> | undefined, ms: number): Promise<Answer<T>> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new SourceFailure("timeout")), Math.max(1, ms));
    try {
      const reply = await exchange(
        surroundings.fetch,
        {
          url: new URL(policy.baseUrl + question.path),
          ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
          headers: headersOf(question, known?.etag ?? null),
          maxBytes: policy.maxBytes,
        },
        AbortSignal.any([limit.signal, closing]),
        now,
      );
      if (reply.status === 304 && known !== undefined) {
        memory.confirm(question, known);
        return { kind: "told", value: known.value, at: now() };
      }
      const value = readReply(question, reply);
      memory.remember(question, value, reply.etag);
      return { kind: "told", value, at: now() };
    } finally {
      clearTimeout(timer);
    }
  }

  function headersOf(question: Question<unknown>, etag: string | null): Record<string, string> {
    return {
      accept: "application/json",
      "user-agent": surroundings.userAgent,
      ...(question.body === undefined ? {} : { "content-type": "application/json" }),
      ...(etag === null ? {} : { "if-none-match": etag }),
    };
  }

  function secondsOf(waitMs: number | undefined): number {
    return Math.max(1, Math.ceil((waitMs ?? RETRY_AFTER_S * 1_000) / 1_000));
  }
}

/** A reader that stumbles over an answer has not understood it. */
function readReply<T>(question: Question<T>, reply: Reply): T {
  try {
    return question.read(reply);
  } catch (thrown) {
    throw thrown instanceof SourceFailure ? thrown : new SourceFailure("not_understood", { cause: thrown });
  }
}
