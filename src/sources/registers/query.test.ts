import { describe, expect, test } from "vitest";
import { readQuery } from "./query.ts";

/** The fields of a reading that a line of a table names. */
const reading = (query: string) => {
  const { kind, ico, digits, country, foreignCountry, instead, text } = readQuery(query);
  return { kind, ico, digits, country, foreignCountry, instead, text };
};

describe("a query is a number of a firm", () => {
  test.each([
    ["31322832", "31322832", undefined],
    ["31 322 832", "31322832", undefined],
    ["313-228-32", "31322832", undefined],
    ["SK31322832", "31322832", "SK"],
    ["31322832 SK", "31322832", "SK"],
    ["CZ45274649", "45274649", "CZ"],
    ["cz 452 74 649", "45274649", "CZ"],
    ["IČO: 31322832", "31322832", undefined],
    ["IČ 270 82 440", "27082440", undefined],
    ["DIČ: CZ27082440", "27082440", "CZ"],
    ["Reg. No. 31322832", "31322832", undefined],
    ["Tax ID: 31322832", "31322832", undefined],
    ["\u200b31322832", "31322832", undefined],
    ["31322832\u200e;", "31322832", undefined],
    ["'31322832", "31322832", undefined],
    ["„31322832“", "31322832", undefined],
    ["(31322832)", "31322832", undefined],
    ["３１３２２８３２", "31322832", undefined],
    ["31\u00a0322\u202f832", "31322832", undefined],
    ["31322833", "31322833", undefined],
    ["6947", "", undefined],
  ])("%j", (query, ico, country) => {
    if (ico === "") expect(reading(query)).toMatchObject({ kind: "ico_start", digits: query, ico: undefined });
    else expect(reading(query)).toMatchObject({ kind: "ico", ico, country });
  });

  test.each([
    ["313", "313", undefined],
    ["31 322", "31322", undefined],
    ["IČO: 3132", "3132", undefined],
    ["3132283", "3132283", "03132283"],
  ])("%j is the beginning of one", (query, digits, ico) => {
    expect(reading(query)).toMatchObject({ kind: "ico_start", digits, ico });
  });

  test.each([
    ["31322832, SLOVNAFT", "31322832", "SLOVNAFT", undefined],
    ["SLOVNAFT (IČO 31322832)", "31322832", "SLOVNAFT", undefined],
    ["SLOVNAFT, a.s. - IČO: 313 22 832", "31322832", "SLOVNAFT, a.s. -", undefined],
    ["ČEZ, a. s. CZ45274649", "45274649", "ČEZ, a. s", "CZ"],
    ["Obec Malá (309 427)", "00309427", "Obec Malá", undefined],
  ])("%j is one with a name", (query, ico, name, country) => {
    expect(reading(query)).toMatchObject({ kind: "ico_name", ico, country, instead: [`${country ?? ""}${ico}`, name] });
  });

  test.each(["31322832, 45274649 Firma", "Firma 1234567", "Domus 2000"])("%j is none: it is a name", (query) => {
    expect(reading(query)).toMatchObject({ kind: "name", ico: undefined });
  });
});

describe("a query is a number of taxes", () => {
  test.each([
    ["2020372640", "tax_sk", undefined],
    ["SK2020372640", "tax_sk", undefined],
    ["IČ DPH: SK 2020372640", "tax_sk", undefined],
    ["CZ7801011234", "tax_cz_person", undefined],
    ["CZ780101123", "tax_cz_person", undefined],
    ["CZ6990001234", "tax_cz_group", undefined],
    ["DE123456789", "vat_foreign", "DE"],
    ["DE 123 456 789", "vat_foreign", "DE"],
    ["ATU12345678", "vat_foreign", "AT"],
    ["EL123456789", "vat_foreign", "GR"],
    ["CHE-123.456.789 MWST", "vat_foreign", "CH"],
    ["NL123456789B01", "vat_foreign", "NL"],
  ])("%j: %s", (query, kind, country) => {
    expect(readQuery(query)).toMatchObject({ kind, name: "", words: [], ico: undefined, digits: undefined });
    expect(readQuery(query).foreignCountry).toBe(country);
  });

  test.each(["RO 12345", "DE 12345", "SE 2000 s.r.o."])("%j is a name", (query) => {
    expect(readQuery(query).kind).toBe("name");
  });
});

