import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Call } from "../capabilities/calling/call.ts";
import { ServiceError } from "../core/problem.ts";

/** Facts about a request that are collected while it is answered. */
export interface RequestNotes {
  /** Sent back as `X-Request-Id`. */
  readonly requestId: string;
  /** The called capability; of several, the first that failed. */
  capability?: string;
  /** `ok`, or the code of its problem. */
  outcome?: string;
}

const current = new AsyncLocalStorage<RequestNotes>();

/** The form of a request id that may enter the log. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Starts the notes of a request. Its id comes from a trusted proxy, or is generated here. */
export function beginNotes({ headers }: IncomingMessage, isFromProxy: boolean): RequestNotes {
  const sent = isFromProxy ? headers["x-request-id"] : undefined;
  return { requestId: typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID() };
}

/** Answers a request; the calls that its answer needs are noted. */
export function withNotes(notes: RequestNotes, answer: () => void): void {
  current.run(notes, answer);
}

/** Notes a call and its outcome in the current request. */
export function noteCalls(call: Call): Call {
  return async (capability, ...rest) => {
    const notes = current.getStore();
    if (notes === undefined) return call(capability, ...rest);
    try {
      const answered = await call(capability, ...rest);
      notes.capability ??= capability.name;
      notes.outcome ??= "ok";
      return answered;
    } catch (error) {
      if (notes.outcome === undefined || notes.outcome === "ok") {
        notes.capability = capability.name;
        notes.outcome = outcomeOf(error);
      }
      throw error;
    }
  };
}

/** The problem code of a failed call; a bug of ours is `internal`. */
export function outcomeOf(error: unknown): string {
  return error instanceof ServiceError ? error.problem.code : "internal";
}
