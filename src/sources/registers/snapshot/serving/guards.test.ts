import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combine } from "../../combined/combine.ts";
import {
  icoAt,
  importing,
  importingAll,
  named,
  opened,
  publishedFile,
  registerFile,
  temporaryFolder,
  testSample,
} from "../importing/register-files.fixture.ts";
import { SnapshotDamage } from "../records/failure.ts";
import { flipBits, seeded } from "./bit-flips.fixture.ts";
import { openSnapshot } from "./open.ts";

/** A published file of one power plant, and what was changed in it afterwards. */
async function changed(...statements: readonly string[]): Promise<string> {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, [{ name: "Elektrárna", nace: "35110", size: "240" }]));
  const db = new DatabaseSync(publishedFile(dir));
  for (const statement of statements) db.exec(statement);
  db.close();
  return dir;
}

const ICO = icoAt(0);

describe("a row that does not fit its checksum", () => {
  test.each([
    "name = 'Elektrarna'",
    "addr = NULL",
    "nace = 'b62010'",
    "form = 113",
    "size = 110",
    "emin = 3",
    "dfrom = 20010204",
    "dto = 20200101",
    "verdict = 1, vday = 20260101",
    "entity = 4294967297",
    "accounts = '1 1'",
    "class = class + 1",
    "origin = origin + 1",
    "checksum = checksum + 1",
  ])("is damage and no other fact (%s)", async (change) => {
    const snapshot = opened(await changed(`UPDATE company SET ${change}`));
    expect(() => snapshot.find(ICO, "CZ")).toThrow(SnapshotDamage);
  });

  test.each(["name = 'Jiná'", "nace = 'b62010'", "dto = 20200101", "ico = ico + 11", "checksum = checksum + 65536"])(
    "is not shown by a search (%s)",
    async (change) => {
      const snapshot = opened(await changed(`UPDATE company SET ${change}`));
      expect(() => snapshot.search("elektrarna", "CZ", 10)).toThrow(SnapshotDamage);
    },
  );

  test("is not built upon: the import says so and nothing changes", async () => {
    const dir = await changed("UPDATE company SET nace = 'b62010'");
    const before = readFileSync(publishedFile(dir));
    const later = importing(dir, registerFile.rpo(dir, named("Firma SK")), { rulesVersion: "rules-2" });
    await expect(later).rejects.toThrow(/is damaged; move the file away and import all registers anew/);
    expect(readFileSync(publishedFile(dir)).equals(before)).toBe(true);
  });
});

describe("what is read when a file is opened", () => {
  test.each([
    "UPDATE outcome SET category = 'out_of_scope'",
    "UPDATE origin SET sources = replace(sources, 'res', 'rpo')",
    "UPDATE source SET as_of = '2026-11-20'",
    "UPDATE holding SET companies = 2",
    "UPDATE stat SET n = 2",
    "UPDATE import_state SET v = '2026-11-20T00:00:00.000Z' WHERE k = 'builtAt'",
  ])("has a checksum of its own (%s)", async (statement) => {
    const file = publishedFile(await changed(statement));
    expect(() => openSnapshot(file)).toThrow(/the register file is damaged/);
  });

  test("names the layout where it is another one, and what to do", async () => {
    const file = publishedFile(await changed("PRAGMA user_version = 2"));
    expect(() => openSnapshot(file)).toThrow(/its layout is 2, not 5; import or fetch the registers anew/);
  });
});

/** Firms of both countries, with frequent and with rare words in their names. */
async function publishedFirms(): Promise<string> {
  const dir = temporaryFolder();
  const rows = (word: string) =>
    Array.from({ length: 150 }, (_, index) => ({
      name: `${word} ${index % 3 === 0 ? "Elektrárna" : "Novák"} ${index}`,
      nace: "35110",
      size: "240",
    }));
  await importingAll(dir, [registerFile.res(dir, rows("Firma")), registerFile.rpo(dir, rows("Závod"))], {
    denseAbove: 20,
  });
  return publishedFile(dir);
}

describe("a flipped bit", () => {
  test("anywhere in the file gives no other fact, hides no firm and ends no call with an error of ours", async () => {
    const file = await publishedFirms();
    const [seed] = fc.sample(fc.integer({ min: 1, max: 2 ** 31 }), 1);
    const random = seeded(seed ?? 1);
    const counts = flipBits(file, 300, random, 8);
    expect(counts, `seed ${seed}`).toMatchObject({ wrong: [], hidden: [], failed: [] });
    // The check can fail: flips were met.
    expect(counts.refused + counts.damaged).toBeGreaterThan(0);
  });

  test("in any copy of the key of a small table is noticed: in the row and in the index", async () => {
    const file = await publishedFirms();
    const bytes = readFileSync(file);
    const places = ["CZres", "SKrpo"].flatMap((text) => {
      const found: number[] = [];
      for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at);
      return found;
    });
    expect(places.length).toBeGreaterThan(3);
    // Each bit twice, since every other one flips while the file is open.
    const bits = places.flatMap((at) => Array.from({ length: 40 }, (_, bit) => [at * 8 + bit, at * 8 + bit]).flat());
    let turn = 0;
    const next = () => ((bits[turn++] ?? 0) + 0.5) / (bytes.length * 8);
    expect(flipBits(file, bits.length, next, 4)).toMatchObject({ wrong: [], hidden: [], failed: [] });
  });

  test("is counted as a hidden firm by this very check where damage is taken for absence", async () => {
    const file = await publishedFirms();
    const careless = (copy: string) => {
      const snapshot = openSnapshot(copy);
      const find: typeof snapshot.find = (ico, country) => {
        try {
          return snapshot.find(ico, country);
        } catch {
          return undefined;
        }
      };
      return { ...snapshot, version: snapshot.version, find };
    };
    expect(flipBits(file, 80, seeded(1), 80, careless).hidden.length).toBeGreaterThan(0);
  });
});

