import fc from "fast-check";
import { expect, test } from "vitest";
import { sortKeys } from "./sort-keys.ts";

function sorted(keys: readonly string[]): string[] {
  const bytes = Buffer.from(keys.map((key) => `${key}\0`).join(""));
  const positions: number[] = [];
  let at = 0;
  for (const key of keys) {
    positions.push(at);
    at += Buffer.byteLength(key) + 1;
  }
  const order = Uint32Array.from(positions);
  sortKeys(bytes, order, new Uint32Array(order.length));
  return [...order].map((start) => `${bytes.toString("utf8", start, bytes.indexOf(0, start))}@${start}`);
}

function expected(keys: readonly string[]): string[] {
  let at = 0;
  const placed = keys.map((key) => {
    const start = at;
    at += Buffer.byteLength(key) + 1;
    return { key, start };
  });
  placed.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) || a.start - b.start);
  return placed.map(({ key, start }) => `${key}@${start}`);
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "ž", "日"), maxLength: 12 });

test("keys come in the order in which SQLite compares text, equal ones in the order of the file", () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 300 }), (keys) => {
      expect(sorted(keys)).toEqual(expected(keys));
    }),
  );
});

test("long keys with long common beginnings are distinguished", () => {
  const keys = Array.from({ length: 500 }, (_, index) => `${"společenství vlastníků ".repeat(20)}${index % 37}`);
  expect(sorted(keys)).toEqual(expected(keys));
});
