import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combine } from "../../combined/combine.ts";
import type { RegisterSnapshot } from "../../register.ts";
import {
  icoAt,
  importing,
  named,
  opened,
  publishedFile,
  registerFile,
  temporaryFolder,
  testSample,
} from "../importing/register-files.fixture.ts";
import { RegisterFileError, SnapshotDamage } from "../records/failure.ts";
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
    expect(() => openSnapshot(file)).toThrow(/its layout is 2, not 3; import or fetch the registers anew/);
  });
});

test("a single flipped bit anywhere in the file never gives another fact of a firm", async () => {
  const dir = temporaryFolder();
  const rows = Array.from({ length: 40 }, (_, index) => ({ name: `Firma ${index}`, nace: "35110", size: "240" }));
  await importing(dir, registerFile.res(dir, rows));
  const whole = readFileSync(publishedFile(dir));
  const icos = rows.map((_, index) => icoAt(index));
  const good = opened(dir);
  const facts = new Map(icos.map((ico) => [ico, good.find(ico, "CZ")]));
  const file = `${publishedFile(dir)}.flipped`;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: whole.length * 8 - 1 }), (bit) => {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(file, bytes);
      let snapshot: RegisterSnapshot;
      try {
        snapshot = openSnapshot(file);
      } catch (cause) {
        expect(cause).toBeInstanceOf(RegisterFileError);
        return;
      }
      try {
        for (const ico of icos) {
          const found = read(() => snapshot.find(ico, "CZ"));
          // An index that rots may lose a firm; that is what the checksum of the whole file is for.
          if (found !== undefined) expect(found).toEqual(facts.get(ico));
        }
        for (const hit of read(() => snapshot.search("firma", "CZ", 10)) ?? []) {
          expect(hit).toMatchObject({ name: facts.get(hit.ico)?.name, active: true, nace: { code: "35110" } });
        }
      } finally {
        snapshot.close();
      }
    }),
    { numRuns: 400 },
  );

  function read<T>(call: () => T): T | undefined {
    try {
      return call();
    } catch (cause) {
      expect(cause).toBeInstanceOf(SnapshotDamage);
      return undefined;
    }
  }
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
      live: { ...country, searches: country },
      now: () => new Date("2026-11-21T12:00:00Z"),
      maxAgeDays: 45,
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
