import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearMiss } from "../core/near-miss.fixture.ts";
import { apiKeyIn, hashApiKey, isApiKey, newApiKey, tailOf } from "./api-key.ts";

test("a key has 55 characters: the prefix, 43 of base 62 and a checksum of 6", () => {
  const key = newApiKey();
  expect(key).toMatch(/^dosah_[0-9A-Za-z]{49}$/);
  expect(isApiKey(key)).toBe(true);
  expect(tailOf(key)).toBe(key.slice(51));
});

test("a thousand keys are different, and so are their stored hashes", () => {
  const keys = Array.from({ length: 1_000 }, newApiKey);
  expect(new Set(keys.map(hashApiKey)).size).toBe(1_000);
  for (const key of keys) expect(hashApiKey(key)).not.toContain(key.slice(6));
});

test("the checksum is the CRC-32 of what stands before it, in base 62", () => {
  // Computed with another program: CRC-32 (IEEE) is 903133644.
  expect(isApiKey(`dosah_${"0".repeat(43)}0z7SJg`)).toBe(true);
  expect(isApiKey(`dosah_${"0".repeat(43)}000000`)).toBe(false);
});

test("one mistyped character anywhere is noticed without a query", () => {
  const key = newApiKey();
  for (let index = 6; index < key.length; index++) {
    expect(isApiKey(nearMiss(key, index)), `${index}`).toBe(false);
  }
});

test("two neighbouring characters that changed places are noticed", () => {
  const key = newApiKey();
  for (let index = 6; index < key.length - 1; index++) {
    const [a = "", b = ""] = [key[index], key[index + 1]];
    if (a !== b) expect(isApiKey(key.slice(0, index) + b + a + key.slice(index + 2)), `${index}`).toBe(false);
  }
});

describe("the Authorization header", () => {
  const key = newApiKey();

  test.each([`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key} `])("%# carries a key", (header) => {
    expect(apiKeyIn(header)).toBe(key);
  });

  test.each([
    ["another scheme", `Basic ${key}`],
    ["no scheme", key],
    ["two keys", `Bearer ${key} ${key}`],
    ["a comma behind it", `Bearer ${key},`],
    ["a shorter key", `Bearer ${key.slice(0, -1)}`],
    ["a longer key", `Bearer ${key}a`],
    ["nothing", ""],
    ["only the scheme", "Bearer "],
  ])("%s is no key", (_case, header) => {
    expect(apiKeyIn(header)).toBeUndefined();
  });

  test("no text that a stranger makes up is taken for a key, and none makes it fail", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(apiKeyIn(`Bearer ${text}`)).toBeUndefined();
      }),
    );
  });

  test("a megabyte of header is refused at once", () => {
    expect(apiKeyIn(`Bearer ${" ".repeat(500_000)}${"a".repeat(500_000)} x`)).toBeUndefined();
  });
});
