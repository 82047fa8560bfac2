import fc from "fast-check";
import { expect, test } from "vitest";
import { contains, parseAddress, parseNetwork } from "./network.ts";

test.each<[string, string | undefined]>([
  ["10.0.0.0/8", "10.0.0.0/8"],
  [" 10.0.0.0/8 ", "10.0.0.0/8"],
  ["10.1.2.3/8", "10.0.0.0/8"],
  ["160.79.104.77/21", "160.79.104.0/21"],
  ["192.0.2.1", "192.0.2.1/32"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["2001:DB8:1:2:3::9/47", "2001:db8::/47"],
  ["::1", "::1/128"],
  ["::ffff:10.1.2.3/104", "10.0.0.0/8"],
  ["::ffff:192.0.2.1", "192.0.2.1/32"],
  ["::ffff:0:0/95", undefined],
  ["10.0.0.0/33", undefined],
  ["2001:db8::/129", undefined],
  ["10.0.0.0/", undefined],
  ["10.0.0.0/-1", undefined],
  ["10.0.0.0/8/8", undefined],
  ["10.0.0.0/255.0.0.0", undefined],
  ["10.0/8", undefined],
  ["010.0.0.0/8", undefined],
  ["0x0a.0.0.0/8", undefined],
  ["167772160/8", undefined],
  ["fe80::1%eth0/64", undefined],
  ["localhost", undefined],
  ["", undefined],
  ["/8", undefined],
])("the network %j is read as %j", (text, expected) => {
  expect(parseNetwork(text)?.text).toBe(expected);
});

test.each<[string, string | undefined]>([
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1\t", "192.0.2.1"],
  ["192.0.2.1:5678", "192.0.2.1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:80", "192.0.2.1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["192.0.2.1:567890", undefined],
  ["192.0.2.256", undefined],
  ["192.0.2", undefined],
  ["192.0.2.01", undefined],
  ["0xc0.0.2.1", undefined],
  ["3221225985", undefined],
  ["[192.0.2.1", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["2001:db8::1::2", undefined],
  ["", undefined],
])("the address %j is read as %j", (text, expected) => {
  expect(parseAddress(text)?.toString()).toBe(expected);
});

test.each<[string, string, boolean]>([
  ["10.0.0.0/8", "10.255.255.255", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["160.79.104.0/21", "160.79.111.255", true],
  ["160.79.104.0/21", "160.79.112.0", false],
  ["2001:db8::/32", "2001:db8:ffff::1", true],
  ["2001:db8::/32", "2001:db9::", false],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["::/0", "192.0.2.1", false],
])("%s holds %s: %s", (network, address, expected) => {
  const [where, who] = [parseNetwork(network), parseAddress(address)];
  expect(where !== undefined && who !== undefined && contains(where, who)).toBe(expected);
});

test("every address lies in the network that is cut from it, and that network reads back as itself", () => {
  const v4 = fc.tuple(fc.ipV4(), fc.nat(32));
  const v6 = fc.tuple(fc.ipV6(), fc.nat(128));
  fc.assert(
    fc.property(fc.oneof(v4, v6), ([text, prefix]) => {
      const address = parseAddress(text);
      const network = parseNetwork(`${text}/${prefix}`);
      fc.pre(address !== undefined && network !== undefined);
      if (address === undefined || network === undefined) return;
      expect(contains(network, address)).toBe(true);
      expect(parseNetwork(network.text)?.text).toBe(network.text);
    }),
  );
});

test("whatever the text, reading it gives an answer", () => {
  const piece = fc.constantFrom("1", "255", ".", ":", "::", "/", "%", "[", "]", "ffff", "0x", " ", "*");
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(text, (foreign) => {
      parseAddress(foreign);
      parseNetwork(foreign);
    }),
  );
});
