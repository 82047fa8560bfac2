import { expect, test } from "vitest";
import { readStatedIco } from "./stated-ico.ts";

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
