import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { causeOf, type Standing } from "./cause.ts";
import { changedFacts, type FactChange, type KeptCompany } from "./changed-facts.ts";

const important: Standing = { category: "important", sector: "energy", regime: "pzs" };
const essential: Standing = { category: "essential", sector: "energy", regime: "pkzs" };
const out: Standing = { category: "out_of_scope", sector: null, regime: null };

const size = (isOtherSource: boolean): FactChange => ({
  fact: "size",
  from: "31",
  to: "32",
  source: "rpo",
  day: "2026-11-18",
  isOtherSource,
});

const company: KeptCompany = {
  country: "SK",
  ico: "31322832" as KeptCompany["ico"],
  name: "SLOVNAFT, a.s.",
  address: "Vlčie hrdlo 1, Bratislava",
  status: "active",
  foundedOn: null,
  ceasedOn: null,
  legalForm: "121",
  nace: [
    { code: "1920", revision: "2" },
    { code: "3511", revision: "2" },
    { code: "4671", revision: "2" },
  ],
  sizeCode: "32",
  headcount: null,
  registerVerdict: null,
  provenance: [{ source: "rpo", facts: ["name", "address", "status", "nace", "size"], retrievedAt: "2026-10-01" }],
};

describe("the cause of a changed category is computed from old and new facts and rules", () => {
  test.each([
    [
      "nothing",
      { before: important, oldFacts: important, after: important, areRulesNew: true, facts: [size(false)] },
      undefined,
    ],
    [
      "the register",
      { before: important, oldFacts: important, after: essential, areRulesNew: false, facts: [size(false)] },
      "register",
    ],
    [
      "the register, under new rules",
      { before: important, oldFacts: important, after: essential, areRulesNew: true, facts: [size(false)] },
      "register",
    ],
    [
      "another source",
      { before: important, oldFacts: important, after: essential, areRulesNew: false, facts: [size(true)] },
      "source",
    ],
    ["the law", { before: important, oldFacts: essential, after: essential, areRulesNew: true, facts: [] }, "law"],
    [
      "the calendar",
      { before: important, oldFacts: essential, after: essential, areRulesNew: false, facts: [] },
      "calendar",
    ],
    ["both", { before: important, oldFacts: essential, after: out, areRulesNew: true, facts: [size(false)] }, "both"],
    [
      "what was stated",
      { before: important, oldFacts: important, after: essential, areRulesNew: false, facts: [], isStated: true },
      "stated",
    ],
    [
      "nothing in the end",
      { before: important, oldFacts: essential, after: important, areRulesNew: true, facts: [size(false)] },
      undefined,
    ],
  ])("%s", (_case, compared, cause) => {
    expect(causeOf(compared)).toBe(cause);
  });

  test("whatever changed, there is a cause exactly where category, sector or regime differ", () => {
    const standing = fc.constantFrom(important, essential, out);
    fc.assert(
      fc.property(
        standing,
        standing,
        standing,
        fc.boolean(),
        fc.boolean(),
        (before, oldFacts, after, areRulesNew, isOther) => {
          const cause = causeOf({ before, oldFacts, after, areRulesNew, facts: [size(isOther)] });
          if (before === after) expect(cause).toBeUndefined();
          else if (before === oldFacts) expect(cause).toBe(isOther ? "source" : "register");
          else if (oldFacts === after) expect(cause).toBe(areRulesNew ? "law" : "calendar");
          else expect(cause).toBe("both");
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe("facts are compared as they are meant", () => {
  test("blanks, case, order of further codes and days of reading are no change", () => {
    const [main, one, other] = company.nace;
    const same: KeptCompany = {
      ...company,
      name: "Slovnaft,  A.S.",
      nace: [main, other, one].flatMap((code) => code ?? []),
      provenance: company.provenance.map((each) => ({ ...each, retrievedAt: "2026-11-20" })),
    };
    expect(changedFacts(company, same)).toEqual([]);
  });

  test.each<[string, Partial<KeptCompany>, Partial<FactChange>]>([
    ["the size", { sizeCode: "41" }, { fact: "size", from: "32", to: "41", source: "rpo", isOtherSource: false }],
    ["the main code", { nace: [{ code: "3511", revision: "2" }] }, { fact: "nace", to: "35.11 (2)" }],
    ["the end", { status: "ceased", ceasedOn: "2026-11-01" }, { fact: "status", to: "ceased 2026-11-01" }],
    [
      "the source of the size",
      { sizeCode: "41", provenance: [{ source: "ruz", facts: ["size"], retrievedAt: "2026-11-20" }] },
      { fact: "size", source: "ruz", isOtherSource: true },
    ],
  ])("%s is one", (_case, changed, fact) => {
    expect(changedFacts(company, { ...company, ...changed })).toMatchObject([fact]);
  });
});
