import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 43 characters of base 62 carry 256 bits. */
const RANDOM_LENGTH = 43;

/** 6 characters of base 62 carry the 32 bits of a CRC. */
const CHECKSUM_LENGTH = 6;

const REST = /^[0-9A-Za-z]{49}$/;

/**
 * A new secret: a prefix that says what it is, 43 random characters of base 62 (256 bits) and 6 characters of base 62 with
 * the CRC-32 of all before. The checksum lets a secret scanner and Dosah itself tell a slip without a query; it protects
 * nothing.
 */
export function newSecret(prefix: string): string {
  let text = prefix;
  for (let index = 0; index < RANDOM_LENGTH; index++) text += ALPHABET.charAt(randomInt(ALPHABET.length));
  return text + checksumOf(text);
}

/** True for a text with this prefix, the form and the checksum of a secret. Costs no query and no hash. */
export function isSecret(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !REST.test(text.slice(prefix.length))) return false;
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH));
}

/** What is stored in place of a secret: SHA-256 in hex. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** What an `Authorization` header carries as a bearer; `undefined` for every other scheme. */
export function bearerIn(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
}

function checksumOf(text: string): string {
  let value = crc32(text);
  let digits = "";
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = ALPHABET.charAt(value % ALPHABET.length) + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
