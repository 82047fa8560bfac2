import { expect, test } from "vitest";
import { type Company, FACTS } from "../../../core/company.ts";
import type { Activities, NaceCode } from "../../../core/nace.ts";
import { mergeCompanies } from "./merge-companies.ts";

const two = (code: string): NaceCode => ({ code, revision: "2" });
const newer = (code: string): NaceCode => ({ code, revision: "2.1" });

function source(source: string, activities: Activities): Company {
  return {
    country: "CZ",
    ico: "00000019",
    name: null,
    address: null,
    status: "active",
    foundedOn: null,
    ceasedOn: null,
    legalForm: null,
    sizeCode: null,
    headcount: null,
    registerVerdict: null,
    provenance: [{ source, facts: FACTS, retrievedAt: "2026-11-21" }],
    ...activities,
  };
}

test("the main activity is that of the first source that knows it, and further ones come after it", () => {
  const unordered = source("ares", { nace: [two("38110"), two("47110")], mainUnknown: ["2"] });
  const ordered = source("res", { nace: [two("47110"), two("62010")] });
  for (const records of [
    [unordered, ordered],
    [ordered, unordered],
  ]) {
    const { nace, mainUnknown } = mergeCompanies(records);
    expect(nace).toEqual([two("47110"), two("62010"), two("38110")]);
    expect(mainUnknown).toBeUndefined();
  }
});

test("where no source knows the main activity of a revision, nobody passes a further one off as it", () => {
  const unordered = source("ares", { nace: [two("38110"), newer("38110")], mainUnknown: ["2", "2.1"] });
  const ordered = source("res", { nace: [two("47110")] });
  expect(mergeCompanies([unordered])).toMatchObject({ mainUnknown: ["2", "2.1"] });
  expect(mergeCompanies([unordered, ordered])).toMatchObject({
    nace: [two("47110"), two("38110"), newer("38110")],
    mainUnknown: ["2.1"],
  });
});
