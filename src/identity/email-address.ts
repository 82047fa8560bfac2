/** The longest address that mail servers take (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const LONGEST = 254;

/**
 * The longest text that is read as one, in UTF-16 code units: composing makes an address shorter, but not to a quarter.
 * What is longer is not composed, since that takes seconds for a text of nothing but marks.
 */
const LONGEST_TYPED = 4 * LONGEST;

/** The longest part before the `@` (RFC 5321, 4.5.3.1.1). */
const LONGEST_LOCAL = 64;

// Quoted local parts and comments are legal in theory and only attacks in practice. Controls, line breaks and what
// separates recipients in a header never pass.
const LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Reads an e-mail address as a person typed it. Returns it without surrounding blanks and in NFC, or `undefined` where
 * it is none: a mail server decides whether the address exists, this decides whether it may be asked.
 */
export function readEmailAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > LONGEST_TYPED) return undefined;
  const address = typed.normalize("NFC");
  const at = address.lastIndexOf("@");
  if (at < 1 || address.length > LONGEST) return undefined;
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split(".");
  const isLocal = local.length <= LONGEST_LOCAL && LOCAL.test(local) && !/^\.|\.\.|\.$/.test(local);
  const isDomain = labels.length >= 2 && labels.every((label) => label.length <= 63 && LABEL.test(label));
  return isLocal && isDomain ? address : undefined;
}

/**
 * The key under which an account is found: NFC, lower case, no surrounding blanks. Addresses that only look alike
 * (other alphabets) keep different keys; applying it twice changes nothing. What is too long to be an address is left as
 * it is: no account has it.
 */
export function emailKeyOf(address: string): string {
  const typed = address.trim();
  if (typed.length > LONGEST_TYPED) return typed;
  // Lower case may decompose a letter (U+0130), so it is composed again after it.
  return typed.normalize("NFC").toLowerCase().normalize("NFC");
}

/** The part before the `@`. */
export function localPartOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@"));
}
