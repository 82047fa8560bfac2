import fc from "fast-check";
import { expect, test } from "vitest";
import { createClientAddress, parseTrustedProxies } from "./client-address.ts";
import { parseAddress } from "./network.ts";

const behindProxies = createClientAddress(parseTrustedProxies("loopback, 10.0.0.0/8, 2001:db8:ffff::/48"));
const direct = createClientAddress([]);

test.each<[string, string | undefined, string | undefined, string]>([
  ["without a header the proxy itself counts", "10.0.0.1", undefined, "10.0.0.1"],
  ["one hop", "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["blanks round it", "127.0.0.1", "  192.0.2.1\t", "192.0.2.1"],
  ["what the caller put in front is not believed", "10.0.0.1", "198.51.100.9, 192.0.2.1", "192.0.2.1"],
  ["trusted hops are walked past", "127.0.0.1", "198.51.100.9, 192.0.2.1, 10.9.9.9, 10.0.0.2", "192.0.2.1"],
  ["a caller that is a trusted proxy itself", "127.0.0.1", "10.0.0.9, 10.0.0.2", "10.0.0.9"],
  ["a socket that is not trusted", "203.0.113.5", "192.0.2.1", "203.0.113.5"],
  ["a trusted address beyond an untrusted one", "10.0.0.1", "10.0.0.2, 192.0.2.1", "192.0.2.1"],
  ["IPv6 counts by /64", "127.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["a socket of IPv6", "2001:db8:1:2::77", undefined, "2001:db8:1:2::/64"],
  ["a trusted proxy of IPv6", "2001:db8:ffff::1", "192.0.2.1", "192.0.2.1"],
  ["IPv6 loopback", "::1", "192.0.2.1", "192.0.2.1"],
  ["IPv4-mapped IPv6 of the socket", "::ffff:127.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["IPv4-mapped IPv6 of the caller", "10.0.0.1", "::ffff:192.0.2.1", "192.0.2.1"],
  ["a port behind the address", "10.0.0.1", "192.0.2.1:61234", "192.0.2.1"],
  ["brackets and a port", "10.0.0.1", "[2001:db8:1:2::3]:443", "2001:db8:1:2::/64"],
  ["a zone of the link", "127.0.0.1", "fe80::1%eth0", "fe80::/64"],
  ["garbage falls back to the hop that wrote it", "127.0.0.1", "192.0.2.1, rubbish, 10.0.0.2", "10.0.0.2"],
  ["unknown", "127.0.0.1", "unknown", "127.0.0.1"],
  ["an empty header", "127.0.0.1", "", "127.0.0.1"],
  ["commas only", "127.0.0.1", ",,,", "127.0.0.1"],
  ["an empty place in front", "127.0.0.1", ",192.0.2.1", "192.0.2.1"],
  ["an octal look-alike", "127.0.0.1", "0177.0.0.1", "127.0.0.1"],
  ["a socket without an address", undefined, "192.0.2.1", "unknown"],
  ["a socket address that is none", "/tmp/socket", "192.0.2.1", "unknown"],
])("behind trusted proxies: %s", (_case, remote, forwardedFor, expected) => {
  expect(behindProxies(remote, forwardedFor)).toBe(expected);
});

test.each<[string, string, string]>([
  ["loopback", "127.0.0.1", "127.0.0.1"],
  ["any address", "203.0.113.5", "203.0.113.5"],
])("without TRUST_PROXY nobody's X-Forwarded-For is believed: %s", (_case, remote, expected) => {
  expect(direct(remote, "192.0.2.1")).toBe(expected);
});

test("all addresses of one /64 count as one, those of the next do not", () => {
  expect(direct("2001:db8:1:2::1", undefined)).toBe(direct("2001:db8:1:2:ffff:ffff:ffff:ffff", undefined));
  expect(direct("2001:db8:1:2::1", undefined)).not.toBe(direct("2001:db8:1:3::1", undefined));
});

test("a header of a thousand trusted hops is not walked to its end", () => {
  const hops = Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
  expect(behindProxies("127.0.0.1", ["192.0.2.1", ...hops].join(","))).toMatch(/^10\.0\.3\./);
});

test("no caller can choose the address that is counted, whatever the header holds", () => {
  const header = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant("10.0.0.1"))).map((hops) => hops.join(", ")),
  );
  fc.assert(
    fc.property(header, fc.oneof(fc.ipV4(), fc.ipV6()), (written, caller) => {
      const address = parseAddress(caller);
      fc.pre(address !== undefined && behindProxies(caller, "192.0.2.99") !== "192.0.2.99");
      // The proxy appends whom it saw.
      expect(behindProxies("10.0.0.1", `${written}, ${caller}`)).toBe(direct(caller, undefined));
    }),
  );
});

test("whatever comes in, an address comes out", () => {
  fc.assert(
    fc.property(
      fc.option(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), { nil: undefined }),
      fc.option(fc.string({ unit: "binary", maxLength: 200 }), { nil: undefined }),
      (remote, forwardedFor) => {
        expect(behindProxies(remote, forwardedFor)).toMatch(/^(\d+(\.\d+){3}|[0-9a-f:]+\/64|unknown)$/);
      },
    ),
  );
});

test.each<[string, string[]]>([
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["10.0.0.0/8, 192.0.2.7", ["10.0.0.0/8", "192.0.2.7/32"]],
  [" loopback ,, ", ["127.0.0.0/8", "::1/128"]],
  ["", []],
])("TRUST_PROXY %j trusts %j", (text, networks) => {
  expect(parseTrustedProxies(text).map((network) => network.text)).toEqual(networks);
});

test.each<[string, RegExp]>([
  ["true", /"true" is not a network, an address or "loopback"/],
  ["10.0.0.0/8, proxy.example.org", /"proxy\.example\.org" is not/],
  ["0.0.0.0/0", /would believe every caller/],
  ["::/0", /would believe every caller/],
  ["constructor", /"constructor" is not/],
])("TRUST_PROXY %j is refused", (text, message) => {
  expect(() => parseTrustedProxies(text)).toThrow(message);
});
