import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { icoOfAmount, readCompanyNumber, readListedNumber } from "./company-number.ts";

describe("a number as people paste it", () => {
  test.each([
    ["31322832", "31322832", undefined],
    [" 31 322 832 ", "31322832", undefined],
    ["31\u00a0322\u2009832", "31322832", undefined],
    ["SK31322832", "31322832", "SK"],
    ["sk 31322832", "31322832", "SK"],
    ["CZ45274649", "45274649", "CZ"],
    ["cz 452 74 649", "45274649", "CZ"],
    ["31322832 SK", "31322832", "SK"],
    ["31322832 (SK)", "31322832", "SK"],
    ["IČO: 31322832", "31322832", undefined],
    ["IČO 31 322 832", "31322832", undefined],
    ["IČ 270 82 440", "27082440", undefined],
    ["DIČ: CZ45274649", "45274649", "CZ"],
    ["\u200b31322832", "31322832", undefined],
    ["31322832\u200e", "31322832", undefined],
    ["\ufeff31322832", "31322832", undefined],
    ["31322832;", "31322832", undefined],
    ["31322832,", "31322832", undefined],
    ["'31322832", "31322832", undefined],
    ['"31322832"', "31322832", undefined],
    ["452-74-649", "45274649", undefined],
    ["177041", "00177041", undefined],
    ["12345678", "12345678", undefined],
  ])("%j is %s of %s", (text, ico, country) => {
    expect(readCompanyNumber(text)).toEqual({ kind: "ico", ico, ...(country === undefined ? {} : { country }) });
  });

  test.each([
    ["2020372640", { kind: "tax_sk" }],
    ["SK2020372640", { kind: "tax_sk" }],
    ["IČ DPH: SK2020372640", { kind: "tax_sk" }],
    ["CZ6901011234", { kind: "tax_cz_person" }],
    ["CZ690101123", { kind: "tax_cz_person" }],
    ["CZ6991234567", { kind: "tax_cz_group" }],
    ["ATU12345678", { kind: "vat_foreign", country: "AT" }],
    ["DE 123456789", { kind: "vat_foreign", country: "DE" }],
    ["EL123456789", { kind: "vat_foreign", country: "GR" }],
    ["CHE-123.456.789 MWST", { kind: "vat_foreign", country: "CH" }],
    ["RO123456", { kind: "vat_foreign", country: "RO" }],
  ])("%s is named as what it is", (text, expected) => {
    expect(readCompanyNumber(text)).toEqual(expected);
  });

  test.each(["", "SLOVNAFT", "00000000", "12345", "123456789", "31322832, SLOVNAFT", "SK31322832CZ", "O2", "RO123"])(
    "%j is no number",
    (text) => {
      expect(readCompanyNumber(text)).toBeUndefined();
    },
  );

  test("whatever is typed, a number has eight digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (text) => {
        const read = readCompanyNumber(text);
        if (read?.kind === "ico") expect(read.ico).toMatch(/^\d{8}$/);
      }),
    );
  });
});

describe("a number in a list, as a spreadsheet leaves it", () => {
  test.each([
    ["2739", "00002739"],
    ["493", "00000493"],
    ["5886", "00005886"],
    ["CZ 2739", "00002739"],
  ])("%s is %s, and says that zeros were added", (text, ico) => {
    expect(readListedNumber(text)).toMatchObject({ kind: "ico", ico, areZerosAdded: true });
  });

  test.each(["2", "2740", "0", "12345"])("%s is none: the check digit does not hold", (text) => {
    expect(readListedNumber(text)).toBeUndefined();
  });

  test("a whole number needs no zeros", () => {
    expect(readListedNumber("177041")).toEqual({ kind: "ico", ico: "00177041", areZerosAdded: false });
    expect(readListedNumber("SK2020372640")).toEqual({ kind: "tax_sk" });
  });
});

test.each([
  [31322832, "31322832"],
  [177041, "00177041"],
  [2739, "00002739"],
  [2740, undefined],
  [0, undefined],
  [-31322832, undefined],
  [31322832.5, undefined],
  [313228321, undefined],
])("the amount %s is the number %s", (amount, ico) => {
  expect(icoOfAmount(amount)).toBe(ico);
});
