import { BlockList, isIPv4, isIPv6 } from "node:net";
import { isLoopbackName } from "../../core/loopback.ts";

/** What a request says of where it was sent, and where it came from. */
interface Sent {
  readonly host: string | undefined;
  readonly forwardedHost: string | undefined;
  /** Of the other end of the connection. */
  readonly remoteAddress: string | undefined;
}

/** Networks in which this machine's own browser, or one before its container, may stand. */
const NEAR = new BlockList();
NEAR.addSubnet("127.0.0.0", 8);
NEAR.addSubnet("10.0.0.0", 8);
NEAR.addSubnet("172.16.0.0", 12);
NEAR.addSubnet("192.168.0.0", 16);
NEAR.addAddress("::1", "ipv6");
NEAR.addSubnet("fc00::", 7, "ipv6");

/**
 * True for a request that a browser of this very machine sent to it by a loopback name. A page of another site cannot
 * send that name (DNS rebinding sends its own); a proxy that was asked by another name says so; and nobody who comes from
 * a public address is believed.
 */
export function isLocalRequest({ host, forwardedHost, remoteAddress }: Sent): boolean {
  const isNear = remoteAddress === undefined || isIn(remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ""));
  return isNear && isLoopbackHost(host) && (forwardedHost === undefined || isLoopbackHost(forwardedHost));
}

function isIn(address: string): boolean {
  if (isIPv4(address)) return NEAR.check(address);
  return isIPv6(address) && NEAR.check(address, "ipv6");
}

/** A `Host` header with a loopback name, with or without a port. */
function isLoopbackHost(host: string | undefined): boolean {
  const [, name] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/i.exec(host ?? "") ?? [];
  return name !== undefined && isLoopbackName(name.toLowerCase());
}
