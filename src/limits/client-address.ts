import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { contains, type Network, parseAddress, parseNetwork } from "./network.ts";

/** What a request counts as when not even its socket has an address: all such requests share one count. */
const UNKNOWN_ADDRESS = "unknown";

/** More proxies than this before a caller are not a set-up but an attempt to keep us busy. */
const MAX_HOPS = 32;

/** Callers that are remembered, and the longest list of proxies that is. */
const RECENT = 1024;
const LONGEST_KEPT = 64;

/** Names that a list of trusted proxies may use instead of networks. */
const NAMED: Readonly<Record<string, readonly string[]>> = { loopback: ["127.0.0.0/8", "::1/128"] };

/**
 * Reads `TRUST_PROXY`: networks, single addresses and `loopback`, separated by commas.
 * @throws Error naming the part that is neither, or that would trust the whole internet.
 */
export function parseTrustedProxies(text: string): readonly Network[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .flatMap((part) => (Object.hasOwn(NAMED, part) ? (NAMED[part] ?? []) : [part]))
    .map((part) => {
      const network = parseNetwork(part);
      if (network === undefined) throw new Error(`${JSON.stringify(part)} is not a network, an address or "loopback"`);
      if (network.prefix === 0) throw new Error(`${JSON.stringify(part)} would believe every caller`);
      return network;
    });
}

/** Takes the address of the socket and the `X-Forwarded-For` header; gives the address that is counted. */
export type ClientAddress = (remoteAddress: string | undefined, forwardedFor: string | undefined) => string;

/**
 * Builds the function that says whom a request counts for. `X-Forwarded-For` is read from the right and believed only
 * as far as trusted proxies wrote it: a caller can put anything to the left of that. A hop that is no address ends the
 * walk, and the last trusted one counts. IPv6 counts as its /64 network (`2001:db8::/64`), since a household has that
 * many addresses; IPv4-mapped IPv6 counts as IPv4. The function never throws.
 * @param trustProxy networks whose `X-Forwarded-For` is believed; empty: nobody's.
 */
export function createClientAddress(trustProxy: readonly Network[]): ClientAddress {
  const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6) => isIn(trustProxy, address);
  /** By what was forwarded: a request asks when it is counted and again when it is logged. */
  const recent = new Map<string, { readonly remoteAddress: string | undefined; readonly counted: string }>();

  return (remoteAddress, forwardedFor = "") => {
    const known = recent.get(forwardedFor);
    if (known !== undefined && known.remoteAddress === remoteAddress) return known.counted;
    const counted = find(remoteAddress, forwardedFor);
    if (recent.size >= RECENT) recent.clear();
    if (forwardedFor.length <= LONGEST_KEPT) recent.set(forwardedFor, { remoteAddress, counted });
    return counted;
  };

  function find(remoteAddress: string | undefined, forwardedFor: string): string {
    let address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress);
    if (address === undefined) return UNKNOWN_ADDRESS;
    let end = forwardedFor.length;
    for (let hops = 0; end > 0 && hops < MAX_HOPS && isTrusted(address); hops++) {
      const comma = forwardedFor.lastIndexOf(",", end - 1);
      const text = forwardedFor.slice(comma + 1, end);
      // As it nearly always is: one proxy, which wrote one address as it is counted.
      if (comma === -1 && isIPv4(text)) return text;
      const hop = parseAddress(text);
      if (hop === undefined) break;
      address = hop;
      end = comma;
    }
    return countedAddress(address);
  }
}

/** Makes the function that says whether the other end of a connection is a proxy whose words are believed. */
export function createTrustedProxyCheck(
  trustProxy: readonly Network[],
): (remoteAddress: string | undefined) => boolean {
  if (trustProxy.length === 0) return () => false;
  return (remoteAddress) => {
    const address = remoteAddress === undefined ? undefined : parseAddress(remoteAddress);
    return address !== undefined && isIn(trustProxy, address);
  };
}

function isIn(networks: readonly Network[], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return networks.some((network) => contains(network, address));
}

function countedAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/**
 * The network of a counted address as it may be kept: /24 of IPv4, /48 of IPv6. `null` for what is no address.
 * A whole address is in no table and no log.
 */
export function keptNetwork(counted: string): string | null {
  if (isIPv4(counted)) return `${counted.slice(0, counted.lastIndexOf("."))}.0/24`;
  const address = parseAddress(counted.replace(/\/\d+$/, ""));
  if (address === undefined) return null;
  if (address instanceof ipaddr.IPv4) return keptNetwork(address.toString());
  return `${new ipaddr.IPv6([...address.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()}/48`;
}