describe("a query is an address", () => {
  test.each([
    ["https://www.eset.com/sk", "web", "eset"],
    ["eset.sk", "web", "eset"],
    ["WWW.ŠKODA-AUTO.CZ", "web", "škoda-auto"],
    ["info@slovnaft.sk", "email", "slovnaft"],
    ["mailto:info@firma.co.uk", "email", "firma"],
  ])("%j: %s of %s", (query, kind, name) => {
    expect(reading(query)).toMatchObject({ kind, instead: [name] });
  });

  test("of a provider of mailboxes, which names no firm", () => {
    expect(reading("jan.novak@gmail.com")).toMatchObject({ kind: "email", instead: [] });
  });

  test.each(["E.ON", "a.s.", "U.S. Steel", "Alza.cz, a.s.", "a@b"])("%j is a name", (query) => {
    expect(readQuery(query).kind).toBe("name");
  });
});

describe("a query is a code of an activity", () => {
  test.each(["49.41", "25,62", "C25.62", "c 25.62.0", "NACE 4941", "SK NACE: 49.41", "CZ-NACE 10710"])(
    "%j",
    (query) => {
      expect(readQuery(query).kind).toBe("activity_code");
    },
  );

  test.each(["4941", "1.5 milióna", "NACE klub"])("%j is none", (query) => {
    expect(readQuery(query).kind).not.toBe("activity_code");
  });
});

describe("a query is a name", () => {
  test.each([
    ["  „Pekáreň   Vltava“ ", "pekaren vltava"],
    ["Pekáreň Vltava;", "pekaren vltava"],
    ["Łódzka skúšobná", "lodzka skusobna"],
    ["Groß & Söhne", "gross sohne"],
    ["D'Artagnan", "dartagnan"],
    ["ＳＬＯＶＮＡＦＴ", "slovnaft"],
  ])("%j is compared as %j", (query, name) => {
    expect(readQuery(query)).toMatchObject({ kind: "name", name });
  });

  test.each([
    ["O2", "short"],
    ['"ČD"', "short"],
    ["x", "short"],
    ["...", "empty"],
    ["\u200b\u200b\u200b", "empty"],
    ["✈✈✈", "empty"],
  ])("%j is %s", (query, kind) => {
    expect(readQuery(query).kind).toBe(kind);
  });

  test.each([
    ["pekáreň vltava s.r.o.", "pekaren vltava"],
    ["s.r.o. pekáreň vltava", "pekaren vltava"],
    ["Pekáreň spol. s r.o. Vltava", "pekaren vltava"],
    ["České zkoušky a. s. v likvidaci", "ceske zkousky"],
    ["eset spol s ro", "eset"],
    ["Elektrárna jedna akc. spol.", "elektrarna jedna"],
    ["Nemocnice Testov p.o.", "nemocnice testov"],
    ["Nemocnice, příspěvková organizace, Testov", "nemocnice testov"],
    ["A.S.A. Slovensko", "a s a slovensko"],
    ["Se Ma For", "se ma for"],
    ["s.r.o.", "s r o"],
    ["Pekáreň a.s. Vltava", "pekaren a s vltava"],
  ])("%j without its legal forms is %j", (query, bare) => {
    expect(readQuery(query).bare).toBe(bare);
  });

  test.each([
    ["U.S. Steel", ["us", "steel"]],
    ["U S Steel s.r.o.", ["us", "steel"]],
    ["E.ON", ["eon"]],
    ["Novák a syn", ["novak", "syn"]],
    ["pekáreň v Košice", ["pekaren", "kosice"]],
    ["nova nova nova", ["nova"]],
    ["3 M Slovensko", ["3", "m", "slovensko"].slice(2)],
  ])("%j asks for the words %j", (query, words) => {
    const asked = readQuery(query).words;
    expect(query.startsWith("3") ? asked.slice(1) : asked).toEqual(words);
  });
});
