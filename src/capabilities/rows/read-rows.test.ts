import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headerWords } from "./columns.ts";
import { readFirmRows, readRows } from "./read-rows.ts";

const read = (text: string) =>
  readFirmRows(text).map(({ country, ico, taxNumber, name, warnings, problem }) =>
    problem === undefined
      ? [country ?? "", ico ?? taxNumber ?? name, ...(warnings.length > 0 ? ["zeros"] : [])].join(" ").trim()
      : problem.code,
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
    ["with a short number whose check digit does not hold", "2740", ["invalid_ico"]],
    ["of nothing", "\n \n", []],
  ])("%s", (_case, text, rows) => {
    expect(read(text)).toEqual(rows);
  });
});

describe("a row that names no firm says why", () => {
  test.each<[string, string, string[]]>([
    ["a sign beside another country", "krajina;ico\nSK;CZ45274649", ["country_conflict"]],
    ["a sign in one cell with the name", "krajina;firma\nSK;SLOVNAFT (IČO CZ 31322832)", ["country_conflict"]],
    ["a country that is neither", "krajina;ico\nPL;45274649", ["invalid_country"]],
    ["a VAT number of another country", "ATU12345678", ["tax_number"]],
    ["the tax number of a Czech person", "CZ6901011234", ["tax_number"]],
    ["the number of a VAT group", "CZ6990001234", ["tax_number"]],
    ["an exponent", "3,13E+07", ["excel_number"]],
    ["a fraction", "31322832,5", ["excel_number"]],
    ["a fraction in its column", "ico;name\n31322832,5;SLOVNAFT", ["excel_number"]],
    ["neither number nor name", "ico;name\n;-", ["no_firm"]],
    ["too many digits beside a name", "ico;name\n123456789;SLOVNAFT", ["invalid_ico"]],
    ["open quotes", 'ico;name\n31322832;"SLOVNAFT\n45274649;ČEZ', ["unreadable_row", "45274649"]],
    ["more cells than the header", "ico;name\n31322832;SLOVNAFT;x\n45274649;ČEZ;", ["unreadable_row", "45274649"]],
  ])("%s", (_case, text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  test("the tax number of a person is not shown again, in whichever column it stands", () => {
    for (const text of ["CZ6901011234", "ico;dic\n123;CZ6901011234"]) {
      expect(
        readFirmRows(text)
          .map(({ typed }) => typed)
          .join(),
      ).not.toContain("6901011234");
    }
  });

  test("each code has a sentence and a next step in three languages", () => {
    for (const { problem } of readFirmRows('ico;krajina\n2740;\n;SK\n31322832;PL\nSK31322832;CZ\n1,5E+7;\n"')) {
      expect(Object.values(problem?.message ?? {}).filter((words) => words !== "")).toHaveLength(3);
      expect(Object.values(problem?.nextStep ?? {}).filter((words) => words !== "")).toHaveLength(3);
    }
  });
});

describe("columns", () => {
  test("are known by their heads in three languages; others are named and not read", () => {
    const text = "IČO\tKrajina\tTelefón\tŠtítky\tZaměstnanci\tObrat\n31322832\tSK\t45274649\ta, b\t49,5\t1 mil.";
    const { rows, ignoredColumns } = readRows(text, headerWords());
    expect(ignoredColumns).toEqual(["Telefón"]);
    expect(rows).toEqual([
      {
        line: 2,
        typed: "31322832\tSK\t45274649\ta, b\t49,5\t1 mil.",
        ico: "31322832",
        country: "SK",
        cells: { tags: "a, b", employees: "49,5", turnoverEur: "1 mil." },
        warnings: [],
      },
    ]);
  });

  test("a list may have further ones", () => {
    const words = headerWords({ criticality: ["criticality", "kritickosť"] });
    const { rows } = readRows("ičo;kritickosť\n31322832;high", words);
    expect(rows[0]?.cells).toEqual({ criticality: "high" });
  });

  test("the name beside a number is kept and never searched for", () => {
    expect(readFirmRows("SLOVNAFT (IČO 31322832)\nČEZ\t45274649")).toMatchObject([
      { ico: "31322832", nameBeside: "SLOVNAFT" },
      { ico: "45274649", nameBeside: "ČEZ" },
    ]);
  });

  test("an empty first cell stays empty", () => {
    expect(read("názov\tičo\n\t31322832\nČEZ\t")).toEqual(["31322832", "ČEZ"]);
  });
});

test("whatever is pasted, each row is a number, a name or a problem", () => {
  const piece = fc.constantFrom("31322832", "SK", ";", ",", "\t", '"', "\n", "IČO", "názov", "ČEZ, a. s.", "2739", " ");
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 30 }), (parts) => {
      for (const { ico, taxNumber, name, problem } of readFirmRows(parts.join(""))) {
        expect([ico, taxNumber, name, problem].filter((each) => each !== undefined)).toHaveLength(1);
        if (ico !== undefined) expect(ico).toMatch(/^\d{8}$/);
      }
    }),
  );
});
