import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new secret for a session, a mail link, an invitation or a calendar: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * What is stored in place of a token: SHA-256 in hex. A plain hash is enough, because the token has 256 random bits:
 * there is nothing to guess. The same token always gives the same hash, so a row is found by it.
 */
export function hashToken(token: string): string {
  return hash("sha256", token);
}

/** True for a text that `newToken` could have made. Says nothing about whether it was issued. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/**
 * The secret that every form of a signed-in person carries: made from the session token, so that only a page of the
 * same session knows it, and the token itself is in no page.
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac("sha256", sessionToken).update("dosah:csrf").digest("base64url");
}

/** Compares two texts in a time that depends on their length alone. */
export function equalInConstantTime(a: string, b: string): boolean {
  // Both sides are hashed first, so that lengths and contents cost the same.
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
