import { describe, expect, test } from "vitest";
import { decide, type Firm } from "./firm.fixture.ts";

const missing = (firm: Firm) => decide(firm).missingFacts.map(({ id }) => id);
const couldBecome = (firm: Firm, fact: string) => decide(firm).missingFacts.find(({ id }) => id === fact)?.couldBecome;
const steps = (firm: Firm) => decide(firm).trace.map(({ rule, outcome }) => `${rule}/${outcome}`);

describe("an out-of-scope answer is never bare", () => {
  test.each<[string, Firm]>([
    ["a hairdresser", { nace: "9602", staff: 3 }],
    ["a Czech hairdresser", { country: "CZ", nace: "9602", staff: 3 }],
    ["a small power plant", { nace: "3511", staff: 3 }],
    ["a ceased firm", { status: "ceased", nace: "3511", staff: 900 }],
    ["a small firm that states all its accounts", { nace: "3511", staff: 3, turnoverEur: 1, balanceSheetEur: 1 }],
  ])("%s", (_case, firm) => {
    const verdict = decide(firm);
    expect(verdict.category).toBe("out_of_scope");
    expect(verdict.missingFacts.length).toBeGreaterThan(0);
    for (const fact of verdict.missingFacts) expect(fact.couldBecome.length).toBeGreaterThan(0);
  });

  test("a small Slovak firm in a sector gets the grounds that registers do not show", () => {
    const facts = missing({ nace: "3511", staff: 10 });
    const grounds = [
      "skCriticalEntity",
      "skSoleProvider",
      "skSignificantImpact",
      "skSystemicRisk",
      "skSpecialImportance",
    ];
    expect(facts).toEqual(expect.arrayContaining([...grounds, "skEconomicMobilisation"]));
    expect(couldBecome({ nace: "3511", staff: 10 }, "skSoleProvider")).toEqual(["essential"]);
  });

  test("every other Slovak firm is asked what an authority wrote to it, then about contracts and domain registration", () => {
    const slovak = missing({ nace: "9602", staff: 10 }).filter((id) => id.startsWith("sk"));
    expect(slovak).toEqual(["skFormerOperator", "skThirdParty", "skPublicIt", "skDomainRegistration"]);
    expect(couldBecome({ nace: "9602", staff: 10 }, "skThirdParty")).toEqual(["important"]);
  });

  test("Slovak grounds stay in Slovakia, Czech grounds in Czechia, and both after their acts came into force", () => {
    expect(missing({ country: "CZ", nace: "3511", staff: 10 }).some((id) => id.startsWith("sk"))).toBe(false);
    expect(missing({ nace: "3511", staff: 10 }).some((id) => id.startsWith("cz"))).toBe(false);
    const before = decide({ nace: "3511", staff: 10 }, "2024-12-31");
    expect(before.missingFacts.some(({ id }) => id.startsWith("sk"))).toBe(false);
    expect(before.regimeId).toBeNull();
    expect(decide({ nace: "3511", staff: 10 }, "2025-01-01").regimeId).toBe("none");
    expect(decide({ country: "CZ", nace: "3511", staff: 10 }, "2025-10-31").regimeId).toBeNull();
    expect(decide({ country: "CZ", nace: "3511", staff: 10 }, "2025-11-01").regimeId).toBe("none");
  });
});

describe("the size that nobody stated", () => {
  test("is asked first, with everything it could lead to", () => {
    expect(missing({ nace: "3511" })[0]).toBe("employees");
    expect(couldBecome({ nace: "3511" }, "employees")).toEqual(["essential", "important", "out_of_scope"]);
    expect(couldBecome({ nace: "1051" }, "employees")).toEqual(["important", "out_of_scope"]);
    expect(couldBecome({ nace: "6110" }, "employees")).toEqual(["essential", "important"]);
  });
  test("is not asked where no activity counts", () => {
    expect(missing({ nace: "9602" })).not.toContain("employees");
  });
  test("accounts are asked where staff alone is known and they could lift the firm", () => {
    expect(couldBecome({ nace: "3511", staff: 40 }, "turnoverEur")).toEqual(["essential", "important"]);
    expect(couldBecome({ nace: "3511", staff: 100 }, "balanceSheetEur")).toEqual(["essential"]);
    expect(missing({ nace: "1051", staff: 100 })).not.toContain("turnoverEur");
    expect(missing({ nace: "3511", staff: 40, turnoverEur: 1 })).not.toContain("balanceSheetEur");
  });
  test("the other account is asked where one exceeds its ceiling", () => {
    const firm = { nace: "3511", staff: 40, turnoverEur: 60_000_000 };
    expect(missing(firm)[0]).toBe("balanceSheetEur");
    expect(couldBecome(firm, "balanceSheetEur")).toEqual(["essential", "important", "out_of_scope"]);
  });
  test("group links are asked even of a firm whose accounts are known", () => {
    expect(missing({ nace: "3511", staff: 40, turnoverEur: 1, balanceSheetEur: 1 })).toContain("linkedEnterprises");
  });
  test("an essential firm is asked nothing", () => {
    expect(missing({ nace: "3511", staff: 900 })).toEqual([]);
  });
});

