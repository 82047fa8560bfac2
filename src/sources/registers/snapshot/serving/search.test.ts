import { describe, expect, test } from "vitest";
import type { Country } from "../../../../core/country.ts";
import { fold } from "../../../../core/fold.ts";
import { ENDINGS_KNOWN } from "../../legal-form-endings.ts";
import { hasWords, wordsOfName } from "../../name-words.ts";
import { readQuery } from "../../query.ts";
import type { SearchHit } from "../../register.ts";
import {
  icoAt,
  importingAll,
  opened,
  resText,
  rpoRows,
  temporaryFolder,
  writtenFile,
} from "../importing/register-files.fixture.ts";
import type { Scan } from "./search.ts";

/** K of these tests: low, so that a few thousand firms have frequent prefixes. */
const K = 20;

interface Firm {
  readonly country: Country;
  readonly ico: string;
  readonly name: string;
  /** The folded name, and what is left of it from its second, third … word on. */
  readonly folded: string;
  readonly rests: readonly string[];
  readonly words: readonly string[];
}

/** The only towns of the made-up files. */
const TOWNS = { CZ: "praha", SK: "bratislava" } as const;

/** What search must find, said as plainly as can be: every firm is looked at for every tier, but for typing errors. */
function bruteForce(firms: readonly Firm[], query: string, country: Country | undefined): string[] {
  const asked = readQuery(query);
  const { name, bare, words, equal, kind } = asked;
  const names = new Set(name === "" ? [] : [name, ...[...equal.endings].map((ending) => `${equal.name} ${ending}`)]);
  const isShort = kind === "short";
  const wholes = (firm: Firm) => firm.words.includes(name);
  const tiers: ((firm: Firm) => boolean)[] = [
    (firm) => firm.ico === asked.ico || names.has(firm.folded),
    (firm) =>
      isShort
        ? `${firm.folded} `.startsWith(`${name} `)
        : (asked.digits !== undefined && firm.ico.startsWith(asked.digits)) ||
          [name, bare].some((start) => start !== "" && firm.folded.startsWith(start)),
    (firm) =>
      isShort
        ? name !== "" && wholes(firm)
        : (words.length === 1 && firm.rests.some((rest) => rest.startsWith(name))) ||
          hasWords(firm.words, () => [TOWNS[firm.country]], words),
  ];
  const found = new Set<string>();
  for (const matches of tiers) {
    for (const firm of firms) {
      if (country !== undefined && firm.country !== country) continue;
      if (matches(firm)) found.add(`${firm.country} ${firm.ico}`);
    }
  }
  return [...found].slice(0, 10);
}

function wordRests(name: string): string[] {
  const words = name.split(" ");
  return words.slice(1).map((_, index) => words.slice(index + 1).join(" "));
}

const CZ_WORDS =
  "Novák Nováková Svoboda Černý Dvořák Škoda Praha Brno Ostrava stavby elektro společenství vlastníků jednotek domu Hlavní Úřad Čistá Žďár a synové";
const SK_WORDS =
  "Novák Horváth Kováč Ďurica Slovakia stavebniny Bratislava Košice Žilina spoločenstvo vlastníkov bytov hlavná Ľubotín Šaľa a spol";
const CZ_ENDS = [
  " s.r.o.",
  ", s.r.o.",
  ", spol. s r.o.",
  ", společnost s ručením omezeným",
  ", společnost s ručením omezeným v likvidaci",
  ", a.s.",
  "",
];
const SK_ENDS = [" s.r.o.", ", s. r. o.", " spol. s r. o.", ", a.s.", " v likvidácii", ""];

const HAND_WRITTEN = [
  "a.s.",
  "A. S.",
  "s.r.o.",
  "ČEZ, a. s.",
  "CEZ",
  "Čez distribuce",
  "Novák Novák Novák Novák Novák",
  "Novák Novák",
  "1. FC 100 & Co",
  "100",
  "10000",
  "!!!",
  "Straße ß",
  "Łódź",
  "ΩΜΕΓΑ Σ",
  "日本 株式会社",
  "Société Générale",
  "Ǆungla",
  "İstanbul",
  "x",
  "",
  "společenství vlastníků jednotek domu Hlavní 12, Praha",
];

