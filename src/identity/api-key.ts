import { bearerIn, hashSecret, isSecret, newSecret } from "./secret-form.ts";

const PREFIX = "dosah_";

/** A new API key: `dosah_` and 49 characters (`secret-form.ts`). */
export function newApiKey(): string {
  return newSecret(PREFIX);
}

/** True for a text with the form and the checksum of an API key. Costs no query and no hash. */
export function isApiKey(text: string): boolean {
  return isSecret(PREFIX, text);
}

/** What is stored in place of a key: SHA-256 in hex. */
export function hashApiKey(key: string): string {
  return hashSecret(key);
}

/** The last four characters, by which a person tells one key from another in a list. */
export function tailOf(key: string): string {
  return key.slice(-4);
}

/**
 * The API key in an `Authorization` header. `undefined` for every other scheme, a key of another form and one whose
 * checksum is wrong; the caller never tells these apart.
 */
export function apiKeyIn(authorization: string): string | undefined {
  const key = bearerIn(authorization);
  return key !== undefined && isApiKey(key) ? key : undefined;
}
