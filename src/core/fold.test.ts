import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, foldsToStart } from "./fold.ts";

/** The form as it is defined, on the text as a whole. */
function defined(text: string): string {
  return text
    .replaceAll("´", "")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[łøđðħŧı]/gu, (letter) => "loddhti"["łøđðħŧı".indexOf(letter)] ?? "")
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("þ", "th")
    .replace(/['’‘ʼ`]/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(..."aáÁčČďßİıŁøæþŀŉ½'’´`ﬁＡ№0 .,-&\u00a0\u00adΣς\u0301\u0130x"), maxLength: 30 }),
);

test.each([
  ["ČEZ, a. s.", "cez a s"],
  ["  Železiarne   Podbrezová ", "zeleziarne podbrezova"],
  ["İstanbul Łódź", "istanbul lodz"],
  ["Groß & Söhne, Œuvre, Ørsted, Þór", "gross sohne oeuvre orsted thor"],
  ["D'Artagnan, D’Artagnan, D´Artagnan", "dartagnan dartagnan dartagnan"],
  ["ＳＬＯＶＮＡＦＴ ﬁrma №5 m²", "slovnaft firma no5 m2"],
  ["U.S. Steel, E.ON", "u s steel e on"],
  ["1½ ŀl", "11 2 l l"],
  ["cafe\u0301", "cafe"],
  ["ΟΔΟΣ", "οδος"],
  ["„–“", ""],
])("%j is compared as %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("any text is folded as the definition of the form says", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(fold(text)).toBe(defined(text));
    }),
  );
});

test("a text begins with whole words of its folded form, and with nothing else", () => {
  const starts = (text: string, start: string) => `${fold(text)} `.startsWith(`${start} `);
  expect(["Slovenská pošta, a. s.", "Slovensko", "slovenska"].map((text) => foldsToStart(text, "slovenska"))).toEqual([
    true,
    false,
    true,
  ]);
  fc.assert(
    fc.property(texts, texts, fc.nat(), (text, other, cut) => {
      const folded = fold(text);
      for (const start of [folded, fold(other), fold(folded.slice(0, cut % (folded.length + 1)))]) {
        expect(foldsToStart(text, start)).toBe(starts(text, start));
      }
    }),
  );
});
