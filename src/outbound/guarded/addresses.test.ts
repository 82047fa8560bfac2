import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { add, contains, isGlobalUnicast } from "./addresses.ts";
import { BLOCKED_RANGES } from "./blocked-ranges.fixture.ts";

describe("an address inside a blocked network is refused, the neighbours outside are not:", () => {
  test.each(BLOCKED_RANGES)("%s", (_network, first, last, before, after) => {
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
