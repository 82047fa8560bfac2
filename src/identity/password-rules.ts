import { getDomainWithoutSuffix } from "tldts";
import { localPartOf } from "./email-address.ts";

/** Codes of the page's messages (`data-error`). */
export type PasswordFault = "password_short" | "password_long" | "password_common";

const SHORTEST = 12;
const LONGEST = 256;
/** No password of `LONGEST` code points was typed with more UTF-16 code units than these, whatever its accents are made of. */
const LONGEST_TYPED = 8 * LONGEST;

const FEWEST_DISTINCT = 5;

/** What must be left of a password beside the person's own name or ours. */
const FEWEST_LEFT = 8;

/** True for a password of a list of breaches; see `breached-passwords.ts`. */
export type IsBreached = (password: string) => Promise<boolean>;

/**
 * The one change that is made to a password, before it is judged, hashed or compared (NIST SP 800-63B, 3.1.1.2). A text
 * that is too long to be a password stays as it is: to compose thousands of marks takes seconds.
 */
export function normalizePassword(password: string): string {
  return password.length > LONGEST_TYPED ? password : password.normalize("NFC");
}

/**
 * Judges a new password: 12 to 256 code points, any characters, no rules of composition. Refused is what stands on the
 * list of common ones (also without digits and punctuation at both ends), has fewer than five distinct characters, or
 * is little more than the person's address, the domain of it, one of `names` or the name of this service. Returns the code of the fault, or `undefined`.
 */
export async function faultOfPassword(
  password: string,
  email: string,
  isBreached: IsBreached = async () => false,
  names: readonly string[] = [],
): Promise<PasswordFault | undefined> {
  const characters = [...normalizePassword(password)];
  if (characters.length < SHORTEST) return "password_short";
  if (characters.length > LONGEST) return "password_long";
  if (new Set(characters).size < FEWEST_DISTINCT) return "password_common";
  const folded = characters.join("").toLowerCase();
  if (isMostly(folded, localPartOf(email).toLowerCase()) || isMostly(folded, "dosah")) return "password_common";
  const letters = lettersOf(folded);
  const words = [registrableLabel(email), ...names].map(lettersOf);
  if (words.some((word) => word !== "" && (lettersAlone(folded) === word || isMostly(letters, word)))) {
    return "password_common";
  }
  const common = await commonPasswords();
  const core = folded.replace(/^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu, "");
  if (common.has(folded) || common.has(core)) return "password_common";
  return (await isBreached(normalizePassword(password))) ? "password_common" : undefined;
}

/** What is left of a text without case, accents, blanks, digits and punctuation at both ends, and blanks inside. */
function lettersOf(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.replace(/[\s\p{P}]+/gu, "");
}

/** The same with digits and punctuation cut at both ends. */
function lettersAlone(text: string): string {
  return lettersOf(text).replace(/^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu, "");
}

/** The name that the domain of an address was registered under: `mraziarne` of `jana@posta.mraziarne.sk`. */
function registrableLabel(email: string): string {
  return getDomainWithoutSuffix(email.slice(email.lastIndexOf("@") + 1)) ?? "";
}

function isMostly(password: string, word: string): boolean {
  return word !== "" && password.includes(word) && [...password.replaceAll(word, "")].length < FEWEST_LEFT;
}

let loaded: Promise<ReadonlySet<string>> | undefined;

/** The list of `@zxcvbn-ts/language-common`, read at first use: most processes never judge a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase())),
  );
  return loaded;
}