function madeUpFirms(): Firm[] {
  let seed = 7;
  const next = (size: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * size);
  };
  const pick = (words: readonly string[]) => words[next(words.length)] ?? "";
  const name = (words: readonly string[], ends: readonly string[]) =>
    [...Array.from({ length: 1 + next(4) }, () => pick(words))].join(next(6) === 0 ? "-" : " ") + pick(ends);
  const czech = Array.from({ length: 1_400 }, (_, index) => ({
    country: "CZ" as const,
    ico: icoAt(index),
    name: HAND_WRITTEN[index] ?? name(CZ_WORDS.split(" "), CZ_ENDS),
  }));
  // Every third Slovak number exists in both countries; the order of the file is not that of the numbers.
  const slovak = Array.from({ length: 900 }, (_, index) => ({
    country: "SK" as const,
    ico: icoAt((899 - index) * 3),
    name: HAND_WRITTEN[index + 3] ?? name(SK_WORDS.split(" "), SK_ENDS),
  }));
  return [...czech, ...slovak].map((firm) => {
    const folded = fold(firm.name);
    return { ...firm, folded, rests: wordRests(folded), words: wordsOfName(folded) };
  });
}

const firms = madeUpFirms();

async function published(denseAbove: number, onScan?: (scan: Scan) => void) {
  const dir = temporaryFolder();
  const czech = firms.filter(({ country }) => country === "CZ");
  const slovak = firms.filter(({ country }) => country === "SK");
  await importingAll(
    dir,
    [
      { country: "SK", format: "rpo", file: writtenFile(dir, rpoRows(slovak)) },
      { country: "CZ", format: "res", file: writtenFile(dir, resText(czech)) },
    ],
    { denseAbove },
  );
  return opened(dir, onScan === undefined ? {} : { onScan });
}

const shown = (hits: readonly SearchHit[]) => hits.map(({ country, ico }) => `${country} ${ico}`);

const WRITTEN_QUERIES = [
  "a.s.",
  "s.r.o.",
  "s r o",
  "a",
  "s",
  "nov",
  "NOVÁK",
  "novak s",
  "novak novak",
  "slovakia stavebniny",
  "společnost s ručením omezeným",
  "společnost s ručením omezeným v likvidaci",
  "spolecnost s rucenim omezenym v likvidac",
  "společenství vlastníků jednotek domu",
  "spoločenstvo vlastníkov bytov hlavná",
  "ČEZ",
  "cez a s",
  "čez, a.s.",
  "100",
  "010",
  "0001",
  "00010",
  "000100",
  "00 01 00",
  icoAt(3),
  icoAt(3).slice(2),
  ` ${icoAt(6).slice(0, 4)} ${icoAt(6).slice(4)} `,
  icoAt(600),
  "99999999",
  "123456789",
  "...",
  "",
  " - ",
  "horvath",
  "škoda sro",
  "svoboda as",
  `IČO: ${icoAt(3)}`,
  "ß",
  "łódź",
  "łodz",
  "日本",
  "ωμεγα σ",
  "istanbul",
  "ž",
  "zd",
  "xyz nic",
  "%",
  "_",
  "nov%",
  "'; DROP TABLE company",
  "\u0000nov",
  "\u{10ffff}",
  "\ud800",
];

describe.each([
  ["frequent prefixes prepared", K],
  ["every prefix prepared", 0],
  ["nothing prepared", 1_000_000],
])("search with %s", (_title, denseAbove) => {
  test("finds what looking at every firm finds, in the same order, for every country filter", async () => {
    const snapshot = await published(denseAbove);
    const queries = new Set(WRITTEN_QUERIES);
    for (let index = 0; index < firms.length; index += 17) {
      const name = firms[index]?.name ?? "";
      const folded = fold(name);
      const rest = wordRests(folded).at(-1) ?? folded;
      for (const text of [name, folded.slice(0, 3), folded.slice(0, 7), folded.slice(0, 16), rest, rest.slice(0, 4)]) {
        queries.add(text);
      }
      queries.add((firms[index]?.ico ?? "").slice(0, 3 + (index % 6)));
    }
    for (const query of queries) {
      for (const country of [undefined, "CZ", "SK"] as const) {
        const fitting = snapshot.search(query, country, 10).filter(({ match }) => match !== "similar");
        expect(shown(fitting), `"${query}" in ${country ?? "both"}`).toEqual(bruteForce(firms, query, country));
      }
    }
  });
});

