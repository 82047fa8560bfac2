import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatedIco, readWholeIco } from "./stated-ico.ts";

test.each([
  ["the bare number", "31322832", { digits: "31322832" }],
  ["a number with blanks", " 31 322 832 ", { digits: "31322832" }],
  ["a number with no-break blanks", "31\u00a0322\u202f832", { digits: "31322832" }],
  ["the Slovak word before it", "IČO: 31322832", { digits: "31322832" }],
  ["the same without accents or colon", "ico 31 322 832", { digits: "31322832" }],
  ["the Czech word before it", "IČ: 270 82 440", { digits: "27082440" }],
  ["the long word before it", "Identifikační číslo: 27082440", { digits: "27082440" }],
  ["the sign of a country before it", "SK31322832", { digits: "31322832", country: "SK" }],
  ["a Czech tax number, which holds the company number", "CZ27082440", { digits: "27082440", country: "CZ" }],
  ["word and sign", "IČO: SK 31322832", { digits: "31322832", country: "SK" }],
  ["digits parted by dots or dashes", "31.322.832", { digits: "31322832" }],
  ["the beginning of a number", "IČO 313", { digits: "313" }],
])("%s is read", (_case, typed, stated) => {
  expect(readStatedIco(typed)).toEqual(stated);
});

test.each([
  ["a name", "slovnaft"],
  ["a name that begins like the word", "Ico 21 Invest"],
  ["a name with a number at the end", "Firma 2000"],
  ["a Slovak tax number, which does not hold the company number", "SK2020372640"],
  ["nine digits", "313228321"],
  ["nothing", ""],
  ["punctuation", "!!!"],
])("%s is no number", (_case, typed) => {
  expect(readStatedIco(typed)).toBeUndefined();
});

test("whatever is pasted, the answer is digits or nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
      const stated = readStatedIco(text);
      expect(stated === undefined || /^\d{1,8}$/.test(stated.digits)).toBe(true);
    }),
  );
});

test.each<[string, object | undefined]>([
  ["31322832", { ico: "31322832" }],
  [" 31 322 832 ", { ico: "31322832" }],
  ["1234567", { ico: "01234567" }],
  ["SK31322832", { ico: "31322832", country: "SK" }],
  ["cz 452 74 649", { ico: "45274649", country: "CZ" }],
  ["IČO: 31322832", { ico: "31322832" }],
  ["IČ 45274649", { ico: "45274649" }],
  ["ico31322832", { ico: "31322832" }],
  ["IČO: CZ45274649", { ico: "45274649", country: "CZ" }],
  ["31322832 SK", { ico: "31322832", country: "SK" }],
  ["31322832, CZ", { ico: "31322832", country: "CZ" }],
  ["31322832 (SK)", { ico: "31322832", country: "SK" }],
  ["SK2020270780", undefined],
  ["PL31322832", undefined],
  ["Slovnaft 31322832", undefined],
  ["3,13E+07", undefined],
  ["00000000", undefined],
  ["", undefined],
])("%j is read with the country that stands beside it", (typed, read) => {
  expect(readWholeIco(typed)).toEqual(read);
});
