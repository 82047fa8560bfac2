import { describe, expect, test } from "vitest";
import { decide, type Firm } from "./firm.fixture.ts";

const missing = (firm: Firm) => decide(firm).missingFacts.map(({ id }) => id);
const couldBecome = (firm: Firm, fact: string) => decide(firm).missingFacts.find(({ id }) => id === fact)?.couldBecome;

/** Accounts and a group that cannot make the firm larger. */
const ofKnownSize: Firm = { turnoverEur: 1, balanceSheetEur: 1, answers: { linkedEnterprises: false } };

describe("what national law adds", () => {
  test.each<[string, Firm, string]>([
    ["Slovak health insurers", { nace: "6512", staff: 900 }, "skHealthInsurer"],
    ["the Slovak news agency", { nace: "6391", staff: 90 }, "skPublicMedia"],
    ["the Slovak broadcaster by its new code", { nace: "6020@2.1", staff: 900 }, "skPublicMedia"],
    ["Czech arms makers", { country: "CZ", nace: "2540", staff: 900 }, "czMilitaryMaterial"],
    ["Czech arms makers by the new code", { country: "CZ", nace: "2530@2.1", staff: 900 }, "czMilitaryMaterial"],
  ])("%s", (_case, firm, fact) => {
    const verdict = decide(firm);
    expect(verdict.category).toBe("out_of_scope");
    expect(verdict.hints).toMatchObject([{ kind: "national", id: fact }]);
    const firstOfCode = verdict.missingFacts.find(({ code }) => code !== null);
    expect(firstOfCode?.id).toBe(fact);
  });
  test("25.40 of Rev. 2.1 is forging, no arms", () => {
    expect(missing({ country: "CZ", nace: "2540@2.1", staff: 900 })).not.toContain("czMilitaryMaterial");
  });
  test("small Czech arms makers are not regulated, medium ones lower, large ones higher", () => {
    expect(missing({ country: "CZ", nace: "2540", staff: 9, ...ofKnownSize })).not.toContain("czMilitaryMaterial");
    const medium: Firm = { country: "CZ", nace: "2540", staff: 90, ...ofKnownSize };
    expect(couldBecome(medium, "czMilitaryMaterial")).toEqual(["important"]);
    expect(couldBecome({ country: "CZ", nace: "2540", staff: 900 }, "czMilitaryMaterial")).toEqual(["essential"]);
  });
  test.each<[string, Firm, string]>([
    ["heat from 50 MW", { nace: "3530", staff: 10 }, "czHeatCapacity"],
    ["a power plant from 100 MW", { nace: "3512@2.1", staff: 10 }, "czElectricityCapacity"],
    ["gas networks", { nace: "3522", staff: 10 }, "czGasNetwork"],
    ["chemical sites of group B, medium or large", { nace: "2014", staff: 100 }, "czChemicalSite"],
    ["air navigation", { nace: "5223", staff: 10 }, "czAirNavigation"],
    ["rail infrastructure", { nace: "5221", staff: 10 }, "czRailInfrastructure"],
    ["emergency service", { nace: "8690", staff: 10 }, "czEmergencyService"],
    ["critical technologies", { nace: "7219", staff: 10 }, "czCriticalTechnologies"],
    ["filling stations", { nace: "4730", staff: 10 }, "czFillingStations"],
    ["domain registrars", { nace: "6311@2", staff: 10 }, "czDomainRegistrar"],
    ["payment volumes", { nace: "6619", staff: 10 }, "czPaymentVolume"],
    ["SIM cards of a small operator", { nace: "6120", staff: 10 }, "czTelecomLines"],
    ["large military vehicles", { nace: "3040", staff: 900 }, "czMilitaryVehicles"],
  ])("Czech ground: %s", (_case, firm, fact) => {
    expect(missing({ country: "CZ", ...firm })).toContain(fact);
    expect(missing({ country: "SK", ...firm })).not.toContain(fact);
  });
  test("small chemical sites are no Czech ground", () => {
    expect(missing({ country: "CZ", nace: "2014", staff: 10, ...ofKnownSize })).not.toContain("czChemicalSite");
  });
});

describe("the Czech regime beside the category", () => {
  test.each<[string, Firm, string]>([
    ["inland shipping is not listed", { nace: "5040", staff: 300 }, "none"],
    ["sea shipping is", { nace: "5020", staff: 300 }, "higher"],
    ["a port is not shown to be one of the sea", { nace: "5222", staff: 300 }, "undetermined"],
    ["manufacturing by both classifications", { nace: "2811 2811@2.1", staff: 300 }, "lower"],
    ["manufacturing by Rev. 2 alone", { nace: "2811", staff: 300 }, "lower"],
    ["manufacturing that the 2025 code denies", { nace: "2811 3312@2.1", staff: 300 }, "undetermined"],
    ["manufacturing by the 2025 code alone", { nace: "3312 2811@2.1", staff: 300 }, "lower"],
    ["medicines stay with their permit", { nace: "2110", staff: 300 }, "higher"],
  ])("%s", (_case, firm, regime) => {
    expect(decide({ country: "CZ", ...firm }).regimeId).toBe(regime);
  });
  test("the Slovak regime always follows the category", () => {
    expect(decide({ nace: "5040", staff: 300 }).regimeId).toBe("pkzs");
    expect(decide({ nace: "2811 3312@2.1", staff: 300 }).regimeId).toBe("pzs");
  });
});
