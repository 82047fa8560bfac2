import ipaddr from "ipaddr.js";

/** A network: its first address as a number, and the one behind its last. */
export interface Network {
  readonly family: 4 | 6;
  readonly from: bigint;
  readonly to: bigint;
}

const DOTTED = /^(?:(?:\d{1,2}|[01]\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

/**
 * The network that holds an address (dotted IPv4, or IPv6), with so many leading bits.
 * @returns null for text that is no address.
 */
export function networkOf(address: string, bits: number): Network | null {
  if (!DOTTED.test(address) && !(address.includes(":") && ipaddr.IPv6.isValid(address))) return null;
  const family = address.includes(":") ? 6 : 4;
  const spare = BigInt((family === 4 ? 32 : 128) - bits);
  const from = (numberOf(address) >> spare) << spare;
  return { family, from, to: from + (1n << spare) };
}

function numberOf(address: string): bigint {
  if (!address.includes(":")) return address.split(".").reduce((sum, octet) => (sum << 8n) + BigInt(Number(octet)), 0n);
  return ipaddr.IPv6.parse(address).parts.reduce((sum, part) => (sum << 16n) + BigInt(part), 0n);
}

/** How many addresses of a family some networks hold together; what two of them share counts once. */
export function countAddresses(networks: readonly Network[], family: Network["family"]): bigint {
  let sum = 0n;
  let behind = 0n;
  const ofFamily = networks.filter((each) => each.family === family);
  for (const { from, to } of ofFamily.toSorted(
    (one, other) => Number(one.from > other.from) - Number(one.from < other.from),
  )) {
    if (to <= behind) continue;
    sum += to - (from > behind ? from : behind);
    behind = to;
  }
  return sum;
}
