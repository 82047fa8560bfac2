/** Prefixes of ids, one per kind of thing. */
export const ID_PREFIXES = {
  account: "acc",
  organization: "org",
  apiKey: "key",
  invitation: "inv",
  scan: "scn",
  assessment: "asm",
  auditEntry: "evt",
  evidence: "evd",
  shareLink: "shr",
  trustProfile: "tpr",
  complaint: "cmp",
  comment: "cmt",
  supplierAsk: "ask",
  accessRequest: "req",
  job: "job",
  connection: "con",
  client: "dcl",
  connectionRequest: "orq",
  firmList: "lst",
  event: "chg",
  subscription: "sub",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** Crockford's base 32 in lower case: no i, l, o, u, so that an id can be read aloud. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 128 bits need 26 characters of five bits. */
const LENGTH = 26;

/** A new id: the prefix of its kind, an underscore and 128 random bits in 26 characters. */
export function newId(kind: IdKind): string {
  let value = 0n;
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) value = (value << 8n) | BigInt(byte);
  let text = "";
  for (let index = 0; index < LENGTH; index++) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `${ID_PREFIXES[kind]}_${text}`;
}

/** True for a text that `newId` could have made for this kind. Says nothing about whether the thing exists. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = `${ID_PREFIXES[kind]}_`;
  // 26 characters hold 130 bits: the first one carries three.
  return (
    text.length === prefix.length + LENGTH &&
    text.startsWith(prefix) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length))
  );
}
