import { expect, test } from "vitest";
import { readName } from "./typed-name.ts";

test.each([
  ["invisible alone", "\u202e"],
  ["without width alone", "\u200b\u200d"],
  ["soft hyphens alone", " \u00ad "],
  ["blanks alone", " \u00a0 "],
  ["NUL", "Firma\u0000"],
  ["a bell", "Firma\u0007 s.r.o."],
  ["two lines", "Firma\ns.r.o."],
  ["eleven characters where ten are allowed", "x".repeat(11)],
])("%s is no name", (_case, typed) => {
  expect(readName(typed, 10)).toBeUndefined();
});

test.each([
  ["invisible characters around and in it", "\u202eFir\u00adma\u200b ", "Firma"],
  ["ten characters, and others that nobody sees", `${"x".repeat(10)}${"\u200b".repeat(100)}`, "x".repeat(10)],
  ["blanks at its ends and in a row", "  Eva   Nová ", "Eva Nová"],
])("a name is what is shown of it: %s", (_case, typed, name) => {
  expect(readName(typed, 10)).toBe(name);
});