describe("search", () => {
  test("reads at most K entries of an index per tier, whatever is asked", async () => {
    const scans: Scan[] = [];
    const snapshot = await published(K, (scan) => scans.push(scan));
    const queries = [
      ...WRITTEN_QUERIES,
      ...firms.flatMap(({ name, ico }) => [name, name.slice(0, 2), fold(name).slice(0, 5), ico.slice(0, 4)]),
      "a".repeat(4_000),
      "s r o ".repeat(700),
      ".".repeat(4_000),
      "1".repeat(4_000),
    ];
    for (const query of queries) {
      for (const country of [undefined, "CZ", "SK"] as const) snapshot.search(query, country, 10);
    }
    expect(scans.length).toBeGreaterThan(queries.length * 3);
    const isOfLists = ({ tier }: Scan) => tier === "chunks";
    expect(Math.max(...scans.filter(isOfLists).map(({ entries }) => entries))).toBeLessThanOrEqual(600);
    const most = (isEqualTier: boolean) =>
      Math.max(
        ...scans
          .filter((scan) => !isOfLists(scan))
          .flatMap(({ tier, entries }) => ((tier === "name" || tier === "ico") === isEqualTier ? [entries] : [])),
      );
    expect(most(false)).toBeLessThanOrEqual(K);
    // Of each spelling of an equal name no more than are shown, however many firms there are.
    expect(most(true)).toBeLessThanOrEqual((ENDINGS_KNOWN + 2) * 10);
  });

  test("gives no more hits than asked for, and never more than ten", async () => {
    const snapshot = await published(K);
    expect(snapshot.search("novak", undefined, 3)).toHaveLength(3);
    expect(snapshot.search("novak", undefined, 10)).toHaveLength(10);
    expect(snapshot.search("novak", undefined, 99)).toHaveLength(10);
    expect(snapshot.search("novak", undefined, 0)).toHaveLength(0);
  });

  test("finds a firm without diacritics, in any case and with other punctuation", async () => {
    const snapshot = await published(K);
    for (const query of ["ČEZ, a. s.", "cez a.s.", "CEZ A S", "čez  a.s"]) {
      expect(snapshot.search(query, undefined, 1)[0]?.name).toBe("ČEZ, a. s.");
    }
  });

  test("a name without its legal form, or with another spelling of it, is the first hit", async () => {
    const snapshot = await published(K);
    expect(snapshot.search("čez", undefined, 10)[0]?.name).toBe("ČEZ, a. s.");
    expect(snapshot.search("cez as", undefined, 10)[0]?.name).toBe("ČEZ, a. s.");
    expect(snapshot.search("cez akciová společnost", undefined, 10)[0]?.name).toBe("ČEZ, a. s.");
    const others = snapshot.search("cez s.r.o.", undefined, 10).map(({ name, match }) => [name, match]);
    expect(others.slice(0, 2)).toEqual([
      ["ČEZ, a. s.", "starts"],
      ["CEZ", "starts"],
    ]);
  });

  test("shows the category that the rules gave to the row", async () => {
    const snapshot = await published(K);
    const [hit] = snapshot.search("ČEZ, a. s.", undefined, 1);
    expect(hit?.category).toBe("out_of_scope");
  });

  test("shows Czech firms before Slovak ones when no country is asked for", async () => {
    const snapshot = await published(K);
    const countries = snapshot.search(icoAt(3), undefined, 10).map(({ country }) => country);
    expect(countries).toEqual(["CZ", "SK"]);
  });
});
