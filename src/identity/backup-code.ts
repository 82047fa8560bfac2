import { hash, randomBytes } from "node:crypto";

const COUNT = 10;
const BYTES = 15;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Ten codes for the day when the phone is gone. Each has 120 random bits (ASVS 6.5.2 wants a slow hash below 112) in
 * six groups of four characters of Crockford's base 32.
 */
export function newBackupCodes(): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    let value = BigInt(`0x${randomBytes(BYTES).toString("hex")}`);
    let text = "";
    for (let index = 0; index < (BYTES * 8) / 5; index++) {
      text = ALPHABET.charAt(Number(value & 31n)) + text;
      value >>= 5n;
    }
    return text.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/**
 * What is stored in place of a code, from what a person typed: case, blanks and hyphens do not matter, and the letters
 * that Crockford's alphabet leaves out are read as the digits they are mistaken for. `undefined` for no such code.
 */
export function hashBackupCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return /^[0-9a-hjkmnp-tv-z]{24}$/.test(code) ? hash("sha256", code) : undefined;
}
