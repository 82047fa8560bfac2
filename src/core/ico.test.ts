import fc from "fast-check";
import { expect, test } from "vitest";
import { hasValidCheckDigit, parseIco } from "./ico.ts";

test.each([
  ["six digits are padded to eight", "177041", "00177041"],
  ["seven digits are padded to eight", "1234567", "01234567"],
  ["eight digits stay as they are", "35763469", "35763469"],
  ["blanks inside are tolerated", "35 763 469", "35763469"],
  ["no-break blanks from a web page are tolerated", "35\u00a0763\u202f469", "35763469"],
])("%s", (_case, typed, ico) => {
  expect(parseIco(typed)).toBe(ico);
});

test.each([
  ["five digits are too few", "12345"],
  ["nine digits are too many", "123456789"],
  ["letters are no number", "3576346A"],
  ["a VAT number is no company number", "SK2020270780"],
  ["nothing is no number", ""],
  ["zeros alone are no number", "00000000"],
  ["zeros alone are no number when padded either", "000000"],
])("%s", (_case, typed) => {
  expect(parseIco(typed)).toBeUndefined();
});

test.each([
  ["Slovnaft", "31322832", true],
  ["ČEZ", "45274649", true],
  ["Škoda Auto, with leading zeros", "00177041", true],
  ["a remainder of zero gives the digit 1", "00000019", true],
  ["one wrong digit is noticed", "31322833", false],
  ["a real Czech firm whose check digit is wrong all the same", "29340042", false],
])("the check digit of %s", (_case, ico, isRight) => {
  expect(hasValidCheckDigit(ico)).toBe(isRight);
});

test("exactly one of ten last digits is right", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (base) => {
      const start = String(base).padStart(7, "0");
      const right = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`).filter(hasValidCheckDigit);
      expect(right).toHaveLength(1);
    }),
  );
});

test("whatever is pasted, the answer is eight digits or nothing", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const ico = parseIco(text);
      expect(ico === undefined || /^\d{8}$/.test(ico)).toBe(true);
    }),
  );
});
