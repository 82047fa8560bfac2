import fc from "fast-check";
import { expect, test } from "vitest";
import { isDay } from "../../../../core/day.ts";
import { hasValidCheckDigit } from "../../../../core/ico.ts";
import { cleanText, dayNumber, icoNumber, isCheckDigitRight } from "./firm-record.ts";

test("a day is a number exactly when it is a day of the calendar", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 11 }),
    fc
      .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
      .map(([year, month, day]) =>
        [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-"),
      ),
  );
  fc.assert(
    fc.property(text, (day) => {
      expect(dayNumber(day)).toBe(isDay(day) ? Number(day.replaceAll("-", "")) : undefined);
    }),
  );
});

test("the check digit is judged as everywhere else", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (ico) => {
      expect(isCheckDigitRight(ico)).toBe(hasValidCheckDigit(String(ico).padStart(8, "0")));
    }),
  );
});

test.each([
  ["00000000", undefined],
  ["12345", undefined],
  ["123456789", undefined],
  ["12 34567", undefined],
  ["1234567x", undefined],
  ["123456", 123_456],
  ["00000019", 19],
  ["99999999", 99_999_999],
])("the number %j is %s", (text, expected) => {
  expect(icoNumber(text)).toBe(expected);
});

test("a text is stored without what does not belong into a line", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "ž", " ", "\t", "\n", "\u0000", "\u00a0", "\u2028", "\ud800", "😀", "\u007f"),
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, (foreign) => {
      const clean = cleanText(foreign);
      const expected = foreign.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
      expect(clean).toBe(expected === "" ? null : expected);
      expect(clean?.isWellFormed() ?? true).toBe(true);
    }),
  );
  expect(cleanText("x".repeat(5_000))).toHaveLength(1_000);
});

test("a text that is too long is cut between two characters, never inside one", () => {
  expect(cleanText(`${"x".repeat(999)}🏭 a. s.`)).toBe("x".repeat(999));
  expect(cleanText(`${"x".repeat(998)}🏭 a. s.`)).toBe(`${"x".repeat(998)}🏭`);
  expect(cleanText(`${"x".repeat(999)} a. s.`)).toBe("x".repeat(999));
});