describe("weak codes", () => {
  test("name the activity that would count, and what the firm would become", () => {
    expect(couldBecome({ nace: "6201", staff: 600 }, "managed-or-cloud")).toEqual(["essential"]);
    expect(couldBecome({ nace: "6201", staff: 60 }, "managed-or-cloud")).toEqual(["important"]);
    expect(couldBecome({ nace: "6201" }, "managed-or-cloud")).toEqual(["essential", "important"]);
    expect(couldBecome({ nace: "4791", staff: 600 }, "marketplace")).toEqual(["important"]);
  });
  test("are named once however many codes hint at the same", () => {
    expect(decide({ nace: "6201 5829 6210@2.1", staff: 600 }).hints.map(({ id }) => id)).toEqual(["managed-or-cloud"]);
  });
  test("matter to an important firm only where they could make it essential", () => {
    expect(missing({ nace: "1051 6201", staff: 600 })).toContain("managed-or-cloud");
    expect(missing({ nace: "1051 6201", staff: 60 })).not.toContain("managed-or-cloud");
    expect(missing({ nace: "1051 4791", staff: 600 })).not.toContain("marketplace");
  });
  test("a code too coarse to tell is a hint as well", () => {
    expect(decide({ nace: "46", staff: 600 }).hints).toMatchObject([{ kind: "coarse", code: { code: "46" } }]);
    expect(couldBecome({ nace: "46", staff: 600 }, "exactActivity")).toEqual(["essential", "important"]);
    expect(couldBecome({ nace: "49", staff: 600 }, "exactActivity")).toEqual(["essential"]);
    expect(couldBecome({ nace: "32", staff: 600 }, "exactActivity")).toEqual(["important"]);
    expect(missing({ nace: "41", staff: 600 })).not.toContain("exactActivity");
  });
  test("a coarse code above weak codes alone is a hint, for a shop may run a marketplace", () => {
    expect(decide({ nace: "47", staff: 600 }).hints).toMatchObject([{ kind: "coarse", code: { code: "47" } }]);
    expect(missing({ nace: "47", staff: 600 })).toContain("exactActivity");
  });
  test("a coarse code above an activity of national law is a hint in that country only", () => {
    expect(couldBecome({ country: "CZ", nace: "25", staff: 600 }, "exactActivity")).toEqual(["essential"]);
    const medium: Firm = { country: "CZ", nace: "254", staff: 60 };
    expect(couldBecome(medium, "exactActivity")).toEqual(["essential", "important"]);
    const known: Firm = { ...medium, turnoverEur: 1, balanceSheetEur: 1, answers: { linkedEnterprises: false } };
    expect(couldBecome(known, "exactActivity")).toEqual(["important"]);
    expect(missing({ nace: "25", staff: 600 })).not.toContain("exactActivity");
    expect(couldBecome({ nace: "65", staff: 6 }, "exactActivity")).toEqual(["important"]);
    expect(missing({ country: "CZ", nace: "65", staff: 600 })).not.toContain("exactActivity");
  });
});

describe("the trace", () => {
  test("says which code decided and that it is a secondary one", () => {
    const step = decide({ country: "CZ", nace: "4120 2811", staff: 90 }).trace.find(({ rule }) => rule === "activity");
    expect(step).toMatchObject({
      outcome: "secondary",
      facts: { code: "2811", revision: "2", sector: "manufacturing" },
    });
    expect(step?.citations).toContain("nis2 annex II/5");
  });
  test("says that a service was stated, not verified", () => {
    const step = decide({ sizeIndependentService: "dns" }).trace.find(({ rule }) => rule === "stated_service");
    expect(step?.facts).toEqual({ service: "dns", verified: false });
  });
  test.each<[string, Firm, readonly string[]]>([
    ["a ceased firm ends at once", { status: "ceased" }, ["status/ceased"]],
    ["a town ends with its legal form", { legalForm: "801" }, ["status/active", "public_administration/legal_form"]],
    ["no code ends there", {}, ["status/active", "public_administration/not_public", "activity/no_code"]],
    [
      "a Slovak school goes all the way and back",
      { legalForm: "321", nace: "8531", staff: 5 },
      [
        "status/active",
        "public_administration/public_body",
        "activity/no_sector",
        "size/not_needed",
        "category/no_sector",
        "public_body/not_out_of_scope",
      ],
    ],
    [
      "a statement that the activity outdoes",
      { sizeIndependentService: "tsp", nace: "6110", staff: 60 },
      [
        "status/active",
        "stated_service/important",
        "public_administration/not_public",
        "activity/main",
        "size/headcount",
        "category/telecom_medium",
        "category/stricter_than_service",
      ],
    ],
  ])("%s", (_case, firm, expected) => {
    expect(steps(firm)).toEqual(expected);
  });
  test("national citations of the sector stand only once the act is in force", () => {
    const cited = (asOf: string) =>
      decide({ nace: "3511", staff: 90 }, asOf).trace.flatMap(({ citations }) => citations);
    expect(cited("2024-12-31")).not.toContain("sk-69-2018 annex 1");
    expect(cited("2025-01-01")).toContain("sk-69-2018 annex 1");
  });
});
