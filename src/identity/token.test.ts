import { expect, test } from "vitest";
import { csrfTokenOf, equalInConstantTime, hashToken, maskedToken, newToken, unmaskedToken } from "./token.ts";

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

test("a masked token is another text each time, and unmasked it is the same", () => {
  const secret = csrfTokenOf(newToken());
  const masked = new Set(Array.from({ length: 1_000 }, () => maskedToken(secret)));
  expect(masked.size).toBe(1_000);
  for (const each of masked) expect(unmaskedToken(each)).toBe(secret);
});

test.each(["", "x", "a".repeat(85), "a".repeat(87)])("what was never masked stays as it is: %j", (text) => {
  expect(unmaskedToken(text)).toBe(text);
});
