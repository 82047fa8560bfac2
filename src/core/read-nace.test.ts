import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNace } from "./nace.ts";
import { readNace } from "./read-nace.ts";

test.each([
  ["25.62", "2562"],
  ["25,62", "2562"],
  ["25 62", "2562"],
  ["2562", "2562"],
  ["C25.62", "2562"],
  ["c 25.62", "2562"],
  ["25.62.0", "25620"],
  ["25620", "25620"],
  [" 25 . 62 ", "2562"],
  ["25", "25"],
  ["25.6", "256"],
  ["01.11", "0111"],
])("%j is the code %s", (typed, digits) => {
  expect(readNace(typed)).toBe(digits);
});

test.each(["", "2", "2.5", "CC25.62", "W25.62", "25-62", "256200", "31322832", "25.62 zváranie", "00.00", "firma 24"])(
  "%j is no code",
  (typed) => {
    expect(readNace(typed)).toBeUndefined();
  },
);

test("every code is read as it is written, and no text does more than give a code or nothing", () => {
  const digits = fc.stringMatching(/^[1-9]\d{1,4}$/);
  fc.assert(fc.property(digits, (code) => readNace(formatNace(code)) === code));
  fc.assert(fc.property(fc.string(), (text) => /^\d{2,5}$/.test(readNace(text) ?? "25")));
});
