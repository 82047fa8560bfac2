/** The fields of a security.txt file that matter (RFC 9116). */
export interface SecurityTxt {
  /** Also those that are no URI: whoever writes a bare address there can be reached all the same. */
  readonly contacts: number;
  /** Those that are no URI, or one of the web without encryption (RFC 9116 2.5.3). */
  readonly wrongContacts: number;
  /** The file begins with a byte order mark (RFC 9116 2.2 wants none). */
  readonly hasMark: boolean;
  /** Days as written; a valid file has exactly one. */
  readonly expires: readonly string[];
  readonly canonical: readonly string[];
}

/** Fields of one kind that are kept. */
const MAX_FIELDS = 20;

/** Characters of a value; a longer one is no field. */
const MAX_VALUE = 2000;

/** Reads a file; lines that are no field, and the frame of a signature, are passed over. */
export function readSecurityTxt(text: string): SecurityTxt {
  const expires: string[] = [];
  const canonical: string[] = [];
  let contacts = 0;
  let wrongContacts = 0;
  const hasMark = text.startsWith("\ufeff");
  for (const line of signedPart(hasMark ? text.slice(1) : text).split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([A-Za-z-]{1,40}):[ \t]+(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (value.length > MAX_VALUE) continue;
    const field = name.toLowerCase();
    if (field === "contact") contacts += 1;
    if (field === "contact" && !isContact(value)) wrongContacts += 1;
    if (field === "expires" && expires.length < MAX_FIELDS) expires.push(value.slice(0, 100));
    if (field === "canonical" && canonical.length < MAX_FIELDS) canonical.push(value.slice(0, 300));
  }
  return { contacts, wrongContacts, hasMark, expires, canonical };
}

/** A URI with a scheme; one of the web begins with `https:`. */
function isContact(value: string): boolean {
  return /^(?!http:)[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value) && !/^[^\s:]+\.[^\s:]+:\d+(?:\/|$)/.test(value);
}

/** Of a signed file the text between the head of the message and the signature. */
function signedPart(text: string): string {
  const start = text.indexOf("-----BEGIN PGP SIGNED MESSAGE-----");
  if (start < 0) return text;
  const end = text.indexOf("-----BEGIN PGP SIGNATURE-----", start);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The instant of an `Expires` field (RFC 3339), or null. */
export function readInstant(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? null : instant;
}
