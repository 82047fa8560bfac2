import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailKeyOf, localPartOf, readEmailAddress } from "./email-address.ts";

test.each(["a@b.cz", "first.last+tag@example.com", "ján@firma.sk", "x@münchen.de", "o'neil@a-b.co.uk", " a@b.cz "])(
  "%j is an address",
  (text) => {
    expect(readEmailAddress(text)).toBe(text.trim());
  },
);

test.each([
  ["no at sign", "ab.cz"],
  ["nothing before it", "@b.cz"],
  ["nothing behind it", "a@"],
  ["no dot in the domain", "a@localhost"],
  ["two at signs", "a@b@c.cz"],
  ["a line break that would make a second header", "a@b.cz\r\nBcc: x@y.z"],
  ["a line feed inside", "a\n@b.cz"],
  ["a blank inside", "a b@c.cz"],
  ["a comma that would make a second recipient", "a@b.cz,c@d.cz"],
  ["a semicolon", "a@b.cz;c@d.cz"],
  ["a name with angle brackets", "A <a@b.cz>"],
  ["a quoted local part", '"a b"@c.cz'],
  ["a comment", "a(b)@c.cz"],
  ["an address of a route", "@x:a@b.cz"],
  ["a zero byte", "a\0@b.cz"],
  ["a direction mark", "a\u202E@b.cz"],
  ["a dot at the beginning", ".a@b.cz"],
  ["two dots in a row", "a..b@c.cz"],
  ["an empty label", "a@b..cz"],
  ["a hyphen at the end of a label", "a@b-.cz"],
  ["a local part of 65 characters", `${"a".repeat(65)}@b.cz`],
  ["255 characters", `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(10)}`],
  ["an IP address in brackets", "a@[127.0.0.1]"],
])("%s is no address", (_case, text) => {
  expect(readEmailAddress(text)).toBeUndefined();
});

test("whatever is typed, what passes holds no control, no separator and no line break", () => {
  const typed = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc
      .tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.string({ maxLength: 20 }))
      .map(([a, b]) => `${a}@${b}.cz`),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const address = readEmailAddress(text);
      if (address !== undefined) expect(address).toMatch(/^[^\s\p{C}<>,;:"()]+@[^\s\p{C}<>,;:"()]+$/u);
    }),
  );
});

describe("the key of an address", () => {
  test("case and the form of accents do not make another account", () => {
    expect(emailKeyOf(" Ján@Firma.SK ")).toBe(emailKeyOf("ján@firma.sk"));
    expect(emailKeyOf("ja\u0301n@firma.sk")).toBe(emailKeyOf("ján@firma.sk"));
  });

  test("an address that only looks alike is another account", () => {
    // The first letter is Cyrillic.
    expect(emailKeyOf("аdmin@firma.sk")).not.toBe(emailKeyOf("admin@firma.sk"));
  });

  test.each(["ı@x.sk", "İ@x.sk", "ß@x.sk", "ẞ@x.sk", "ﬁ@x.sk", "Σ@x.sk", "K@x.sk"])("%s folds once", (address) => {
    expect(emailKeyOf(emailKeyOf(address))).toBe(emailKeyOf(address));
  });

  test("whatever the address, folding it twice changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        expect(emailKeyOf(emailKeyOf(text))).toBe(emailKeyOf(text));
      }),
    );
  });
});

test("the part before the last at sign is the local part", () => {
  expect(localPartOf("first.last@example.com")).toBe("first.last");
});
