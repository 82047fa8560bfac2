import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFirmRows } from "./firm-rows.ts";

const read = (text: string) =>
  readFirmRows(text).map(({ country, ico, name, areZerosAdded, problem }) =>
    problem === undefined
      ? [country ?? "", ico ?? name, ...(areZerosAdded === true ? ["zeros"] : [])].join(" ").trim()
      : (problem.field ?? ""),
  );

describe("a pasted table is rows: one firm a line", () => {
  test.each<[string, string, string[]]>([
    ["with a header", "Názov\tIČO\nSLOVNAFT, a.s.\t31322832\nŠkoda Auto a.s.\t00177041", ["31322832", "00177041"]],
    ["with the number first", "IČO;Názov\n31322832;SLOVNAFT, a.s.\n2739;DIAMO", ["31322832", "00002739 zeros"]],
    ["with commas", '31322832, SLOVNAFT, a.s.\n"ČEZ, a. s.",45274649', ["31322832", "45274649"]],
    ["with a header of unknown words", "Klient\tReg.\nSLOVNAFT\t31322832", ["31322832"]],
    [
      "with a country",
      "krajina;ičo\nCZ;45274649\nSlovensko;31322832\n;47165367",
      ["CZ 45274649", "SK 31322832", "47165367"],
    ],
    ["with line numbers in front", "1\t31322832\tA\n2\t45274649\tB", ["31322832", "45274649"]],
    ["with names alone below a header", "názov\nSLOVNAFT, a.s.\nČEZ, a. s.", ["SLOVNAFT, a.s.", "ČEZ, a. s."]],
    ["with a name where the number is missing", "Názov;IČO\nSLOVNAFT;\nČEZ;45274649", ["SLOVNAFT", "45274649"]],
    ["with a doubled quote", 'name;ico\n"A ""B"" C";', ['A "B" C']],
  ])("%s", (_case, text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

describe("a list", () => {
  test.each<[string, string, string[]]>([
    ["of numbers, one a line", "31322832\r\n\r\n 47165367 ", ["31322832", "47165367"]],
    [
      "of numbers in one line",
      "31322832 45274649, SK35763469;47165367",
      ["31322832", "45274649", "SK 35763469", "47165367"],
    ],
    ["of one number with blanks", "31 322 832", ["31322832"]],
    ["of names and numbers", "SLOVNAFT\n31322832\nČEZ, a. s.", ["SLOVNAFT", "31322832", "ČEZ, a. s."]],
    [
      "of numbers that a spreadsheet shortened",
      "2739\n493\n5886",
      ["00002739 zeros", "00000493 zeros", "00005886 zeros"],
    ],
    ["with a short number whose check digit does not hold", "2740", ["entry"]],
    ["of nothing", "\n \n", []],
  ])("%s", (_case, text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

describe("a row that names no firm says why", () => {
  test.each([
    ["a sign beside another country", "krajina;ico\nSK;CZ45274649", "Country and prefix of the number disagree."],
    ["a country that is neither", "krajina;ico\nPL;45274649", "The country must be SK or CZ."],
    ["a Slovak tax number", "SK2020372640", "This is a Slovak tax or VAT number, not the number of a company."],
    ["a number that a spreadsheet changed", "3,13E+07", "The spreadsheet changed this number."],
    ["neither number nor name", "ico;name\n;-", "There is no number and no name in this line."],
  ])("%s", (_case, text, message) => {
    expect(readFirmRows(text).map(({ problem }) => problem?.message.en)).toEqual([message]);
  });

  test("the tax number of a person is not shown again", () => {
    expect(readFirmRows("CZ6901011234")[0]?.typed).not.toContain("6901011234");
  });
});

test("whatever is pasted, each row is a number, a name or a problem", () => {
  const piece = fc.constantFrom("31322832", "SK", ";", ",", "\t", '"', "\n", "IČO", "názov", "ČEZ, a. s.", "2739", " ");
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }), (parts) => {
      for (const { ico, name, problem } of readFirmRows(parts.join(""))) {
        expect([ico, name, problem].filter((each) => each !== undefined)).toHaveLength(1);
        if (ico !== undefined) expect(ico).toMatch(/^\d{8}$/);
      }
    }),
  );
});
