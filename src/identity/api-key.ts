import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "dosah_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 43 characters of base 62 carry 256 bits. */
const RANDOM_LENGTH = 43;

/** 6 characters of base 62 carry the 32 bits of a CRC. */
const CHECKSUM_LENGTH = 6;

const SHAPE = /^dosah_[0-9A-Za-z]{49}$/;

/**
 * A new API key: `dosah_`, 43 random characters of base 62 (256 bits) and 6 characters of base 62 with the CRC-32 of
 * all before. The checksum lets a secret scanner and Dosah itself tell a slip without a query; it protects nothing.
 */
export function newApiKey(): string {
  let text = PREFIX;
  for (let index = 0; index < RANDOM_LENGTH; index++) text += ALPHABET.charAt(randomInt(ALPHABET.length));
  return text + checksumOf(text);
}

/** True for a text with the form and the checksum of an API key. Costs no query and no hash. */
export function isApiKey(text: string): boolean {
  return SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksumOf(text.slice(0, -CHECKSUM_LENGTH));
}

/** What is stored in place of a key: SHA-256 in hex. */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
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
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  return key !== undefined && isApiKey(key) ? key : undefined;
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