describe("a damaged index never hides a firm", () => {
  test.each([
    ["the index by number lacks it", "DELETE FROM company WHERE ico = ?"],
    ["its row has another number", "UPDATE company SET ico = ico + 1000000 WHERE ico = ?"],
    ["its row is of another country", "UPDATE company SET country = 1 WHERE ico = ?"],
  ])("of a look-up: %s", async (_title, statement) => {
    const dir = await changed();
    const db = new DatabaseSync(publishedFile(dir));
    db.prepare(statement).run(Number(ICO));
    db.close();
    const snapshot = opened(dir);
    expect(() => snapshot.find(ICO, "CZ")).toThrow(SnapshotDamage);
    expect(snapshot.find(icoAt(7), "CZ")).toBeUndefined();
  });

  test.each([
    ["a block of keys is gone", "DELETE FROM key_block WHERE number > 0"],
    ["a block of keys is another one", "UPDATE key_block SET number = -number"],
    ["the list of blocks leads past it", "UPDATE key_start SET t = 'a', id = number"],
    ["the list of blocks names none", "UPDATE key_start SET number = 77"],
    ["frequent prefixes are others", "UPDATE dense SET ids_cz = ids_sk"],
  ])("of a search: %s", async (_title, statement) => {
    const file = await publishedFirms();
    const whole = openSnapshot(file);
    const query = "firma novak 1";
    const answers = [whole.search(query, "CZ", 10), whole.search("novak", "CZ", 10)];
    whole.close();
    const db = new DatabaseSync(file);
    db.exec(statement);
    db.close();
    const snapshot = openSnapshot(file);
    const given = [query, "novak"].map((one) => {
      try {
        return snapshot.search(one, "CZ", 10);
      } catch (cause) {
        expect(cause).toBeInstanceOf(SnapshotDamage);
        return undefined;
      }
    });
    snapshot.close();
    for (const [index, hits] of given.entries()) if (hits !== undefined) expect(hits).toEqual(answers[index]);
    expect(given).toContain(undefined);
  });
});

test("a value of a type that cannot be decoded, and a disk that fails, are damage and no error of ours", async () => {
  const snapshot = opened(await changed("UPDATE company SET name = x'0102', checksum = 9223372036854775807"));
  expect(() => snapshot.find(ICO, "CZ")).toThrow(SnapshotDamage);
  expect(() => snapshot.search("elektrarna", "CZ", 10)).toThrow(SnapshotDamage);
});

test("a damaged row makes a look-up unavailable and a search incomplete, in every mode, whatever live registers say", async () => {
  const snapshot = opened(await changed("UPDATE company SET nace = 'b62010'"));
  const absent = async () => ({ kind: "absent" }) as const;
  const silent = {
    registers: [],
    find: absent,
    query: async () => ({ company: undefined, silences: [], unavailable: undefined }),
  };
  const country = { CZ: { ...silent, country: "CZ" }, SK: { ...silent, country: "SK" } } as const;
  for (const mode of ["auto", "mirror", "live"] as const) {
    const all = combine({
      mode,
      mirror: snapshot,
      live: { ...country, searches: country, remembered: country },
      now: () => new Date("2026-11-21T12:00:00Z"),
      maxAgeDays: 45,
      classify: () => ({ category: "essential", sector: null, reason: null }),
    });
    const lookup = await all.find(ICO, "CZ");
    expect(lookup).toMatchObject({ kind: "unavailable", cause: expect.any(SnapshotDamage) });
    expect(lookup).not.toHaveProperty("retryAfter");
    expect(await all.search("elektrarna", "CZ", 10)).toEqual({
      hits: [],
      gaps: [{ country: "CZ", reason: "source_unavailable" }],
    });
  }
});

describe("turnover and balance sheet total", () => {
  const seed = {
    ...testSample,
    companies: testSample.companies.map((company) => ({
      ...company,
      ...(company.country === "SK"
        ? { turnoverEur: 2_665_000_000, balanceSheetEur: 2_421_000_000 }
        : { turnoverEur: 5 }),
      provenance: [
        ...company.provenance,
        { source: "sample:accounts 2020", facts: ["financials"] as const, retrievedAt: "2021-06-30" },
      ],
    })),
  };
  const SK = icoAt(901);
  const figures = {
    turnoverEur: 2_665_000_000,
    balanceSheetEur: 2_421_000_000,
    provenance: expect.arrayContaining([
      { source: "sample:accounts 2020", facts: ["financials"], retrievedAt: "2021-06-30" },
    ]),
  };

  test("go from a firm of the sample to the file and back, with source and day", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.nis2(dir, [{ ico: icoAt(1), name: "Firma" }]), { seed });
    expect(opened(dir).find(SK, "SK")).toMatchObject(figures);
    const czech = opened(dir).find(icoAt(900), "CZ");
    expect(czech).toMatchObject({ turnoverEur: 5 });
    expect(czech).not.toHaveProperty("balanceSheetEur");
    expect(opened(dir).find(icoAt(1), "SK")).not.toHaveProperty("turnoverEur");
  });

  test("stay where another register states nothing of them, and are there for the rules", async () => {
    const dir = temporaryFolder();
    const seen: (number | undefined)[] = [];
    await importing(dir, registerFile.nis2(dir, [{ ico: SK, name: "Vzorka" }]), {
      seed,
      classify: ({ turnoverEur }) => {
        seen.push(turnoverEur);
        return { category: "unknown", sector: null, reason: null };
      },
    });
    expect(opened(dir).find(SK, "SK")).toMatchObject(figures);
    expect(seen).toContain(2_665_000_000);
  });
});
