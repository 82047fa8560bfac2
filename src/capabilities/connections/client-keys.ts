import { z } from "zod";
import type { ClientMetadata } from "../../identity/client-metadata.ts";
import type { KnownClient } from "./find-client.ts";
import type { Oauth } from "./oauth.ts";

type Keys = NonNullable<ClientMetadata["jwks"]>;

/** Keys are kept for so long; where one is missing they are read anew so often at most, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const AGAIN_MS = 30_000;

const KEYS_BYTES = 64 * 1024;

/** Clients whose keys are remembered. */
const MOST = 500;

const keysSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(100) });

interface Kept {
  readonly keys: Keys | undefined;
  readonly at: number;
}

const memories = new WeakMap<Oauth, Map<string, Kept>>();

/**
 * The public keys of a client: its own, or those at the address that its document names.
 * @param kid the key that is looked for
 * @returns `undefined` where they cannot be read
 */
export async function keysOf(
  oauth: Oauth,
  { metadata: { jwks, jwksUri } }: KnownClient,
  kid: string | undefined,
): Promise<Keys | undefined> {
  if (jwksUri === undefined) return jwks;
  const memory = memories.get(oauth) ?? new Map<string, Kept>();
  memories.set(oauth, memory);
  const now = oauth.now();
  const known = memory.get(jwksUri);
  const isThere = known?.keys?.keys.some((key) => kid === undefined || key.kid === kid) === true;
  if (known !== undefined) {
    const age = now - known.at;
    if (isThere ? age < KEPT_MS : age < AGAIN_MS) return known.keys;
  }
  const [oldest] = memory.keys();
  if (memory.size >= MOST && oldest !== undefined) memory.delete(oldest);
  const read = await oauth
    .fetchJson(jwksUri, KEYS_BYTES)
    .then(({ body }) => keysSchema.parse(body))
    .catch((cause: unknown) => {
      oauth.log.warn({ why: cause instanceof Error ? cause.name : "" }, "oauth_keys_failed");
      return undefined;
    });
  // A host that is down for a moment leaves what was known.
  const keys = read ?? (isThere ? known?.keys : undefined);
  memory.set(jwksUri, { keys, at: now });
  return keys;
}
