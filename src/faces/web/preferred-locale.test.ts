import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { preferredLocale } from "./web.ts";

test.each<[string, string | undefined, string]>([
  ["a Slovak browser gets Slovak", "sk-SK,sk;q=0.9,cs;q=0.8,en-US;q=0.7,en;q=0.6", "sk"],
  ["a Czech browser gets Czech", "cs,sk;q=0.8,en;q=0.5", "cs"],
  ["weights beat order", "en;q=0.3, cs;q=0.9", "cs"],
  ["an earlier language wins a tie", "en, sk", "en"],
  ["a German browser gets English", "de-DE,de;q=0.9", "en"],
  ["a German who also reads Czech gets Czech", "de-DE,cs;q=0.4", "cs"],
  ["a refused language is not given", "sk;q=0, cs", "cs"],
  ["anything at all means Slovak", "*", "sk"],
  ["no header means Slovak", undefined, "sk"],
  ["an empty header means Slovak", " ", "sk"],
  ["a broken weight counts as none", "cs;q=high, en", "en"],
])("%s", (_case, header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test("whatever a browser sends, a language comes out", () => {
  fc.assert(fc.property(fc.string(), (header) => LOCALES.includes(preferredLocale(header))));
});
