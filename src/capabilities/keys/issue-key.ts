import { addDays } from "../../core/calendar.ts";
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
  /** The last day on which it works, in UTC; `never`: it has none. */
  readonly expires: Day | "never" | undefined;
  /** The organizations that it reaches; left out: all of the person. */
  readonly organizations?: readonly string[];
  /** Names the form it comes from, so that the form sent twice issues one key. */
  readonly once: string | null;
}

/** A key works for so many days where nobody says until when, and at most so many by the form. */
const USUAL_DAYS = 365;
export const MOST_DAYS = 730;

/** The last day of a key that is issued today, where nobody says another one. */
export function usualEnd(today: Day): Day {
  return addDays(today, USUAL_DAYS);
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
  const { expires = usualEnd(today), once, organizations } = asked;
  const name = keyNameOf(asked.name) ?? "";
  const faults: Fault[] = [];
  if (name === "") faults.push({ code: "key_name_invalid", field: "name" });
  if (expires !== "never" && expires < today) faults.push({ code: "expires_past", field: "expires" });
  refuseFaults(faults);
  await store.lock();
  if (once !== null && (await store.wasIssuedOnce(once))) return undefined;
  const keys = await store.keys(now);
  if (keys.some((each) => each.name === name)) refuseFaults([{ code: "name_taken", field: "name" }]);
  if (keys.length >= MOST_KEYS) refuseFaults([{ code: "key_limit" }]);
  const key = newApiKey();
  const [id, tail] = [newId("apiKey"), tailOf(key)];
  const expiresAt = expires === "never" ? null : Date.parse(`${expires}T00:00:00Z`) + DAY_MS;
  const scopes = KEY_SCOPES.filter((scope) => scope === "read" || asked.scopes.includes(scope));
  await store.freeKeyName(name, now);
  const reached = organizations === undefined ? {} : { organizations };
  await store.addKey({ id, name, scopes, hash: hashApiKey(key), tail, expiresAt, once, ...reached }, now);
  return { id, key, tail, scopes, lastDay: expires === "never" ? null : expires, expiresAt: instant(expiresAt) };
}

/** A stored key as the lists show it; `name` is foreign text. */
export async function shownKey(
  key: ApiKey,
  store: Pick<PersonStore, "organizationsOfKey">,
  clean: (name: string) => string,
) {
  const reached = key.reach === "all" ? [] : await store.organizationsOfKey(key.id);
  return {
    id: key.id,
    tail: key.tail,
    scopes: [...key.scopes],
    createdAt: new Date(key.created_at).toISOString(),
    expiresAt: instant(key.expires_at),
    lastUsedAt: instant(key.last_used_at),
    reach: key.reach,
    organizations: reached.map(({ org_id: id, name }) => ({ id, untrusted: { name: clean(name) } })),
    untrusted: { name: clean(key.name) },
  };
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
