import ipaddr from "ipaddr.js";
import { type DnsAnswer, isAnswered } from "../../outbound/guarded/dns-answer.ts";
import type { Lookup } from "./lookup.ts";

/** Name servers whose addresses are asked for. */
const ASKED = 4;

/** The name servers of a domain; of a name inside a zone those of the registrable domain. */
export function nameServersOf(lookup: Lookup, domain: string, registrable: string): DnsAnswer {
  const own = lookup(domain, "NS");
  return domain === registrable || !isAnswered(own) || own.values.length > 0 ? own : lookup(registrable, "NS");
}

/** Addresses of the first name servers; `complete` is false where one of them is not known. */
export function addressesOf(lookup: Lookup, servers: readonly string[]) {
  const answers = servers.slice(0, ASKED).flatMap((server) => [lookup(server, "A"), lookup(server, "AAAA")]);
  return { addresses: answers.flatMap(({ values }) => values), complete: answers.every(isAnswered) };
}

/** In how many networks the addresses lie: /24 of IPv4 or /48 of IPv6, whichever are more. */
export function networks(addresses: readonly string[]): number {
  const four = new Set<string>();
  const six = new Set<string>();
  for (const address of addresses.filter((each) => ipaddr.isValid(each))) {
    const bytes = ipaddr.process(address).toByteArray();
    if (bytes.length === 4) four.add(bytes.slice(0, 3).join("."));
    else six.add(bytes.slice(0, 6).join("."));
  }
  return Math.max(four.size, six.size);
}
