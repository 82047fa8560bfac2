import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarText } from "./icalendar.ts";

const words = fc.array(fc.constantFrom("a", "é", "€", "😀", " ", "\ud800", "\udc00"), { maxLength: 300 });

test("a long line is folded at 75 bytes, and unfolded it is the same line", () => {
  fc.assert(
    fc.property(words, (parts) => {
      const line = parts.join("");
      const folded = calendarText([line]);
      expect(folded.replaceAll("\r\n ", "")).toBe(`${line}\r\n`);
      const lines = folded.slice(0, -2).split("\r\n");
      for (const each of lines) expect(Buffer.byteLength(each)).toBeLessThanOrEqual(75);
      // As long as they may be: the next character would not fit.
      for (const [at, each] of lines.slice(0, -1).entries()) {
        const [next = ""] = (lines[at + 1] ?? "").slice(1);
        expect(Buffer.byteLength(each) + Buffer.byteLength(next)).toBeGreaterThan(75);
      }
    }),
  );
});

test("a character of two code units stays in one line", () => {
  const folded = calendarText(["😀".repeat(40)]);
  expect(folded.isWellFormed()).toBe(true);
});
