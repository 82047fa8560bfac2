import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Country } from "../../../../core/country.ts";
import { MATCHES } from "../../register.ts";
import {
  icoAt,
  importingAll,
  opened,
  publishedFile,
  rpoEntity,
  rpoText,
  ruzText,
  writtenFile,
} from "../importing/register-files.fixture.ts";
import { asFormerLayout } from "../layout/former-layout.fixture.ts";
import { openSnapshot } from "./open.ts";

interface Named {
  readonly name: string;
  readonly town?: string;
  readonly form?: string;
  readonly former?: readonly (readonly [name: string, from: string, to: string])[];
}

const CZECH: readonly Named[] = [
  { name: "Raiffeisenbank a.s.", town: "Praha" },
  { name: "Groß & Söhne GmbH - odštěpný závod" },
  { name: "Elektrárna jedna a.s.", town: "Ostrava" },
  { name: "Nemocnice Testov, příspěvková organizace" },
  { name: "České zkoušky a. s. v likvidaci" },
  { name: "O2 Test, a.s." },
  { name: "Pekárna Ostrava sever", town: "Brno" },
  { name: "Pekárna Slunce", town: "Ostrava" },
  { name: "ČD Cargo, a.s." },
];

const SLOVAK: readonly Named[] = [
  { name: "Pekáreň Vltava 9 s.r.o." },
  { name: "Pekáreň Vltava, spol. s r.o." },
  { name: "Martinova autodoprava" },
  { name: "Nemocnica sv. Anny", town: "Košice" },
  { name: "Łódzka skúšobná, s. r. o." },
  { name: "U.S. Huta Test, s.r.o." },
  { name: "ESET, spol. s r.o." },
  { name: "Ørsted Slovensko a.s." },
  { name: "D'Artagnan s. r. o." },
  { name: "Nové meno, s. r. o.", former: [["Staré meno, s. r. o.", "2001-01-02", "2020-05-01"]] },
  { name: "Dnešné meno", former: [["Budúce meno", "2100-01-01", ""]] },
  { name: "Ján Nový", form: "101", former: [["Ján Starý", "2001-01-02", "2020-05-01"]] },
  { name: "SLOVNAFT, a.s." },
  { name: "Obchod A.B.C. Slovakia" },
];

let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "dosah-tiers-"));
  const header = "ICO,DDATVZN,DDATZAN,FORMA,KATPO,NACE,NACE2025,FIRMA,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,DATPLAT";
  const res = CZECH.map(({ name, town = "Plzeň" }, index) =>
    [
      icoAt(index),
      "2001-02-03",
      "",
      "121",
      "000",
      "62010",
      "",
      `"${name}"`,
      "",
      "11000",
      town,
      "Střed",
      "2026-09-15",
    ].join(),
  );
  const rpo = SLOVAK.map(({ name, town = "Bratislava", form = "112", former = [] }, index) => ({
    ...rpoEntity({ form }, index),
    fullNames: [
      ...former.map(([value, validFrom, validTo]) => ({ value, validFrom, ...(validTo === "" ? {} : { validTo }) })),
      { value: name, validFrom: "2020-05-02" },
    ],
    addresses: [{ municipality: { value: town } }],
  }));
  await importingAll(dir, [
    { country: "CZ", format: "res", file: writtenFile(dir, [header, ...res, ""].join("\r\n")) },
    { country: "SK", format: "rpo", file: writtenFile(dir, rpoText(rpo)) },
    {
      country: "SK",
      format: "ruz",
      asOf: "2026-10-10",
      file: writtenFile(
        dir,
        ruzText([
          { ico: icoAt(12), dic: "2020372640", mesto: "Bratislava" },
          { ico: icoAt(11), dic: "1020304050" },
        ]),
      ),
    },
  ]);
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const found = (query: string, country?: Country) =>
  opened(dir)
    .search(query, country, 10)
    .map(({ match, name }) => `${match}: ${name}`);

