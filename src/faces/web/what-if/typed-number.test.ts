import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAmount, parseHeadcount } from "./typed-number.ts";

test.each<[string, number | undefined | "wrong"]>([
  ["60", 60],
  [" 1 250 ", 1250],
  ["0", 0],
  ["10000000", 10_000_000],
  ["10000001", "wrong"],
  ["", undefined],
  ["   ", undefined],
  ["60,5", "wrong"],
  ["-3", "wrong"],
  ["sixty", "wrong"],
  ["1e3", "wrong"],
])("a headcount typed as %j is %j", (typed, expected) => {
  expect(parseHeadcount(typed)).toBe(expected);
});

test.each<[string, number | undefined | "wrong"]>([
  ["12 000 000", 12_000_000],
  ["12\u00a0000\u00a0000 €", 12_000_000],
  ["EUR 5", 5],
  ["1,5", 1.5],
  ["1.25", 1.25],
  ["", undefined],
  ["1.500", "wrong"],
  ["1,500,000", "wrong"],
  ["10 mil.", "wrong"],
  ["-1", "wrong"],
  ["Infinity", "wrong"],
])("an amount typed as %j is %j", (typed, expected) => {
  expect(parseAmount(typed)).toBe(expected);
});

test("whatever is typed, a number is finite and not negative", () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      for (const number of [parseHeadcount(typed), parseAmount(typed)]) {
        if (typeof number === "number") expect(number >= 0 && Number.isFinite(number)).toBe(true);
      }
    }),
  );
});
