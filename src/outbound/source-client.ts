import type { AnswerCache } from "./answer-cache.ts";
import { failureOf, mayBeRetried, SourceFailure } from "./failure.ts";
import { createMemory, type Known } from "./memory.ts";
import type { Answer, Question } from "./question.ts";
import { createRequestClasses, type RequestClass } from "./request-classes.ts";
import { type Fetch, type Reply, requestJson } from "./request-json.ts";
import { createSourceCounters, type SourceStatus } from "./source-counters.ts";
import type { SourcePolicy } from "./source-policy.ts";

/** One source, asked as its policy says. */
export interface SourceClient {
  ask<T>(question: Question<T>): Promise<Answer<T>>;
  /** What `ask` would answer without asking the source: `undefined` where it would have to be asked. */
  recall<T>(question: Question<T>): Answer<T> | undefined;
  status(): SourceStatus;
}

/** The same source for questions that a search puts: all of them are of the class of searches. */
export function forSearches(client: SourceClient): SourceClient {
  return { ...client, ask: (question) => client.ask({ ...question, isSearch: true }) };
}

/** Thrown by a client that never asks its source. */
export class NotRemembered extends Error {}

/** The same source for those who only want what is remembered. Its `ask` @throws NotRemembered */
export function onlyRemembered(client: SourceClient): SourceClient {
  const ask: SourceClient["ask"] = async (question) => {
    const answer = client.recall(question);
    if (answer === undefined) throw new NotRemembered();
    return answer;
  };
  return { ...client, ask };
}

/** What the client of a source needs from outside: network, clock, cache, log. */
export interface SourceEnvironment {
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
  /** Called with every failure of a source, for the log. */
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
export function createSourceClient(policy: SourcePolicy, environment: SourceEnvironment): SourceClient {
  const { now, sleep, random, closing } = environment;
  const millis = () => now().getTime();
  const { lookUps, searches, breaker } = createRequestClasses(policy, millis);
  const spacing = createSpacing(policy.spacingMs, millis);
  const counters = createSourceCounters(policy, breaker, now);
  const memory = createMemory(policy, environment.cache, now);

  return { ask, recall, status: counters.status };

  function recall<T>(question: Question<T>): Answer<T> | undefined {
    const known = memory.recall(question);
    if (known?.isFresh) return { kind: "answered", value: known.value, at: known.at };
    if (!lookUps.isResting) return undefined;
    const cause = new SourceFailure("resting", { waitMs: lookUps.restMs });
    const retryAfter = secondsOf(cause.waitMs);
    if (known === undefined || known.value === null) return { kind: "silent", cause, retryAfter };
    return { kind: "answered", value: known.value, at: known.at, retryAfter };
  }

  async function ask<T>(question: Question<T>): Promise<Answer<T>> {
    const known = memory.recall(question);
    if (known?.isFresh) {
      counters.hit();
      return { kind: "answered", value: known.value, at: known.at };
    }
    counters.miss();
    const requestClass = question.isSearch === true ? searches : lookUps;
    try {
      const entry = requestClass.enter();
      if (!entry.allowed) throw new SourceFailure("resting", { waitMs: entry.waitMs });
      return await attempts(question, known, requestClass, entry.isProbe ? 1 : ATTEMPTS);
    } catch (thrown) {
      const cause = failureOf(thrown);
      // A search that gave way in the queue says nothing of the source, and it happens as often as people like to type.
      const gaveWay = requestClass === searches && cause.kind === "busy";
      if (!gaveWay && counters.failed(cause)) environment.onFailure(policy.id, cause);
      // That it did not know the firm once is no answer while it is silent.
      const retryAfter = secondsOf(cause.waitMs);
      if (known !== undefined && known.value !== null) {
        return { kind: "answered", value: known.value, at: known.at, retryAfter };
      }
      return { kind: "silent", cause, retryAfter };
    }
  }

  async function attempts<T>(
    question: Question<T>,
    known: Known<T> | undefined,
    requestClass: RequestClass,
    most: number,
  ): Promise<Answer<T>> {
    const deadline = millis() + requestClass.timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const wait = spacing.reserve(Math.min(deadline - millis(), requestClass.queueMs));
      if (wait === undefined) {
        requestClass.left();
        throw new SourceFailure("busy", { waitMs: requestClass.timeoutMs });
      }
      try {
        if (wait > 0) await sleep(wait, closing);
        // While we waited in the queue, the question before ours may have found the source down.
        if (requestClass.isResting) throw new SourceFailure("resting", { waitMs: requestClass.restMs });
        const answer = await attemptOnce(question, known, Math.min(policy.attemptMs, deadline - millis()));
        requestClass.succeeded();
        counters.answered();
        return answer;
      } catch (thrown) {
        const failure = closing.aborted ? new SourceFailure("closed") : failureOf(thrown);
        const pause = failure.waitMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
        const isLast = attempt >= most || !mayBeRetried(failure) || millis() + pause >= deadline;
        if (isLast) {
          requestClass.failed(failure);
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
      const reply = await requestJson(
        environment.fetch,
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
        return { kind: "answered", value: known.value, at: now() };
      }
      const value = readReply(question, reply);
      memory.remember(question, value, reply.etag);
      return { kind: "answered", value, at: now() };
    } finally {
      clearTimeout(timer);
    }
  }

  function headersOf(question: Question<unknown>, etag: string | null): Record<string, string> {
    return {
      accept: "application/json",
      "user-agent": environment.userAgent,
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

/** Deals out the instants at which a source may be asked. */
interface Spacing {
  /** Milliseconds to wait before asking, or `undefined` when that would be more than `longestMs`: nothing is reserved then. */
  reserve(longestMs: number): number | undefined;
}

/**
 * Questions to one source begin at least `everyMs` apart, first come, first served.
 * @param now the clock, in milliseconds.
 */
function createSpacing(everyMs: number, now: () => number): Spacing {
  let next = Number.NEGATIVE_INFINITY;
  return {
    reserve(longestMs) {
      const at = Math.max(now(), next);
      const wait = at - now();
      if (wait > longestMs) return undefined;
      next = at + everyMs;
      return wait;
    },
  };
}
