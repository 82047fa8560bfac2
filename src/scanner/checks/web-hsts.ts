import { defineCheck, statusOf } from "./check.ts";
import { endReason, headerValues, seenTls, troubleOf } from "./gates.ts";
import { tlsChain } from "./tls-chain.ts";
import { tlsExpiry } from "./tls-expiry.ts";
import { tlsHostname } from "./tls-hostname.ts";

const YEAR = 31_536_000;

/** Do browsers remember that this host uses HTTPS only (RFC 6797)? They do not where the certificate is wrong. */
export const webHsts = defineCheck({
  id: "web.hsts",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: {
    year: "pass",
    short: "warn",
    missing: "fail",
    disabled: "fail",
    unreadable: "fail",
    certificate_invalid: "fail",
  },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const first = record.https?.hops[0];
    if (first === undefined) return { reason: endReason(record.https?.end ?? "timeout") };
    const trouble = troubleOf(first);
    if (trouble !== null) return { reason: trouble };
    const [header = null] = headerValues(first.headers, "strict-transport-security");
    const untrusted = { header };
    // RFC 6797 8.1: over a connection with an error the header is not heeded.
    if ([tlsChain, tlsHostname, tlsExpiry].some((check) => statusOf(check, check.judge(record).reason) === "fail")) {
      return { reason: "certificate_invalid", untrusted };
    }
    if (header === null) return { reason: "missing" };
    const maxAge = readHstsMaxAge(header);
    if (maxAge === null) return { reason: "unreadable", untrusted };
    if (maxAge === 0) return { reason: "disabled", untrusted };
    return { reason: maxAge < YEAR ? "short" : "year", untrusted };
  },
});

/**
 * Reads `max-age` of a Strict-Transport-Security header (RFC 6797 6.1): directives in any order, values may be quoted.
 * @returns seconds; null where the header is not readable: no number, or a directive stands twice.
 */
export function readHstsMaxAge(header: string): number | null {
  const seen = new Set<string>();
  let maxAge: number | null = null;
  for (const directive of header.split(";").map((each) => each.trim())) {
    if (directive === "") continue;
    const [, written = "", quoted, bare] =
      /^([!#$%&'*+\-.^_`|~0-9a-z]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]+)))?$/i.exec(directive) ?? [];
    const name = written.toLowerCase();
    if (name === "" || seen.has(name)) return null;
    seen.add(name);
    if (name !== "max-age") continue;
    const value = quoted ?? bare ?? "";
    if (!/^\d+$/.test(value)) return null;
    maxAge = Number(value);
  }
  return maxAge;
}
