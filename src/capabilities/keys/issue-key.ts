import type { Day } from "../../core/day.ts";
import { KEY_SCOPES, type KeyScope } from "../../core/key-scope.ts";
import { newId } from "../../core/random-id.ts";
import { readName } from "../../core/typed-name.ts";
import { hashApiKey, newApiKey, tailOf } from "../../identity/api-key.ts";
import { type ApiKey, MOST_KEYS } from "../../state/api-keys.ts";
import type { PersonStore } from "../../state/person-store.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";

const DAY_MS = 86_400_000;

/** What is asked for: `read` is always in it. */
export interface AskedKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** The last day on which it works, in UTC. */
  readonly expires: Day | undefined;
  /** Names the form it comes from, so that the form sent twice issues one key. */
  readonly once: string | null;
}

/** A name of a key as it is stored: 1 to 60 characters on one line. */
export function keyNameOf(typed: string): string | undefined {
  return readName(typed, 60);
}

/**
 * Issues a key in the transaction of `store`. The account is locked: two keys that are issued at once are not both the
 * twentieth, and do not bear one name.
 * @returns the key, which is shown this once, or `undefined` where the same form has issued one already
 * @throws Refused
 */
export async function issueKey(
  store: PersonStore,
  asked: AskedKey,
  { now, today }: { readonly now: number; readonly today: Day },
) {
  const { expires, once } = asked;
  const name = keyNameOf(asked.name) ?? "";
  const faults: Fault[] = [];
  if (name === "") faults.push({ code: "key_name_invalid", field: "name" });
  if (expires !== undefined && expires < today) faults.push({ code: "expires_past", field: "expires" });
  refuseFaults(faults);
  await store.lock();
  if (once !== null && (await store.wasIssuedOnce(once))) return undefined;
  const keys = await store.keys(now);
  if (keys.some((each) => each.name === name)) refuseFaults([{ code: "name_taken", field: "name" }]);
  if (keys.length >= MOST_KEYS) refuseFaults([{ code: "key_limit" }]);
  const key = newApiKey();
  const [id, tail] = [newId("apiKey"), tailOf(key)];
  const expiresAt = expires === undefined ? null : Date.parse(`${expires}T00:00:00Z`) + DAY_MS;
  const scopes = KEY_SCOPES.filter((scope) => scope === "read" || asked.scopes.includes(scope));
  await store.freeKeyName(name, now);
  await store.addKey({ id, name, scopes, hash: hashApiKey(key), tail, expiresAt, once }, now);
  return { id, key, tail, scopes, expiresAt: instant(expiresAt) };
}

/** A stored key as the lists show it; `name` is foreign text. */
export function shownKey(key: ApiKey, clean: (name: string) => string) {
  return {
    id: key.id,
    tail: key.tail,
    scopes: [...key.scopes],
    createdAt: new Date(key.created_at).toISOString(),
    expiresAt: instant(key.expires_at),
    lastUsedAt: instant(key.last_used_at),
    untrusted: { name: clean(key.name) },
  };
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
