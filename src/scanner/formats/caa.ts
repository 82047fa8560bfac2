import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { climb, type Lookup } from "./lookup.ts";

/** The CAA records that hold for a name: the first set found on the way up (RFC 8659). */
export interface CaaFinding {
  readonly result: "named" | "missing" | "no_issue" | "iodef_invalid" | "dns_failed";
  readonly records: readonly string[];
}

const RECORD = /^(\d{1,3}) ([a-zA-Z0-9]{1,15}) (.*)$/s;

/** Finds and judges the CAA records of a name. */
export function findCaa(lookup: Lookup, domain: string): CaaFinding {
  for (const name of climb(domain)) {
    const answer = lookup(name, "CAA");
    if (!isAnswered(answer)) return { result: "dns_failed", records: [] };
    if (answer.values.length > 0) return judge(answer.values);
  }
  return { result: "missing", records: [] };
}

function judge(records: readonly string[]): CaaFinding {
  const properties = records.flatMap((record) => {
    const [, , tag, value] = RECORD.exec(record) ?? [];
    return tag === undefined || value === undefined ? [] : [{ tag: tag.toLowerCase(), value: value.trim() }];
  });
  if (!properties.some(({ tag }) => tag === "issue")) return { result: "no_issue", records };
  const addresses = properties.filter(({ tag }) => tag === "iodef");
  const valid = addresses.every(({ value }) => /^(?:mailto:[^@\s]+@[^@\s]+|https?:\/\/\S+)$/i.test(value));
  return { result: valid ? "named" : "iodef_invalid", records };
}
