import { LimitReached } from "../../capabilities/calling/limit-reached.ts";
import type { Caller, Identify } from "../../capabilities/calling/principal.ts";
import type { FaceLog } from "../../capabilities/calling/problem-of.ts";
import { type FirstCount, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import { asOutage } from "../../capabilities/calling/state-outage.ts";
import { ServiceError } from "../../core/problem.ts";
import { ERROR, errorReply, type McpReply } from "./protocol.ts";

/** Who was let in, or the answer to who was not. */
export type Admitted =
  | {
      readonly kind: "let_in";
      readonly caller: Caller;
      /** Counts the request in the endpoint's own limit. */
      readonly take: () => FirstCount;
    }
  | { readonly kind: "refused"; readonly reply: McpReply; readonly limits: Readonly<Record<string, string>> };

/** Stands before the MCP endpoint of people: nothing but a preflight is answered without a token or a key. */
export interface AccountDoor {
  admit(caller: Caller): Promise<Admitted>;
}

interface DoorOptions {
  readonly identify: Identify;
  /** Counts in one row by a key. */
  readonly takeFirst: (rows: readonly string[], key: string) => FirstCount;
  /** Where clients learn who signs people in; `undefined`: keys alone are taken. */
  readonly resourceMetadata: string | undefined;
  readonly log: FaceLog;
}

/** The row of requests without a valid credential and of those with a key, by address. */
const BY_ADDRESS = ["mcp_endpoint"];

/** The row of requests with a token: hosted clients share few addresses. */
const BY_CONNECTION = ["mcp_account"];

/**
 * Asks for a token or a key before anything else is looked at. The refusal is HTTP 401, because that alone makes a
 * client offer the sign-in; whatever is wrong with a credential, the bytes are the same.
 */
export function createAccountDoor({ identify, takeFirst, resourceMetadata, log }: DoorOptions): AccountDoor {
  const metadata = resourceMetadata === undefined ? "" : `resource_metadata="${resourceMetadata}", `;
  const challenge = `Bearer ${metadata}scope="read"`;
  const needed = unauthorized(challenge);
  const invalid = unauthorized(`${challenge}, error="invalid_token"`);

  return {
    async admit(asked) {
      const caller: Caller = { ...asked, resource: "mcp_account" };
      const { address, authorization } = caller;
      try {
        const principal = await identify(caller);
        if (principal.kind === "person" && address !== null) {
          return {
            kind: "let_in",
            // Hosted clients share few addresses: what a tool counts by address counts by the person here.
            caller: { ...caller, countedAs: principal.accountId },
            take: () =>
              principal.connectionId === undefined
                ? takeFirst(BY_ADDRESS, address)
                : takeFirst(BY_CONNECTION, principal.connectionId),
          };
        }
      } catch (cause) {
        return notAsked(cause, log);
      }
      const counted = address === null ? undefined : await takeFirst(BY_ADDRESS, address).decision;
      if (counted?.allowed === false) return tooMany(counted.retryAfter, rateLimitHeaders(counted.states));
      return refused(authorization === undefined ? needed : invalid, rateLimitHeaders(counted?.states ?? []));
    },
  };
}

function unauthorized(challenge: string): McpReply {
  const message = "Sign in, or send an API key in the header Authorization: Bearer <key>.";
  const reply = errorReply(401, ERROR.unauthorized, message);
  return { ...reply, headers: { ...reply.headers, "WWW-Authenticate": challenge } };
}

/** Who sent too many wrong credentials waits; where nobody can be looked up, the client is told to come again. */
function notAsked(thrown: unknown, log: FaceLog): Admitted {
  if (thrown instanceof LimitReached) {
    return tooMany(thrown.problem.retryAfter ?? 1, rateLimitHeaders(thrown.limits));
  }
  const outage = asOutage(thrown);
  if (!(outage instanceof ServiceError)) throw thrown;
  log.error({ err: thrown }, "a credential could not be checked for MCP");
  const { retryAfter = 1 } = outage.problem;
  const reply = errorReply(503, ERROR.unavailable, "The data of accounts is not available now. Try again in a moment.");
  return refused(reply, { "Retry-After": String(retryAfter) });
}

function tooMany(retryAfter: number, limits: Readonly<Record<string, string>>): Admitted {
  const message = `Too many requests. Try again in ${retryAfter} s.`;
  const reply = errorReply(429, ERROR.tooManyRequests, message, undefined, { retryAfter });
  return refused(reply, { ...limits, "Retry-After": String(retryAfter) });
}

function refused(reply: McpReply, limits: Readonly<Record<string, string>>): Admitted {
  return { kind: "refused", reply, limits };
}
