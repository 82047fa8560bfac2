import ipaddr from "ipaddr.js";
import { parseAddress } from "./network.ts";

/** A network around a counted address, and how many times the numbers of a row with `steps` it may use. */
export interface NetworkStep {
  /** `203.0.113.0/24`, `2001:db8:1:200::/56`. */
  readonly network: string;
  readonly factor: number;
}

/** Who has one address often has the whole network: a row with `steps` counts these sizes too, the smallest first. */
const IPV4_FACTORS: Readonly<Record<number, number>> = { 24: 8 };
const IPV6_FACTORS: Readonly<Record<number, number>> = { 56: 4, 48: 16 };

/**
 * The networks in which a row with `steps` counts an address, besides the address itself.
 * @param counted as `createClientAddress` gives it; what is no address is in no network
 */
export function networkSteps(counted: string): readonly NetworkStep[] {
  const address = parseAddress(counted.split("/", 1)[0] ?? "");
  if (address === undefined) return [];
  if (address instanceof ipaddr.IPv4) {
    return [{ network: `${counted.slice(0, counted.lastIndexOf("."))}.0/24`, factor: IPV4_FACTORS[24] ?? 1 }];
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts;
  const stepOf = (last: number, prefix: number): NetworkStep => ({
    network: `${new ipaddr.IPv6([first, second, third, last, 0, 0, 0, 0]).toString()}/${prefix}`,
    factor: IPV6_FACTORS[prefix] ?? 1,
  });
  return [stepOf(fourth & 0xff00, 56), stepOf(0, 48)];
}

/** How many times the numbers of a row hold for a bucket: 1 for whatever is no network of a step. */
export function stepFactor(bucket: string): number {
  const [, prefix = ""] = bucket.split("/", 2);
  const factors = bucket.includes(":") ? IPV6_FACTORS : IPV4_FACTORS;
  return factors[Number(prefix)] ?? 1;
}

/** The network that shares what is given out in turn: the first step of an address, or what it is counted as. */
export function sharedNetwork(counted: string): string {
  return networkSteps(counted)[0]?.network ?? counted;
}
