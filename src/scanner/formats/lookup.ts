import { type DnsAnswer, type DnsType, isAnswered } from "../../outbound/guarded/dns-answer.ts";

/** Gives the answer to a question; one that nobody asked has the status `limit`. */
export type Lookup = (name: string, type: DnsType) => DnsAnswer;

/**
 * The TXT records of a name that satisfy a condition.
 * @returns null where the question was not answered: silence is not absence.
 */
export function textRecords(lookup: Lookup, name: string, belongs: (text: string) => boolean): string[] | null {
  const answer = lookup(name, "TXT");
  return isAnswered(answer) ? answer.values.filter(belongs) : null;
}

/** A name and the names above it, down to one label: `a.b.sk`, `b.sk`, `sk`. */
export function climb(name: string): string[] {
  const labels = name.split(".");
  return labels.map((_label, index) => labels.slice(index).join("."));
}

/**
 * Reads `tag=value; tag=value` (RFC 6376 3.2), as DMARC, DKIM, MTA-STS and TLS-RPT records are written. Names in lower
 * case; of a repeated tag the first counts.
 * @returns null where a part is no pair.
 */
export function readTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(";").map((each) => each.trim())) {
    if (part === "") continue;
    const at = part.indexOf("=");
    if (at < 1) return null;
    const name = part.slice(0, at).trim().toLowerCase();
    if (!/^[a-z][a-z0-9_]*$/.test(name)) return null;
    if (!tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}
