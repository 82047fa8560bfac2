import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { parse } from "tldts";

/** A host name that may be asked for, in its ASCII form, with its registrable domain. */
export interface HostName {
  readonly host: string;
  /** One label below the public suffix (ICANN part of the list): `firma.sk` for `www.firma.sk`. */
  readonly registrable: string;
}

/** Top-level names that no public resolver should answer, or that mean the own network. */
const RESERVED_TOP = new Set([
  "localhost",
  "local",
  "internal",
  "arpa",
  "onion",
  "test",
  "example",
  "invalid",
  "alt",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
  "localdomain",
]);

const RESERVED_DOMAINS = new Set(["example.com", "example.net", "example.org"]);

/** Characters of a text that is looked at; the longest name has 253, and each may have been typed in several. */
const LONGEST_TYPED = 1024;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Dots of other scripts: name processing turns them into a dot, so that one label would become two. */
const OTHER_DOTS = /[\u3002\uff0e\uff61]/;

/**
 * Reads what somebody typed or a foreign server named as a host name and nothing else: no address in any form, no
 * port, no path, no user info, no name of the own network.
 * @param ownNames host names of this service: they and the names below them are refused.
 * @returns null where the text is no admissible name. Nothing is looked up.
 */
export function readHostName(input: string, ownNames: readonly string[] = []): HostName | null {
  // Before everything else: blanks are searched for, and marks put in order, with work that grows with its square.
  if (input.length > LONGEST_TYPED) return null;
  const typed = input.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (OTHER_DOTS.test(typed)) return null;
  const text = typed.replace(/\.$/, "").normalize("NFC").toLowerCase();
  // Control, format and unassigned characters, blanks; and everything that a second normalization would change.
  if (/[\p{C}\p{Z}]/u.test(text) || text.normalize("NFKC") !== text) return null;
  // domainToASCII reads a URL's authority: these characters would end the name and start something else.
  if (/[^a-z0-9.\-\u0080-\u{10ffff}]/u.test(text)) return null;
  const host = domainToASCII(text);
  return isName(host) && !ownNames.some((own) => host === own || host.endsWith(`.${own}`)) ? named(host) : null;
}

/**
 * The registrable domain above a host, where there is one and nobody else's suffix (`github.io`) lies between.
 * @returns null for a registrable domain itself.
 */
export function domainAbove({ host, registrable }: HostName): string | null {
  if (host === registrable) return null;
  return parse(host, { allowPrivateDomains: true, extractHostname: false }).domain === registrable ? registrable : null;
}

/** Names that stand for the whole domain of a firm: its browser's address bar or its mail program shows them. */
const NAMES_OF_FIRM = new Set(["www", "mail"]);

/** Whom a name stands for: `firma.sk` for `www.firma.sk` and `mail.firma.sk`, every other name for itself. */
export function subjectOf(target: HostName): HostName {
  const above = domainAbove(target);
  const [first = ""] = target.host.split(".");
  if (above === null || target.host !== `${first}.${above}` || !NAMES_OF_FIRM.has(first)) return target;
  return { host: above, registrable: above };
}

/**
 * The host in what a person pasted: an address of a page (`https://firma.sk/kontakt`, `firma.sk/`) or of mail. No port
 * but that of the web, no credentials.
 * @returns null where the text is neither. The host is not read yet.
 */
export function hostPasted(input: string): string | null {
  if (input.length > LONGEST_TYPED) return null;
  const text = input.trim();
  const [, page = null] = /^(?:https?:\/\/)?([^\s/?#@:\\[\]]+)(?::(?:80|443))?(?:[/?#]\S*)?$/i.exec(text) ?? [];
  if (page !== null) return page;
  const [, mail = null] = /^(?:mailto:)?[^\s/?#@:\\]+@([^\s/?#@:\\[\]]+)$/i.exec(text) ?? [];
  return mail;
}

/** Is the text, already in its ASCII form, a name of two or more labels that is no address? */
function isName(host: string): boolean {
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    isIP(host) === 0 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^(?:\d+|0x[0-9a-f]*)$/.test(last) &&
    !RESERVED_TOP.has(last)
  );
}

function named(host: string): HostName | null {
  const options = { extractHostname: false };
  const icann = parse(host, { ...options, allowPrivateDomains: false });
  if (icann.isIcann !== true || icann.domain === null || RESERVED_DOMAINS.has(icann.domain)) return null;
  // A private suffix (`github.io`) belongs to the one who lets names below it, not to whoever asks.
  if (parse(host, { ...options, allowPrivateDomains: true }).publicSuffix === host) return null;
  return { host, registrable: icann.domain };
}
