import { BlockList, isIP } from "node:net";

/** IPv4 networks that are no global unicast (IANA special-purpose registry, multicast, reserved). */
export const BLOCKED_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
] as const;

/** The one IPv6 network of global unicast. Mapped addresses, NAT64, link-local and unique local lie outside it. */
export const GLOBAL_IPV6 = "2000::/3";

/** Networks inside it that are none: protocol assignments with Teredo, documentation, 6to4, AS112. */
export const BLOCKED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"] as const;

const blocked = new BlockList();
const global6 = new BlockList();
for (const network of BLOCKED_IPV4) add(blocked, network);
for (const network of BLOCKED_IPV6) add(blocked, network);
add(global6, GLOBAL_IPV6);

/**
 * Adds a network (`10.0.0.0/8`) or a single address to a list.
 * @throws RangeError for text that is neither.
 */
export function add(list: BlockList, network: string): void {
  const [address = "", prefix] = network.split("/");
  const family = isIP(address);
  if (family === 0) throw new RangeError("neither an address nor a network");
  const type = family === 4 ? "ipv4" : "ipv6";
  if (prefix === undefined) list.addAddress(address, type);
  else list.addSubnet(address, Number(prefix), type);
}

/** Is an address in a list? Text that is no address is in none. */
export function contains(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** Is the address one of the public internet? Text that is no address, or has a zone (`fe80::1%eth0`), is not. */
export function isGlobalUnicast(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0) return false;
  return family === 4 ? !contains(blocked, address) : contains(global6, address) && !contains(blocked, address);
}
