import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../../../core/fold.ts";
import { readQuery } from "../query.ts";
import {
  icoAt,
  importing,
  opened,
  registerFile,
  temporaryFolder,
} from "../snapshot/importing/register-files.fixture.ts";
import { askedName, rankHits } from "./rank-hits.ts";

const firm = (ico: string, name: string | null, country: "SK" | "CZ" = "CZ") => ({ ico, name, country });

const firms = [
  firm("00000701", "Ódaňa dcéra"),
  firm("00000604", "Oda Žilina"),
  firm("00000507", "Alfa oda", "SK"),
  firm("00000400", "Beta, Oda"),
  firm("00000102", "oda", "SK"),
  firm("00000205", "ODA"),
  firm("00000108", "Nadoda"),
  firm("00000001", null),
];

const shown = (query: string) => rankHits(firms, readQuery(query)).map(({ ico }) => ico);

describe("the order", () => {
  test("equal names, then names that start so, then later words; Czech firms first in each, then by number", () => {
    expect(shown("óda")).toEqual(["00000205", "00000102", "00000604", "00000701", "00000400", "00000507"]);
  });

  test("an equal number comes before numbers that start so", () => {
    const numbers = [firm("36421928", "B"), firm("36421901", "A"), firm("03642192", "C")];
    expect(rankHits(numbers, readQuery("36421928")).map(({ ico }) => ico)).toEqual(["36421928"]);
    expect(rankHits(numbers, readQuery("3642 19")).map(({ ico }) => ico)).toEqual(["36421901", "36421928"]);
    expect(rankHits(numbers, readQuery("3642192")).map(({ ico }) => ico)).toEqual(["03642192", "36421928"]);
  });

  test("ten are shown at most", () => {
    const many = Array.from({ length: 30 }, (_each, at) => firm(String(at).padStart(8, "0"), "Firma"));
    expect(rankHits(many, readQuery("firma"))).toEqual(many.slice(0, 10).map((firm) => ({ ...firm, match: "exact" })));
  });

  test("punctuation alone fits nothing, and a firm without a name fits its number only", () => {
    expect(shown("...")).toEqual([]);
    expect(shown("00000001")).toEqual(["00000001"]);
  });
});

test("the order is that of the mirror's own search, for every query", async () => {
  const words = ["Oda", "óda", "ODA", "Odaň", "K+K", "O2", "a", "s.", "3570", "35", "Žilina", "(b)", "-", "ß", "Łódź"];
  const word = fc.constantFrom(...words);
  const rows = fc
    .sample(fc.array(word, { minLength: 1, maxLength: 3 }), { numRuns: 120, seed: 7 })
    .map((pieces, at) => ({ ico: icoAt(at), name: pieces.join(" ") }))
    .sort((a, b) => a.ico.localeCompare(b.ico));
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, rows.slice(0, 80)));
  await importing(dir, registerFile.rpo(dir, rows.slice(40)));
  const mirror = opened(dir);
  const all = [
    ...rows.slice(40).map(({ ico, name }) => firm(ico, name, "SK")),
    ...rows.slice(0, 80).map(({ ico, name }) => firm(ico, name, "CZ")),
  ];
  const number = fc.tuple(fc.constantFrom(...rows), fc.integer({ min: 3, max: 8 }), fc.boolean());
  const query = fc.oneof(
    fc.array(word, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(" ")),
    fc.constantFrom(...rows).map(({ name }) => name.slice(0, 4)),
    number.map(([{ ico }, length, isSpaced]) => ico.slice(0, length).replace(/^.../, isSpaced ? "$& " : "$&")),
    number.map(([{ ico }]) => ico.replace(/^0+/, "")),
  );
  const shownBy = (hits: readonly { readonly country: string; readonly ico: string }[]) =>
    hits.map(({ country, ico }) => country + ico);
  fc.assert(
    fc.property(query, (typed) => {
      expect(shownBy(rankHits(all, readQuery(typed)))).toEqual(shownBy(mirror.search(typed, undefined, 10)));
    }),
  );
});

describe("the name that a register is asked for", () => {
  test.each([
    ["Slovnaft, a. s.", "Slovnaft"],
    ["  ČEZ   Distribuce  ", "ČEZ Distribuce"],
    ["ČEZ a.s.", "ČEZ"],
    ["O2 Slovakia s.r.o.", "O2 Slovakia"],
    ["ESET spol. s r. o.", "ESET"],
    ["Slovnaft a", "Slovnaft"],
    ["J&T Banka, a. s.", "J&T Banka"],
    ["Čez d", "Čez d"],
    ["a.s.", "a.s"],
    ["a. s.", "a"],
    ["a\ud800bc", "a\ufffdbc"],
    ["K+K stavby", "K+K stavby"],
    ["škoda (auto)", "škoda"],
    ["x".repeat(4_000), "x".repeat(200)],
  ])("of %j it is %j", (typed, asked) => {
    expect(askedName(typed)).toBe(asked);
  });

  test("every name that fits what was typed fits what is asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ maxLength: 20 }), (typed, more) => {
        const asked = fold(askedName(typed));
        fc.pre(fold(typed) !== "");
        expect(fold(typed + more).startsWith(asked) || fold(typed).startsWith(asked)).toBe(true);
      }),
    );
  });

  test("and so it does where words, legal forms and punctuation are typed, in whatever order", () => {
    const piece = fc.constantFrom(
      "Čez",
      "O2",
      "J&T",
      "š",
      "a.s.",
      "a",
      "s",
      "r.o.",
      "spol.",
      ",",
      "-",
      "(b)",
      "d",
      "  ",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const typed = pieces.join(" ");
        fc.pre(fold(typed) !== "");
        const asked = fold(askedName(typed));
        expect(asked).not.toBe("");
        expect(` ${fold(typed)} `.startsWith(` ${asked} `)).toBe(true);
      }),
    );
  });

  test.each([
    ["blanks", " ".repeat(200_000)],
    ["letters of legal forms", "a ".repeat(100_000)],
    ["dots", "a.".repeat(100_000)],
  ])("is read from a quarter of a million %s", (_case, typed) => {
    // What looks at each of them again for each would not be done before a test has to end.
    expect(() => [`x${typed}x`, typed].map(askedName)).not.toThrow();
  });

  test("can stand in an address, whatever was typed", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 10 }),
        (typed) => {
          expect(() => encodeURIComponent(askedName(`a\ud800${typed}`))).not.toThrow();
          expect(() => encodeURIComponent(askedName(typed))).not.toThrow();
        },
      ),
    );
  });
});
