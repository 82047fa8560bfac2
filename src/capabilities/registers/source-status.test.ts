import { expect, onTestFinished, test } from "vitest";
import { czechRegister } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices } from "../../../test/promises/service.fixture.ts";
import { LOCALES } from "../../core/locale.ts";
import { sourceStatus } from "./source-status.ts";

test("a fresh start shows the sample of both countries, marked as such", async () => {
  const dosah = await openTestServices();
  onTestFinished(dosah.close);
  const { answer } = await dosah.call(sourceStatus, {}, [], { address: null });
  expect(answer.holdings.map(({ country }) => country).sort()).toEqual(["CZ", "SK"]);
  for (const { isSample, companies, active } of answer.holdings) {
    expect(isSample).toBe(true);
    expect(companies).toBeGreaterThan(20);
    expect(active).toBeLessThanOrEqual(companies);
  }
  expect(answer.sources.every(({ id, isSample }) => id === "sample" && isSample)).toBe(true);
});

test("an imported register is named in each language, with its address, its day, its rows and the time of import", async () => {
  const dosah = await openTestServices({ files: [czechRegister] });
  onTestFinished(dosah.close);
  const names = new Set<string>();
  for (const locale of LOCALES) {
    const { answer } = await dosah.call(sourceStatus, { locale }, [], { address: null });
    const source = answer.sources.find(({ id }) => id === "res");
    expect(source).toMatchObject({ country: "CZ", asOf: "2026-09-15", isSample: false });
    expect(source?.url).toMatch(/^https:\/\//);
    expect(source?.importedAt).toMatch(/^2026-11-21T10:00/);
    expect(source?.rows).toBeGreaterThan(20);
    names.add(source?.name ?? "");
    const holding = answer.holdings.find(({ country }) => country === "CZ");
    expect(holding).toMatchObject({ isSample: false, dataAsOf: "2026-09-15" });
    expect(answer.holdings.find(({ country }) => country === "SK")?.isSample).toBe(true);
  }
  expect(names.size).toBe(3);
});
