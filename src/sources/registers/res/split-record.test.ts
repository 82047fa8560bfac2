import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRecord } from "./split-record.ts";

function split(line: string): string[] | undefined {
  const cells: string[] = [];
  const count = splitRecord(line, cells);
  return count === -1 ? undefined : cells.slice(0, count);
}

test.each<[string, string[] | undefined]>([
  ["", [""]],
  ["a,b,c", ["a", "b", "c"]],
  ["a,,c,", ["a", "", "c", ""]],
  ['1,"a, b",2', ["1", "a, b", "2"]],
  ['"Testovací ""Penzion"", s.r.o.",x', ['Testovací "Penzion", s.r.o.', "x"]],
  ['""', [""]],
  ['"",""', ["", ""]],
  ['a,"""",b', ["a", '"', "b"]],
  ['a,"b', undefined],
  ['a,b"', undefined],
  ['a,"b"c,d', undefined],
  ['a,b"c,d', undefined],
])("%j splits into %j", (line, cells) => {
  expect(split(line)).toEqual(cells);
});

test("what is written by the rules of the files is read back", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "ž", ",", '"', " ", "1"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (cells) => {
      const line = cells.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",");
      expect(split(line)).toEqual(cells);
    }),
  );
});
