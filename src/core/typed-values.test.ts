import { describe, expect, test } from "vitest";
import { countryWord, readCountry } from "./country-names.ts";
import { bareEmail, readPhone, withScheme } from "./typed-contact.ts";
import { readDay } from "./typed-day.ts";
import { readHours } from "./typed-hours.ts";

describe("what people type is read kindly", () => {
  test.each([
    ["SK", "SK"],
    ["svk", "SK"],
    ["Slovensko", "SK"],
    ["Slovenská republika", "SK"],
    ["Slovakia", "SK"],
    ["Slowakei", "SK"],
    ["Česko", "CZ"],
    ["Czechia", "CZ"],
    ["Česká republika", "CZ"],
    ["CZE", "CZ"],
    ["Nemecko", "DE"],
    ["Německo", "DE"],
    ["Deutschland", "DE"],
    ["Österreich", "AT"],
    ["Atlantída", undefined],
    ["", undefined],
  ])("a country: %s", (text, code) => {
    expect(readCountry(text)).toBe(code);
  });

  test.each([
    ["24", 24],
    ["24 hodín", 24],
    ["24h", 24],
    ["24 hodin", 24],
    ["24 hours", 24],
    ["1 deň", 24],
    ["2 dni", 48],
    ["2 dny", 48],
    ["1 týždeň", 168],
    ["1 týden", 168],
    ["asi 24", undefined],
    ["24 minút", undefined],
    ["", undefined],
    ["-1", undefined],
  ])("hours: %s", (text, hours) => {
    expect(readHours(text)).toBe(hours);
  });

  test.each([
    ["0905 123 456", "SK", "+421905123456"],
    ["02/1234 5678", "SK", "+421212345678"],
    ["(0905) 123-456", "SK", "+421905123456"],
    ["00421 905 123 456", "CZ", "+421905123456"],
    ["+421 905 123 456", null, "+421905123456"],
    ["777 123 456", "CZ", "+420777123456"],
    ["+420 777 123 456 (po-pia 8-16)", "CZ", "+420777123456 (po-pia 8-16)"],
    ["0905 123 456", null, "0905 123 456"],
    ["zavolajte", "SK", "zavolajte"],
    ["", "SK", ""],
  ] as const)("a telephone number: %s of %s", (text, country, phone) => {
    expect(readPhone(text, country)).toBe(phone);
  });

  test("addresses and days", () => {
    expect([" mailto:a@b.sk ", "Jana Nová <a@b.sk>", "<a@b.sk>", "a@b.sk"].map(bareEmail)).toEqual(
      Array.from({ length: 4 }, () => "a@b.sk"),
    );
    expect(["firma.sk", "firma.sk/kontakt", "https://firma.sk", "a b.sk", "javascript:x"].map(withScheme)).toEqual([
      "https://firma.sk",
      "https://firma.sk/kontakt",
      "https://firma.sk",
      "a b.sk",
      "javascript:x",
    ]);
    expect(["2027-03-01", "1. 3. 2027", "1.3.2027", "31.2.2027", "zajtra"].map(readDay)).toEqual([
      "2027-03-01",
      "2027-03-01",
      "2027-03-01",
      undefined,
      undefined,
    ]);
  });

  test("a code is shown as a word", () => {
    expect([countryWord("SK", "sk"), countryWord("SK", "cs"), countryWord("SK", "en")]).toEqual([
      "Slovensko",
      "Slovensko",
      "Slovakia",
    ]);
    expect(countryWord("XX", "sk")).toBe("XX");
  });
});
