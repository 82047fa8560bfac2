import { expect } from "vitest";
import { SCAN_CHECK_IDS } from "../../src/scanner/checks/index.ts";
import type { LabResult } from "./laboratory.ts";

/** What every check says of the flawless site in the profile `full`. */
export const FLAWLESS: Readonly<Record<string, string>> = {
  "dns.dnssec": "pass validated",
  "dns.caa": "pass named",
  "dns.nameservers": "pass several_networks",
  "dns.dangling": "pass none",
  "dns.ipv6": "info neither",
  "mail.spf": "pass strict",
  "mail.dmarc": "pass enforced",
  "mail.dkim": "pass strong",
  "mail.mtaSts": "pass enforced",
  "mail.tlsRpt": "pass reported",
  "mail.starttls": "pass offered",
  "mail.dane": "info absent",
  "mail.noMail": "not_applicable has_mx",
  "tls.available": "pass available",
  "tls.version": "pass modern",
  "tls.chain": "pass trusted",
  "tls.hostname": "pass covered",
  "tls.expiry": "pass valid",
  "tls.key": "pass strong",
  "tls.cipher": "pass modern",
  "web.redirect": "pass https_first",
  "web.hsts": "pass year",
  "web.csp": "pass strict",
  "web.frame": "pass limited",
  "web.nosniff": "pass set",
  "web.referrer": "pass private",
  "web.cookies": "pass protected",
  "web.mixed": "pass none",
  "web.sri": "pass protected",
  "web.versionLeak": "pass hidden",
  "web.cors": "pass limited",
  "web.securityTxt": "pass valid",
  "web.permissions": "info present",
  "web.status": "info success",
};

/** Ids that begin so, all with one verdict. */
export function all(prefix: string, verdict: string, except: readonly string[] = []): Record<string, string> {
  const ids = SCAN_CHECK_IDS.filter((id) => id.startsWith(prefix) && !except.includes(id));
  return Object.fromEntries(ids.map((id) => [id, verdict]));
}

/** What the profile `public` leaves out. */
export const PUBLIC: Readonly<Record<string, string>> = {
  "tls.version": "not_applicable full_profile_only",
  "mail.starttls": "not_applicable full_profile_only",
  "web.cors": "not_applicable full_profile_only",
};

/** Compares the whole result: the differences from the flawless site, and nothing else. */
export function expectVerdicts(result: LabResult, differences: Readonly<Record<string, string>> = {}): void {
  expect(result.verdicts).toEqual({ ...FLAWLESS, ...differences });
}
