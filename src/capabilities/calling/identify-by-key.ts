import { apiKeyIn, hashApiKey } from "../../identity/api-key.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import type { Limiter } from "../../limits/limiter.ts";
import { apiKeyUsed, keyHolder } from "../../state/api-keys.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { LimitReached } from "./limit-reached.ts";
import { type Identify, NOBODY } from "./principal.ts";
import type { FaceLog } from "./problem-of.ts";

/** The use of a key is noted at most once in this time, in milliseconds. */
const NOTED_EVERY_MS = 60_000;

/** The row of `limits.yaml` that wrong keys count in. */
const FAILED_KEYS = "key_failed";

interface KeyCheck {
  readonly state: StateDatabase;
  readonly limiter: Pick<Limiter, "take">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: FaceLog;
}

/**
 * Finds out whose key a call carries: form and checksum first, which cost no query, then one statement. Wrong keys are
 * counted by address. Nothing about a key is remembered, so a revoked one fails at the next call.
 * @throws LimitReached after too many wrong keys; StateError where the database cannot be asked.
 */
export function identifyByKey({ state, limiter, now, log }: KeyCheck): Identify {
  return async ({ address, authorization, counted }) => {
    if (address === null) return { kind: "operator" };
    if (authorization === undefined) return NOBODY;
    // No key is looked at for who is asking too often.
    const request = await counted?.decision;
    if (request?.allowed === false) throw new LimitReached(request.retryAfter, request.states);
    const key = apiKeyIn(authorization);
    const holder = key === undefined ? undefined : await keyHolder(state, hashApiKey(key), now());
    if (holder === undefined) {
      const decision = await limiter.take([FAILED_KEYS], address);
      if (!decision.allowed) throw new LimitReached(decision.retryAfter, decision.states);
      return NOBODY;
    }
    const { keyId, accountId, scopes, lastUsedAt } = holder;
    if (lastUsedAt === null || now() - lastUsedAt >= NOTED_EVERY_MS) {
      // Outside the call: an answer never waits for it, and a note that fails costs nothing but itself.
      apiKeyUsed(state, keyId, keptNetwork(address), now()).catch((cause: unknown) =>
        log.warn({ err: cause }, "the use of a key could not be noted"),
      );
    }
    return { kind: "person", accountId, scopes, keyId };
  };
}
