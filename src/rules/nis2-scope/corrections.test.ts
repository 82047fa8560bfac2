import { describe, expect, test } from "vitest";
import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { decideScope } from "./decide-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";

const { nis2: knowledge } = shipped;

function decide(country: Country, nace: string, staff: number, more: Partial<ScopeFacts> = {}) {
  const codes = nace.split(" ").map((text) => {
    const [code = "", revision = "2"] = text.split("@");
    return { code, revision: revision === "2.1" ? ("2.1" as const) : ("2" as const) };
  });
  const facts = { ...nothingKnown(country), nace: codes, headcount: { min: staff, max: staff }, ...more };
  return decideScope(facts, knowledge, "2026-11-20");
}

/** What reading the national texts changed: each was once answered wrongly, and none may come back. */
describe("corrections after reading the national texts", () => {
  test.each<[string, Country, string, number, string | null, Category]>([
    ["1: Czech universities are unknown, not out of scope", "CZ", "8542", 500, "601", "unknown"],
    ["1: Czech professional chambers are unknown", "CZ", "9412", 20, "741", "unknown"],
    ["1: Czech health insurers are unknown", "CZ", "6512", 2000, "391", "unknown"],
    ["1: the Czech central bank is unknown", "CZ", "6411", 1000, "313", "unknown"],
    ["2: Slovak schools are unknown, not out of scope", "SK", "8520", 40, "321", "unknown"],
    ["2: Slovak museums are unknown", "SK", "9102", 40, "331", "unknown"],
    ["2: Slovak chambers are unknown", "SK", "9411", 40, "745", "unknown"],
    ["2: a Slovak hospital keeps its category", "SK", "8610", 200, "331", "important"],
    ["3: a small chemical site is out of scope", "CZ", "2014", 40, null, "out_of_scope"],
    ["8: waste as a side activity is no directive category", "CZ", "4120 3811", 400, null, "out_of_scope"],
    ["9: military makers inside division 30 are important", "CZ", "3040", 400, null, "important"],
    ["20: a medium water supplier is important", "SK", "3600", 100, null, "important"],
    ["23: Rev. 2.1 85.33 is no university", "CZ", "8533@2.1", 400, null, "out_of_scope"],
    ["24: 35.40 of Rev. 2.1 is no energy type", "CZ", "3540@2.1", 400, null, "out_of_scope"],
    ["24: the rest of division 35 is", "CZ", "3516@2.1", 400, null, "essential"],
    ["25: courts are public administration by code", "SK", "8423", 400, null, "unknown"],
  ])("%s", (_case, country, nace, staff, legalForm, category) => {
    expect(decide(country, nace, staff, { legalForm }).category).toBe(category);
  });

  test.each<[string, Country, string, number, string]>([
    ["3: chemical sites of group B are asked of medium and large ones", "CZ", "2014", 100, "czChemicalSite"],
    ["4: heat from 50 MW is asked at any size", "CZ", "3530", 5, "czHeatCapacity"],
    ["5: air navigation names the one who controls most of the airspace", "CZ", "5223", 5, "czAirNavigation"],
    ["7: research in critical technologies is asked at any size", "CZ", "7219", 5, "czCriticalTechnologies"],
    ["8: the Czech waste share is asked", "CZ", "4120 3811", 400, "czWasteShare"],
    ["9: large military makers are asked for", "CZ", "3040", 400, "czMilitaryVehicles"],
    ["12: the grounds on which NÚKIB may name a provider are asked", "CZ", "9602", 5, "czDesignation"],
    ["15: economic mobilisation is asked inside the sectors", "SK", "3513", 5, "skEconomicMobilisation"],
    ["15: the third party of a critical operator is asked outside", "SK", "9602", 5, "skThirdParty"],
    ["17: impact grounds are asked inside the sectors", "SK", "3513", 100, "skSignificantImpact"],
    ["24: transmission and distribution by their new codes", "CZ", "3513@2.1", 5, "czElectricityNetwork"],
  ])("%s", (_case, country, nace, staff, fact) => {
    expect(decide(country, nace, staff).missingFacts.map(({ id }) => id)).toContain(fact);
  });

  test("17: impact grounds are not asked outside the sectors", () => {
    const asked = decide("SK", "9602", 5).missingFacts.map(({ id }) => id);
    expect(asked).not.toContain("skSignificantImpact");
    expect(asked).not.toContain("skEconomicMobilisation");
  });

  test.each<[string, string, string]>([
    ["6: airports", "5223", "czAirports"],
    ["4: heat", "3530", "czHeat"],
    ["9: medicines", "2120", "czMedicines"],
    ["24: gas", "3522@2.1", "czGas"],
    ["7: research", "7211", "czResearch"],
  ])("%s: the Czech condition is said beside the category", (_case, nace, remark) => {
    expect(decide("CZ", nace, 400).remarks).toContain(remark);
  });

  test("10: the Czech DNS threshold is said beside the category", () => {
    expect(decide("CZ", "9602", 5, { sizeIndependentService: "dns" })).toMatchObject({
      category: "essential",
      remarks: ["czDns"],
    });
  });

  test("13: the Czech regime goes by CZ-NACE 2025", () => {
    expect(decide("CZ", "2899 3312@2.1", 400)).toMatchObject({ category: "important", regimeId: "undetermined" });
    expect(decide("CZ", "2899 2899@2.1", 400)).toMatchObject({ category: "important", regimeId: "lower" });
  });

  test("18: a large non-qualified trust service is critical in Slovakia", () => {
    expect(decide("SK", "9602", 400, { sizeIndependentService: "tsp" })).toMatchObject({
      category: "essential",
      regimeId: "pkzs",
    });
  });
});
