import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAmount, parseHeadcount, parseMoney, parseRate } from "./typed-number.ts";

test.each<[string, number | undefined | "wrong"]>([
  ["60", 60],
  [" 1 250 ", 1250],
  ["0", 0],
  ["10000000", 10_000_000],
  ["10000001", "wrong"],
  ["", undefined],
  ["   ", undefined],
  ["49,6", 49.6],
  ["49.65", 49.65],
  ["60,555", "wrong"],
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
  ["10 mil.", 10_000_000],
  ["12 mil. €", 12_000_000],
  ["12,5 mil", 12_500_000],
  ["12.345 mil", "wrong"],
  ["1,200 million", "wrong"],
  ["12,34 mil", 12_340_000],
  ["12 miliónov eur", 12_000_000],
  ["5 mil. eura", 5_000_000],
  ["3 million euros", 3_000_000],
  [`12${" ".repeat(80)}mil`, "wrong"],
  ["1,2 mld.", 1_200_000_000],
  ["1.5 billion", 1_500_000_000],
  ["300 tis. EUR", 300_000],
  ["300 tisíc", 300_000],
  ["2 milióny", 2_000_000],
  ["1 200 000", 1_200_000],
  ["10 mil mil", "wrong"],
  ["mil", "wrong"],
  ["10 apples", "wrong"],
  ["100000 mld", "wrong"],
  ["-1", "wrong"],
  ["Infinity", "wrong"],
])("an amount typed as %j is %j", (typed, expected) => {
  expect(parseAmount(typed)).toBe(expected);
});

test.each<[string, number | undefined | "wrong"]>([
  ["24,245", 24.245],
  ["25.1 Kč", 25.1],
  ["25", 25],
  ["", undefined],
  ["0", "wrong"],
  ["-25", "wrong"],
  ["250", "wrong"],
  ["24,2455", "wrong"],
])("a rate typed as %j is %j", (typed, expected) => {
  expect(parseRate(typed)).toBe(expected);
});

test.each<[string, number | undefined, number | undefined | "wrong" | "rateless"]>([
  ["250 000 000 Kč", 25, 10_000_000],
  ["CZK 250000000", 25, 10_000_000],
  ["100 kc", 24.245, 4.12],
  ["0 Kč", 25, 0],
  ["300 mil. Kč", 25, 12_000_000],
  ["300 miliónov korún", 25, 12_000_000],
  ["300 milionů korun", 25, 12_000_000],
  ["300 million crowns", 25, 12_000_000],
  ["12 000 000 CZK", 24, 500_000],
  ["250 000 000 Kč", undefined, "rateless"],
  ["10 000 000", undefined, 10_000_000],
  ["10 000 000 €", 25, 10_000_000],
  ["-5 Kč", 25, "wrong"],
  ["Kč", 25, "wrong"],
  ["", 25, undefined],
])("the amount %j at the rate %j is %j euros", (typed, rate, expected) => {
  expect(parseMoney(typed, rate)).toBe(expected);
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
