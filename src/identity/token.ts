import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new secret for a session, a mail link, an invitation or a calendar: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A second secret beside a token: 128 random bits in base64url. */
export function newProof(): string {
  return randomBytes(16).toString("base64url");
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

/**
 * The same secret under a mask of random bytes, another text each time: beside text that somebody else chose, the length
 * of a compressed page then says nothing of it (BREACH).
 */
export function maskedToken(secret: string): string {
  const bytes = Buffer.from(secret, "base64url");
  const mask = randomBytes(bytes.length);
  return Buffer.concat([mask, xor(mask, bytes)]).toString("base64url");
}

/** The secret under a mask; a text that was never masked stays as it is, as in a page of an earlier program. */
export function unmaskedToken(text: string): string {
  if (!/^[A-Za-z0-9_-]{86}$/.test(text)) return text;
  const bytes = Buffer.from(text, "base64url");
  return xor(bytes.subarray(0, 32), bytes.subarray(32)).toString("base64url");
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}

/** Compares two texts in a time that depends on their length alone. */
export function equalInConstantTime(a: string, b: string): boolean {
  // Both sides are hashed first, so that lengths and contents cost the same.
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
