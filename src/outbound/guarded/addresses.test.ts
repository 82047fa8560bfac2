import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, contains, isGlobalUnicast } from "./addresses.ts";

/** A blocked network: its first and last address, and the neighbours outside it (`null`: blocked as well). */
const RANGES: readonly [network: string, first: string, last: string, before: string | null, after: string | null][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255", null],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255", null, null],
  ["below 2000::/3", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, "2000::"],
  [
    "above 2000::/3",
    "4000::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    null,
  ],
  [
    "2001::/23",
    "2001::",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
  ],
  [
    "2001:db8::/32",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
  ],
  [
    "2002::/16",
    "2002::",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
  ],
  [
    "2620:4f:8000::/48",
    "2620:4f:8000::",
    "2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
    "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff",
    "2620:4f:8001::",
  ],
  [
    "3fff::/20",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
  ],
];

describe("an address inside a blocked network is refused, the neighbours outside are not:", () => {
  test.each(RANGES)("%s", (_network, first, last, before, after) => {
    expect([first, last].map(isGlobalUnicast)).toEqual([false, false]);
    for (const neighbour of [before, after]) if (neighbour !== null) expect(isGlobalUnicast(neighbour)).toBe(true);
  });
});

test.each([
  ["unspecified", "::"],
  ["loopback", "::1"],
  ["IPv4 inside IPv6, even a public one", "::ffff:8.8.8.8"],
  ["NAT64, even of a public one", "64:ff9b::808:808"],
  ["NAT64 of a local network", "64:ff9b:1::1"],
  ["discard", "100::1"],
  ["segment routing", "5f00::1"],
  ["unique local", "fc00::1"],
  ["link-local", "fe80::1"],
  ["link-local with a zone", "fe80::1%eth0"],
  ["a public address with a zone", "2606:4700::1%eth0"],
  ["site-local", "fec0::1"],
  ["multicast", "ff02::1"],
  ["6to4 of an inner address", "2002:a00:1::"],
  ["Teredo", "2001:0:4136:e378::"],
  ["no address", "firma.sk"],
  ["empty", ""],
])("%s is no address of the public internet: %s", (_what, address) => {
  expect(isGlobalUnicast(address)).toBe(false);
});

test("every IPv4 address inside IPv6 is refused", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isGlobalUnicast(`::ffff:${address}`)).toBe(false);
      expect(isGlobalUnicast(`::${address}`)).toBe(false);
    }),
  );
});

test("a list holds networks and single addresses, and nothing else", () => {
  const list = new BlockList();
  add(list, "203.0.113.7");
  add(list, "2001:db8::/32");
  expect(["203.0.113.7", "203.0.113.8", "2001:db8::1", "words"].map((each) => contains(list, each))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(() => add(list, "words")).toThrow(RangeError);
});
