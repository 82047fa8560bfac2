import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { localeOf } from "./accept-language.ts";

test.each<[unknown, string | undefined, string]>([
  ["en", "cs", "en"],
  ["de", "cs", "cs"],
  [undefined, undefined, "sk"],
  [undefined, "", "sk"],
  [undefined, "de, fr", "sk"],
  [undefined, "cs-CZ", "cs"],
  [undefined, "EN-gb", "en"],
  [undefined, "en;q=0.2, cs;q=0.9", "cs"],
  [undefined, "en, cs", "en"],
  [undefined, "en;q=0", "sk"],
  [undefined, "en;q=x, cs;q=0.1", "cs"],
  [undefined, "*", "sk"],
  [7, "cs", "cs"],
])("stated %j and Accept-Language %j is %s", (stated, header, locale) => {
  expect(localeOf(stated, header)).toBe(locale);
});

test("no header makes it anything but one of our languages", () => {
  fc.assert(fc.property(fc.anything(), fc.string(), (stated, header) => LOCALES.includes(localeOf(stated, header))));
});
