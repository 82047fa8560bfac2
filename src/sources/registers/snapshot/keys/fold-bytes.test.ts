import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../../../core/fold.ts";
import { foldedLength, foldInto } from "./key-texts.ts";

function folded(name: string): string {
  const buffer = new Uint8Array(foldedLength(name));
  return Buffer.from(buffer.subarray(0, foldInto(name, buffer, 0))).toString("utf8");
}

test("the fold of the import is the fold of the query, for any text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("á", "a\u0301", "ﬁ", "Ω", "ß", "İ", "ẞ", ".", " ", "Z", "́"), maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (name) => {
      expect(folded(name)).toBe(fold(name).toWellFormed());
    }),
  );
});

test.each([
  ["ČEZ, a. s.", "cez a s"],
  ["  Škoda  Auto ", "skoda auto"],
  ["Žluťoučký kůň", "zlutoucky kun"],
  ["Ľubotín š.p.", "lubotin s p"],
  ["---", ""],
  ["", ""],
])("%j becomes %j", (name, expected) => {
  expect(folded(name)).toBe(expected);
});
