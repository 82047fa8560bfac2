import { describe, expect, test } from "vitest";
import { readResolvers } from "./dns-client.ts";
import { readLaboratory } from "./laboratory.ts";

test("a laboratory is a network and the ports that stand for others", () => {
  const lab = readLaboratory("127.77.0.0/16,80:18080, 443:18443");
  expect(
    ["127.77.0.0", "127.77.255.255", "127.76.255.255", "127.78.0.0", "::1"].map((each) => lab.admits(each)),
  ).toEqual([true, true, false, false, false]);
  expect([80, 443, 25].map((port) => lab.portFor(port))).toEqual([18080, 18443, 25]);
});

describe("settings that say nothing are refused:", () => {
  test.each([
    "",
    "127.77.0.0",
    "lab/16",
    "127.77.0.0/33",
    "127.77.0.0/16,80",
    "127.77.0.0/16,80:0",
    "127.77.0.0/16,80:99999",
  ])("%j", (text) => {
    expect(() => readLaboratory(text)).toThrow(RangeError);
  });
  test.each(["", "resolver.sk", "192.0.2.1:99999", "192.0.2.1,", "::1:53:x"])("resolvers %j", (text) => {
    expect(() => readResolvers(text)).toThrow(RangeError);
  });
});

test("resolvers are addresses with optional ports", () => {
  expect(readResolvers("192.0.2.1, 192.0.2.2:5353,[2001:db8::1]:54, [2001:db8::2]")).toEqual([
    { address: "192.0.2.1", port: 53 },
    { address: "192.0.2.2", port: 5353 },
    { address: "2001:db8::1", port: 54 },
    { address: "2001:db8::2", port: 53 },
  ]);
});
