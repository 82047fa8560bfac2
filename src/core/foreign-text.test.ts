import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignLines, foreignText, foreignTextOrNull } from "./foreign-text.ts";

test.each([
  ["an override of the direction", "SK\u202Egnp.exe", "SKgnp.exe"],
  ["isolates of the direction", "a\u2066b\u2067c\u2068d\u2069e", "abcde"],
  ["marks of the direction", "a\u200Eb\u200Fc", "abc"],
  ["tag characters, which hide a text inside a text", "Firma\u{E0001}\u{E0073}\u{E006B}\u{E007F}", "Firma"],
  ["characters without width", "a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf", "abcdef"],
  ["a soft hyphen", "po\u00ADvinnosť", "povinnosť"],
  ["line breaks and tabs", "a\r\nb\tc\u2028d\u2029e\u0085f", "a b c d e f"],
  ["control characters", "a\u0000b\u001b[31mc\u007fd", "a b [31mc d"],
  ["half a character", "a\ud800b", "ab"],
  ["a replacement character", "a\ufffdb", "ab"],
  ["blanks of all kinds", "  a\u00a0\u202f\u3000b  ", "a b"],
  ["a bullet of Word", "\uf0b7 bod", "• bod"],
  ["private use", "a\ue000b\u{f0000}c", "abc"],
  ["accents in pieces", "ko\u0301n", "kón"],
  ["an ordinary name", 'Žofín & syn, "s.r.o." <Praha>', 'Žofín & syn, "s.r.o." <Praha>'],
])("%s: only what a reader sees is left", (_case, text, expected) => {
  expect(foreignText(text)).toBe(expected);
});

test("every character that is let through as usual is one that the rule leaves as it is", () => {
  const rule = (text: string) =>
    text
      .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu, "")
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim()
      .normalize("NFC");
  for (let code = 0; code <= 0x2100; code++) {
    const character = String.fromCharCode(code);
    for (const text of [
      character,
      `a${character}b`,
      `a ${character}`,
      `${character} b`,
      `a${character}${character}b`,
    ]) {
      expect(foreignText(text), code.toString(16)).toBe(rule(text));
    }
  }
});

test("whatever comes in, one line without anything invisible comes out, and a second pass changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const plain = foreignText(text);
      expect(plain).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(foreignText(plain)).toBe(plain);
    }),
  );
});

test("a text with nothing to show is as if it were not there", () => {
  expect(foreignTextOrNull("\u202E\u200B \n")).toBeNull();
  expect(foreignTextOrNull(null)).toBeNull();
  expect(foreignTextOrNull(" a ")).toBe("a");
});

test("a note keeps its lines, and each of them is cleaned", () => {
  expect(foreignLines("  first\u200b line\r\n\r\nsecond\u202e\u0007 line\n")).toBe("first line\n\nsecond line");
});
