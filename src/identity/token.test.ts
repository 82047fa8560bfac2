import { expect, test } from "vitest";
import { equalInConstantTime, hashToken, newToken } from "./token.ts";

test("a token has 256 bits in base64url and is never the same twice", () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken));
  expect(tokens.size).toBe(1_000);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test("what is stored of a token is its SHA-256, from which nobody gets back to it", () => {
  expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test.each([
  ["a", "a", true],
  ["a", "b", false],
  ["a", "aa", false],
  ["", "", true],
  ["", "a", false],
])("comparing %j with %j says %s", (a, b, expected) => {
  expect(equalInConstantTime(a, b)).toBe(expected);
});
