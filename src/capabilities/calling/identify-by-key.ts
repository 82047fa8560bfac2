import { KEY_SCOPES } from "../../core/key-scope.ts";
import type { ResourceName } from "../../core/oauth.ts";
import { apiKeyIn, hashApiKey } from "../../identity/api-key.ts";
import { accessTokenIn, hashOauthSecret } from "../../identity/oauth-secret.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import { apiKeyUsed, keyHolder } from "../../state/api-keys.ts";
import { connectionUsed } from "../../state/oauth-connections.ts";
import { tokenHolder } from "../../state/oauth-tokens.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { LimitReached } from "./limit-reached.ts";
import { type Caller, type Identify, NOBODY, type Principal } from "./principal.ts";
import type { FaceLog } from "./problem-of.ts";

/** The use of a key is noted at most once in this time, in milliseconds. */
const NOTED_EVERY_MS = 60_000;

/** The row of `limits.yaml` that wrong keys count in. */
const FAILED_KEYS = "key_failed";

interface KeyCheck {
  readonly state: StateDatabase;
  readonly limiter: Accounts["limiter"];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: FaceLog;
  /** Address of each resource whose access tokens are taken; left out: none. */
  readonly resources?: Readonly<Record<ResourceName, string>> | undefined;
}

/**
 * Finds out whose key or access token a call carries: form and checksum first, which cost no query, then one statement. Wrong keys are
 * counted by address. Nothing about a key is remembered, so a revoked one fails at the next call.
 * @throws LimitReached after too many wrong keys; StateError where the database cannot be asked.
 */
export function identifyByKey({ state, limiter, now, log, resources }: KeyCheck): Identify {
  return async (caller) => {
    const { address, authorization, counted } = caller;
    if (address === null) return { kind: "operator" };
    if (authorization === undefined) return NOBODY;
    // No key is looked at for who is asking too often.
    const request = await counted?.decision;
    if (request?.allowed === false) throw new LimitReached(request.refusedBy, request.retryAfter, request.states);
    const connected = await byConnection(caller, authorization);
    if (connected !== undefined) return connected;
    const key = apiKeyIn(authorization);
    const holder = key === undefined ? undefined : await keyHolder(state, hashApiKey(key), now());
    if (holder === undefined) {
      // Counted alone, not before: nobody guesses 256 bits, and a right key costs no count.
      return limiter.attempt([FAILED_KEYS], [address], async () => ({ judged: "wrong", value: NOBODY }));
    }
    const { keyId, accountId, scopes, lastUsedAt, reach } = holder;
    if (lastUsedAt === null || now() - lastUsedAt >= NOTED_EVERY_MS) {
      // Outside the call: an answer never waits for it, and a note that fails costs nothing but itself.
      apiKeyUsed(state, keyId, keptNetwork(address), now()).catch((cause: unknown) =>
        log.warn({ err: cause }, "the use of a key could not be noted"),
      );
    }
    return { kind: "person", accountId, scopes, keyId, ...(reach === "all" ? {} : { reach: keyId }) };
  };

  /** Whose access token a call carries that was issued for what it asks: one statement. */
  async function byConnection(
    { address, via, resource }: Caller,
    authorization: string,
  ): Promise<Principal | undefined> {
    const token = resources === undefined ? undefined : accessTokenIn(authorization);
    const asked = resource === "mcp_account" ? "mcp" : via === "rest" ? "api" : undefined;
    if (resources === undefined || token === undefined || asked === undefined) return undefined;
    const at = now();
    const holder = await tokenHolder(state, hashOauthSecret(token), resources[asked], at);
    if (holder === undefined) return undefined;
    const { id: connectionId, account_id: accountId, reach, last_used_at: usedAt } = holder;
    if (usedAt === null || at - usedAt >= NOTED_EVERY_MS) {
      const network = address === null ? null : keptNetwork(address);
      connectionUsed(state, connectionId, network, at).catch((cause: unknown) =>
        log.warn({ err: cause }, "the use of a connection could not be noted"),
      );
    }
    const granted: readonly string[] = holder.scopes.split(" ");
    const scopes = KEY_SCOPES.filter((scope) => granted.includes(scope));
    const reached = reach === "all" ? {} : { reach: connectionId };
    return { kind: "person", accountId, scopes, connectionId, ...reached };
  }
}
