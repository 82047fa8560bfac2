import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import type { Lookup } from "./lookup.ts";

/** Selectors of DKIM keys that are tried: they cannot be listed, these are the usual ones. */
export const DKIM_SELECTORS = [
  "default",
  "selector1",
  "selector2",
  "google",
  "k1",
  "k2",
  "s1",
  "s2",
  "dkim",
  "mail",
  "seznam",
] as const;

/** Where mail for a domain goes. */
export type MailExchange =
  | { readonly kind: "hosts"; readonly hosts: readonly string[] }
  | { readonly kind: "null" | "none" | "dns_failed" };

/**
 * The name whose mail counts for a host: the registrable domain above it, where the host has no mail of its own.
 * @param above that domain, null where there is none
 * @returns null while it is not known whether the host has mail.
 */
export function mailNameOf(lookup: Lookup, host: string, above: string | null): string | null {
  if (above === null) return host;
  if (lookup(host, "MX").status === "limit") return null;
  const { kind } = mailExchange(lookup, host);
  return kind === "none" || kind === "null" ? above : host;
}

/** Reads the MX records: hosts by preference; `null` is the record that says "no mail" (RFC 7505). */
export function mailExchange(lookup: Lookup, domain: string): MailExchange {
  const answer = lookup(domain, "MX");
  if (!isAnswered(answer)) return { kind: "dns_failed" };
  const records = answer.values
    .map((value) => {
      const [preference = "", host = ""] = value.split(" ");
      return { preference: Number(preference), host };
    })
    .sort((one, other) => one.preference - other.preference || one.host.localeCompare(other.host));
  if (records.length === 0) return { kind: "none" };
  const hosts = records.map(({ host }) => host).filter((host) => host !== "" && host !== ".");
  return hosts.length === 0 ? { kind: "null" } : { kind: "hosts", hosts };
}
