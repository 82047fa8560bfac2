import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeCsv, writeSpreadsheetCsv } from "./csv.ts";

test("cells with a comma, a quotation mark or a line break are quoted, others are not", () => {
  expect(writeCsv([["a", "b,c", 'd"e', "f\ng", ""]])).toBe('a,"b,c","d""e","f\ng",\r\n');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("%j is no formula for a spreadsheet", (text) => {
  const [[cell] = []]: string[][] = parse(writeCsv([[text, "x"]]));
  expect(cell).toBe(`'${text}`);
});

test("whatever stands in the cells, a reader gets it back", () => {
  const cells = fc.array(
    fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text)),
    { minLength: 2, maxLength: 4 },
  );
  fc.assert(
    fc.property(cells, (row) => {
      expect(parse(writeCsv([row]), { record_delimiter: "\r\n" })).toEqual([row]);
    }),
  );
});

test("a table for a spreadsheet has the mark of UTF-8 and the separator of its language", () => {
  const rows = [["a;b", "c,d"]];
  expect(writeSpreadsheetCsv(rows, "sk")).toBe('\u{feff}"a;b";c,d\r\n');
  expect(writeSpreadsheetCsv(rows, "cs")).toBe(writeSpreadsheetCsv(rows, "sk"));
  expect(writeSpreadsheetCsv(rows, "en")).toBe('\u{feff}a;b,"c,d"\r\n');
});
