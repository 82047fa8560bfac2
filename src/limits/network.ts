import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses in canonical form: host bits are zero, IPv4 is never written as IPv6. */
export interface Network {
  /** `10.0.0.0/8`, `2001:db8::/32`. */
  readonly text: string;
  readonly base: Address;
  readonly prefix: number;
}

/**
 * Reads one network: `10.0.0.0/8`, `2001:db8::/32`, or a single address. Host bits are cleared and IPv4-mapped IPv6
 * becomes IPv4. `undefined` for anything else: short, octal and hexadecimal IPv4 forms are not understood.
 */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  // A zone names an interface of this machine, not a network.
  if (address.includes("%")) return undefined;
  const written = parseExact(address);
  if (written === undefined) return undefined;
  const width = written.kind() === "ipv4" ? 32 : 128;
  const length = bits === undefined ? width : Number(bits);
  if (length > width) return undefined;
  const parsed = unmap(written);
  if (parsed === written) return toNetwork(written, length);
  return length >= 96 ? toNetwork(parsed, length - 96) : undefined;
}

/**
 * Reads one address as a proxy or a socket writes it: with or without a port, IPv6 with or without brackets or zone.
 * IPv4-mapped IPv6 becomes IPv4. `undefined` for anything else; never throws.
 */
export function parseAddress(text: string): Address | undefined {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const address = readAddress(text);
  if (address !== undefined && text.length <= LONGEST_KNOWN) {
    if (recent.size >= RECENT) recent.clear();
    recent.set(text, address);
  }
  return address;
}

/** One request reads the address of its caller several times, and that of the proxy is the same in all. */
const recent = new Map<string, Address>();
const RECENT = 256;
const LONGEST_KNOWN = 64;

function readAddress(text: string): Address | undefined {
  // As nearly every address comes: four decimal numbers without zeros in front. The library reads it ten times as slowly.
  if (isIPv4(text)) return new ipaddr.IPv4(text.split(".").map(Number));
  const trimmed = text.trim();
  const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(trimmed);
  const bare = (withPort?.[1] ?? withPort?.[2] ?? trimmed).replace(/%[\w.-]+$/, "");
  const address = parseExact(bare);
  return address === undefined ? undefined : unmap(address);
}

/** True when the address lies in the network. The two families never match each other. */
export function contains(network: Network, address: Address): boolean {
  return address.kind() === network.base.kind() && address.match(network.base, network.prefix);
}

function parseExact(text: string): Address | undefined {
  // The library also reads "127.1", "0x7f.0.0.1" and "2130706433", which other software reads differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return text.includes(":") && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

function unmap(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function toNetwork(address: Address, prefix: number): Network {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8));
    return byte & (0xff00 >> kept) & 0xff;
  });
  const base = ipaddr.fromByteArray(bytes);
  return { text: `${base.toString()}/${prefix}`, base, prefix };
}
