import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import type { Lookup } from "./lookup.ts";

/** Names below a domain whose aliases must not lead nowhere. */
export const ALIASED_NAMES = ["www", "mail", "autodiscover", "mta-sts"] as const;

/** Where an alias leads: to a name that exists, to none (`target`), or nobody knows. */
export type AliasFinding =
  | { readonly kind: "fine" | "dns_failed" }
  | { readonly kind: "dangling"; readonly target: string };

/** Follows the alias of a name, if it has one. */
export function followAlias(lookup: Lookup, name: string): AliasFinding {
  const answer = lookup(name, "A");
  if (!isAnswered(answer)) return { kind: "dns_failed" };
  const target = answer.aliases.at(-1);
  if (target === undefined || answer.values.length > 0) return { kind: "fine" };
  if (answer.status === "nxdomain") return { kind: "dangling", target };
  // Some resolvers give the alias alone.
  const end = lookup(target, "A");
  if (!isAnswered(end)) return { kind: "dns_failed" };
  return end.status === "nxdomain" ? { kind: "dangling", target } : { kind: "fine" };
}
