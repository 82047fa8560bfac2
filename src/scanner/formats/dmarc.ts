import { climb, type Lookup, readTags, textRecords } from "./lookup.ts";

const POLICIES = ["none", "quarantine", "reject"] as const;

export type DmarcPolicy = (typeof POLICIES)[number];

/** The DMARC record that holds for a domain (RFC 9989), or why there is none. */
export type DmarcFinding =
  | { readonly kind: "missing" | "multiple" | "dns_failed"; readonly record: string | null }
  | {
      readonly kind: "record";
      readonly record: string;
      /** The name whose record it is: the domain, or one above it. */
      readonly at: string;
      /** What receivers do with mail that fails, after `sp`, `t=y` and a missing or unknown `p`. */
      readonly policy: DmarcPolicy;
      /** `p` stands there and means nothing. */
      readonly unknownPolicy: boolean;
      /** Domains of the addresses that get the reports. */
      readonly reportDomains: readonly string[];
    };

/** The tree walk asks at most so many names (RFC 9989 4.10). */
const MAX_NAMES = 8;

/** Is this TXT record meant as DMARC? */
export function isDmarc(text: string): boolean {
  return /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text);
}

/** Finds the record that holds for a domain: its own, else that of the organizational domain above it. */
export function findDmarc(lookup: Lookup, domain: string): DmarcFinding {
  const own = textRecords(lookup, `_dmarc.${domain}`, isDmarc);
  if (own === null) return { kind: "dns_failed", record: null };
  if (own.length > 1) return { kind: "multiple", record: own[0] ?? null };
  if (own[0] !== undefined) return readRecord(own[0], domain, false);
  const labels = domain.split(".");
  // Long names are shortened, so that a walk costs no more than eight questions.
  const above = climb(labels.length > MAX_NAMES ? labels.slice(-MAX_NAMES).join(".") : domain).slice(1);
  let found: { readonly record: string; readonly at: string } | null = null;
  for (const name of above.slice(0, MAX_NAMES - 1)) {
    const records = textRecords(lookup, `_dmarc.${name}`, isDmarc);
    if (records === null) return { kind: "dns_failed", record: null };
    const [record] = records;
    if (record === undefined || records.length > 1) continue;
    const psd = readTags(withoutFaults(record))?.get("psd");
    // The record of a public suffix counts only where no name below it has one.
    if (psd === "y") return readRecord(found?.record ?? record, found?.at ?? name, true);
    found = { record, at: name };
    if (psd === "n") break;
  }
  return found === null ? { kind: "missing", record: null } : readRecord(found.record, found.at, true);
}

function readRecord(record: string, at: string, above: boolean): DmarcFinding {
  const tags = readTags(withoutFaults(record)) ?? new Map<string, string>();
  const written = (above ? tags.get("sp") : undefined) ?? tags.get("p");
  const known = POLICIES.find((policy) => policy === written?.toLowerCase());
  const policy = known ?? "none";
  const lowered = tags.get("t")?.toLowerCase() === "y" ? POLICIES[Math.max(0, POLICIES.indexOf(policy) - 1)] : policy;
  return {
    kind: "record",
    record,
    at,
    policy: lowered ?? "none",
    unknownPolicy: written !== undefined && known === undefined,
    reportDomains: reportDomains(tags.get("rua") ?? ""),
  };
}

/** Receivers pass over a part that is no tag, and honour the others. */
function withoutFaults(record: string): string {
  return record
    .split(";")
    .filter((part) => readTags(part) !== null)
    .join(";");
}

/** The domains of `mailto:` addresses; a size limit (`!10m`) may follow them. */
function reportDomains(rua: string): string[] {
  return rua
    .split(",")
    .flatMap((uri) => /^mailto:[^@\s]+@([a-z0-9.-]+?)\.?(?:!\d+[kmgt]?)?$/i.exec(uri.trim())?.[1] ?? [])
    .map((domain) => domain.toLowerCase())
    .slice(0, 10);
}

/** The name at which a foreign report address agrees to receive the reports that the record of a domain asks for (RFC 9990). */
export function reportConsentName(domain: string, reportDomain: string): string {
  return `${domain}._report._dmarc.${reportDomain}`;
}
