import fc from "fast-check";
import { expect, test } from "vitest";
import { normalForm } from "./normal-form.ts";

/** Marks of two combining classes: to put them in order is the work that grows with its square. */
const marks = (count: number) => "\u0301".repeat(count) + "\u0323".repeat(count);

test.each(["NFC", "NFD"] as const)("text with at most thirty marks in a row is normalized as it is: %s", (form) => {
  const text = fc.string({ unit: "binary", maxLength: 200 }).filter((each) => !/\p{M}{31}/u.test(each));
  fc.assert(
    fc.property(text, (each) => {
      expect(normalForm(each, form)).toBe(each.normalize(form));
    }),
  );
  expect(normalForm(`e${marks(15)}`, form)).toBe(`e${marks(15)}`.normalize(form));
});

test("a letter keeps thirty marks, the others are taken out", () => {
  expect(normalForm(`Ján e${marks(100)}. Ok`, "NFD")).toBe(`Ja\u0301n e${"\u0301".repeat(30)}. Ok`);
});

test("a million marks in a row are no more work than other text", () => {
  expect(normalForm(`e${marks(500_000)}`, "NFD")).toBe(`e${"\u0301".repeat(30)}`);
});
