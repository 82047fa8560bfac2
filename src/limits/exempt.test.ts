import fc from "fast-check";
import { expect, test } from "vitest";
import { createExemptLookup, parseExemptClients } from "./exempt.ts";

test.each<[string, [string, number][]]>([
  ["", []],
  ["160.79.104.0/21", [["160.79.104.0/21", 50]]],
  ["160.79.104.0/21*100", [["160.79.104.0/21", 100]]],
  [
    " 160.79.104.0/21 * 100 , 192.0.2.7",
    [
      ["160.79.104.0/21", 100],
      ["192.0.2.7/32", 50],
    ],
  ],
  ["2001:db8::/32*1000,", [["2001:db8::/32", 1000]]],
  ["2001:db8:1:2::/64*1", [["2001:db8:1:2::/64", 1]]],
])("EXEMPT_CLIENTS %j is read as %j", (text, expected) => {
  expect(parseExemptClients(text).map((network) => [network.text, network.factor])).toEqual(expected);
});

test.each<[string, RegExp]>([
  ["claude.ai", /"claude\.ai" is not a network/],
  ["10.0.0.0/8*0", /needs a factor from 1 to 1000/],
  ["10.0.0.0/8*1001", /needs a factor/],
  ["10.0.0.0/8*-5", /needs a factor/],
  ["10.0.0.0/8*1.5", /needs a factor/],
  ["10.0.0.0/8*", /needs a factor/],
  ["10.0.0.0/8*2*3", /is not a network/],
  ["0.0.0.0/0", /would exempt every caller/],
  ["2001:db8::1", /smaller than a \/64/],
  ["10.0.0.0/8, 10.1.1.1/8*2", /10\.0\.0\.0\/8 is given twice/],
])("EXEMPT_CLIENTS %j is refused", (text, message) => {
  expect(() => parseExemptClients(text)).toThrow(message);
});

const lookup = createExemptLookup(parseExemptClients("10.0.0.0/8*2, 10.1.0.0/16*3, 2001:db8::/32*4"));

test.each<[string, string | undefined]>([
  ["10.9.9.9", "10.0.0.0/8"],
  ["10.1.9.9", "10.1.0.0/16"],
  ["11.0.0.1", undefined],
  ["2001:db8:1:2::/64", "2001:db8::/32"],
  ["2001:db9:1:2::/64", undefined],
  ["unknown", undefined],
  ["", undefined],
])("the counted address %j belongs to %j", (address, expected) => {
  expect(lookup(address)?.text).toBe(expected);
  // The second time it is remembered.
  expect(lookup(address)?.text).toBe(expected);
});

test("more addresses than are remembered are still distinguished", () => {
  for (let nth = 0; nth < 20_000; nth++) {
    const isInside = nth % 2 === 0;
    const address = `${isInside ? 10 : 11}.2.${nth >> 8}.${nth & 255}`;
    expect(lookup(address) !== undefined).toBe(isInside);
  }
});

test("whatever stands in EXEMPT_CLIENTS, the answer is networks or an error that quotes the part", () => {
  const piece = fc.constantFrom("10.0.0.0", "/8", "*", "5", ",", " ", "::", "x", "2001:db8::/32");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join("")),
      ),
      (text) => {
        try {
          for (const { factor } of parseExemptClients(text)) expect(factor).toBeGreaterThanOrEqual(1);
        } catch (error) {
          expect(String(error)).toMatch(/^Error: (".*" (is|needs|would)|\S+ is given twice)/s);
        }
      },
    ),
  );
});