describe("what people type finds its firm", () => {
  test.each([
    ["pekáreň vltava s.r.o.", "exact: Pekáreň Vltava, spol. s r.o."],
    ["s.r.o. pekáreň vltava", "exact: Pekáreň Vltava, spol. s r.o."],
    ["pekáreň vltava 9 a.s.", "starts: Pekáreň Vltava 9 s.r.o."],
    ["autodoprava martinova", "words: Martinova autodoprava"],
    ["pekarna ostrava", "starts: Pekárna Ostrava sever"],
    ["pekarna ostrava", "words: Pekárna Slunce"],
    ["nemocnica kosice", "words: Nemocnica sv. Anny"],
    ["nemocnica koši", "words: Nemocnica sv. Anny"],
    ["pakarna", "similar: Pekárna Ostrava sever"],
    ["raifeisenbank", "similar: Raiffeisenbank a.s."],
    ["raiffiesenbank", "similar: Raiffeisenbank a.s."],
    ["Lodzka skusobna", "exact: Łódzka skúšobná, s. r. o."],
    ["Gross", "starts: Groß & Söhne GmbH - odštěpný závod"],
    ["Orsted", "starts: Ørsted Slovensko a.s."],
    ["US Huta", "words: U.S. Huta Test, s.r.o."],
    ["U S Huta", "starts: U.S. Huta Test, s.r.o."],
    ["U.S.Huta", "starts: U.S. Huta Test, s.r.o."],
    ["abc slovakia", "words: Obchod A.B.C. Slovakia"],
    ["dartagnan", "exact: D'Artagnan s. r. o."],
    ["ＳＬＯＶＮＡＦＴ", "exact: SLOVNAFT, a.s."],
    ["eset spol s ro", "exact: ESET, spol. s r.o."],
    ["Elektrarna jedna akc. spol.", "exact: Elektrárna jedna a.s."],
    ["Nemocnice Testov p.o.", "exact: Nemocnice Testov, příspěvková organizace"],
    ["Ceske zkousky v likvidaci", "starts: České zkoušky a. s. v likvidaci"],
    ["Ceske zkousky as v likvidacii", "exact: České zkoušky a. s. v likvidaci"],
    ["O2", "starts: O2 Test, a.s."],
    ["ČD", "starts: ČD Cargo, a.s."],
    ["SK2020372640", "exact: SLOVNAFT, a.s."],
    ["Staré meno", "former: Nové meno, s. r. o."],
    ["stare meno bratislava", "former: Nové meno, s. r. o."],
  ])("%j: %s", (query, hit) => {
    expect(found(query)).toContain(hit);
  });

  test.each(["praha", "Budúce meno", "Ján Starý", "1020304050", "raifeisenbamk", "qqqq brno"])(
    "%j finds nobody: %s",
    (query) => {
      expect(found(query)).toEqual([]);
    },
  );

  test("a former name says which and until when", () => {
    expect(opened(dir).search("stare meno", "SK", 10)).toMatchObject([
      { match: "former", name: "Nové meno, s. r. o.", formerName: "Staré meno, s. r. o.", formerUntil: "2020-05-01" },
    ]);
  });

  test("a name that begins later is not the name of today", () => {
    expect(found("dnesne meno")).toEqual(["exact: Dnešné meno"]);
  });
});

test("the tiers follow one another, in register order each, Czech firms first, whatever country is asked for", () => {
  for (const query of ["pekarna ostrava", "nemocnice", "meno", "pekaren vltava", "slovensko", "test"]) {
    for (const country of [undefined, "CZ", "SK"] as const) {
      const hits = opened(dir).search(query, country, 10);
      const places = hits.map((hit) => MATCHES.indexOf(hit.match) * 2 + (hit.country === "CZ" ? 0 : 1));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(hits.every((hit) => country === undefined || hit.country === country)).toBe(true);
    }
  }
});

test("a file of the layout before is served, and its several words are found as they stand in a name", () => {
  const former = `${publishedFile(dir)}.former`;
  copyFileSync(publishedFile(dir), former);
  asFormerLayout(former);
  const snapshot = openSnapshot(former);
  const names = (query: string) => snapshot.search(query, undefined, 10).map(({ match, name }) => `${match}: ${name}`);
  expect(names("jedna a.s.")).toEqual(["words: Elektrárna jedna a.s."]);
  expect(names("pekarna")).toEqual(["starts: Pekárna Ostrava sever", "starts: Pekárna Slunce"]);
  expect(names("slunce ostrava")).toEqual([]);
  expect(names("stare meno")).toEqual([]);
  expect(snapshot.origin().hasWordIndex).toBe(false);
  expect(opened(dir).origin().hasWordIndex).toBe(true);
  snapshot.close();
});
