import fc from "fast-check";
import { expect, test } from "vitest";
import { dnsNames, TrustedRoots } from "./certificates.ts";

test.each([
  ["DNS:firma.sk, DNS:www.firma.sk", ["firma.sk", "www.firma.sk"]],
  ["IP Address:192.0.2.1, DNS:*.firma.sk, email:a@firma.sk", ["*.firma.sk"]],
  ['URI:"https://x.sk/, DNS:firma.sk", DNS:x.sk', ["x.sk"]],
  ['DNS:"firma.sk, DNS:bank.sk"', []],
  ['DirName:"CN=a\\", DNS:firma.sk"', []],
  ["", []],
])("of %s the names are %j", (text, names) => {
  expect(dnsNames(text)).toEqual(names);
});

test("no text makes the reader of names fail or find a quoted one", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.,: "\\DNS]{0,80}$/), (text) => {
      for (const name of dnsNames(text)) expect(name).not.toMatch(/[",]/);
    }),
  );
});

test("the roots of Node are read, whatever keys they have", () => {
  expect(() => new TrustedRoots()).not.toThrow();
});
