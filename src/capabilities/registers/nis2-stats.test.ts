import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { CATEGORIES } from "../../core/company.ts";
import { nis2ScopeCheck } from "../scope/nis2-scope-check.ts";
import { nis2Stats } from "./nis2-stats.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

async function stats(args: object = {}) {
  return (await dosah.call(nis2Stats, args, [], { address: null })).answer;
}

describe("the totals", () => {
  test("count the active firms of a country by category, ceased ones left out", async () => {
    const { totals, active, country } = await stats({ country: "SK" });
    expect(country).toBe("SK");
    expect(totals).toEqual({ essential: 3, important: 2, out_of_scope: 2, unknown: 4 });
    expect(active).toBe(Object.keys(SK).length);
    const holding = dosah.opened.services.registers.holdings().find((each) => each.country === "CZ");
    expect((await stats({ country: "CZ" })).active).toBe((holding?.companies ?? 0) - 1);
  });

  test("are the same categories that a scope check of each firm gives", async () => {
    for (const [country, firms] of [
      ["SK", SK],
      ["CZ", CZ],
    ] as const) {
      const answers = await Promise.all(
        Object.values(firms).map((ico) => dosah.call(nis2ScopeCheck, { ico, country }, [], { address: null })),
      );
      const { totals } = await stats({ country });
      for (const category of CATEGORIES) {
        const counted = answers.filter(
          ({ answer }) => answer.category === category && answer.status === "active",
        ).length;
        // The Czech register also holds small shops to be searched for.
        if (country === "SK" || category !== "out_of_scope") expect(totals[category]).toBe(counted);
      }
    }
  });

  test("without a country are the sum of both", async () => {
    const [both, sk, cz] = await Promise.all([stats(), stats({ country: "SK" }), stats({ country: "CZ" })]);
    expect(both.country).toBeNull();
    for (const category of CATEGORIES) expect(both.totals[category]).toBe(sk.totals[category] + cz.totals[category]);
    expect(both.active).toBe(sk.active + cz.active);
    expect(both.active).toBe(Object.values(both.totals).reduce((sum, count) => sum + count, 0));
  });
});

describe("the breakdown by sector", () => {
  test("names all eighteen sectors and counts each firm of a sector once", async () => {
    const { sectors = [], totals } = await stats({ locale: "en" });
    expect(sectors).toHaveLength(18);
    expect(sectors.find(({ id }) => id === "energy")).toMatchObject({
      name: "Energy",
      annex: "I",
      essential: totals.essential,
    });
    for (const { id, essential, important } of sectors) {
      if (id !== "energy") expect([essential, important], id).toEqual([0, 0]);
    }
  });

  test("of both countries is the sum of each", async () => {
    const [both, sk, cz] = await Promise.all([stats(), stats({ country: "SK" }), stats({ country: "CZ" })]);
    for (const [index, sector] of (both.sectors ?? []).entries()) {
      for (const category of CATEGORIES) {
        expect(sector[category]).toBe((sk.sectors?.[index]?.[category] ?? 0) + (cz.sectors?.[index]?.[category] ?? 0));
      }
    }
  });

  test("is there unless includeSectors is false, and leaves the totals as they are", async () => {
    const [with_, without] = await Promise.all([stats({ includeSectors: true }), stats({ includeSectors: false })]);
    expect(without).not.toHaveProperty("sectors");
    expect(without.totals).toEqual(with_.totals);
    expect(await stats()).toEqual(with_);
  });
});

test("the answer is heuristic, indicative and dated by the oldest register that was counted", async () => {
  const { dataAsOf, heuristic, indicative, isSample, methodologyUrl, disclaimer } = await stats({ locale: "en" });
  expect({ heuristic, indicative, isSample }).toEqual({ heuristic: true, indicative: true, isSample: false });
  expect(dataAsOf).toBe("2026-09-15");
  expect((await stats({ country: "SK" })).dataAsOf).toBe("2026-10-03");
  expect(methodologyUrl).toMatch(/\/nis2-radar#methodology$/);
  expect(disclaimer).toContain("not binding");
});

test.each([
  ["another country", { country: "PL" }, "country"],
  ["a word for a boolean", { includeSectors: "no" }, "includeSectors"],
  ["another language", { locale: "de" }, "locale"],
])("%s is refused with the field", async (_case, args, field) => {
  await expect(stats(args)).rejects.toMatchObject({ problem: { code: "invalid_arguments", field } });
});

test("the firms in scope of a sector are counted by size, each once, and small ones of a register that states none apart", async () => {
  const { sizes = [], sectors = [] } = await stats();
  expect(sizes).toHaveLength(18);
  for (const { sector, small, medium, large, unknown } of sizes) {
    const counts = sectors.find(({ id }) => id === sector);
    expect(small + medium + large + unknown, sector).toBe((counts?.essential ?? 0) + (counts?.important ?? 0));
  }
  expect(sizes.some(({ medium, large }) => medium + large > 0)).toBe(true);
  expect(await stats({ includeSectors: false })).not.toHaveProperty("sizes");
});
