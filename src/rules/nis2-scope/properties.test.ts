import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATEGORIES, type Company, UNKNOWN_REASONS } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS, type NaceCode } from "../../core/nace.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { classifyCompany, factsOf } from "./classify.ts";
import { decideScope } from "./decide-scope.ts";
import type { ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";
import { STRICTNESS } from "./strictness.ts";

const { nis2: knowledge } = shipped;
const today = "2026-11-20";

const mapped = NACE_REVISIONS.flatMap((revision) =>
  [...knowledge.naceMap[revision].keys()].map((code): NaceCode => ({ code, revision })),
);
const foreign: fc.Arbitrary<NaceCode> = fc.record({
  code: fc.stringMatching(/^\d{1,5}$/),
  revision: fc.constantFrom(...NACE_REVISIONS),
});
const code = fc.oneof(fc.constantFrom(...mapped), foreign);
const money = fc.option(fc.integer({ min: 0, max: 100_000_000 }));
const forms = fc.option(
  fc.constantFrom(
    "112",
    "121",
    "801",
    "803",
    "321",
    "331",
    "601",
    "741",
    "745",
    "325",
    "xyz",
    ...knowledge.legalForms.CZ.keys(),
  ),
);

const facts: fc.Arbitrary<ScopeFacts> = fc.record({
  country: fc.constantFrom(...COUNTRIES),
  status: fc.constantFrom("active", "active", "active", "ceased"),
  ceasedOn: fc.constantFrom(null, null, null, "2020-01-01", "2030-01-01"),
  nace: fc.array(code, { maxLength: 6 }),
  sizeCode: fc.option(fc.constantFrom("00", "000", "12", "240", "330", "25", "11", "230", "bad")),
  headcount: fc.option(fc.nat(400).map((staff) => ({ min: staff, max: staff }))),
  turnoverEur: money,
  balanceSheetEur: money,
  legalForm: forms,
  sizeIndependentService: fc.option(fc.constantFrom(...SIZE_INDEPENDENT_SERVICES), { freq: 5 }),
});

const register = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  sector: fc.option(fc.constantFrom("energy", "waste_management", "nonsense")),
  reason: fc.option(fc.constantFrom(...UNKNOWN_REASONS)),
  updatedAt: fc.constantFrom("2019-01-01", "2026-11-01"),
});

const strictness = (known: ScopeFacts) => STRICTNESS[decideScope(known, knowledge, today).category];

describe("whatever the facts", () => {
  test("the verdict hangs together", () => {
    fc.assert(
      fc.property(facts, (known) => {
        const verdict = decideScope(known, knowledge, today);
        expect(verdict.unknownReason === null).toBe(verdict.category !== "unknown");
        if (verdict.category === "out_of_scope") expect(verdict.missingFacts.length).toBeGreaterThan(0);
        // Nothing makes an essential firm stricter: it is asked what would take it out or make it milder, or what decides
        // its regime.
        if (verdict.category === "essential") {
          const asked = verdict.missingFacts.filter(
            ({ id }) => id !== "czSeparateAssets" && !verdict.hints.some((hint) => hint.id === id),
          );
          expect(asked.length > 0 || verdict.regimeId !== "undetermined").toBe(true);
          for (const { couldBecome } of asked) expect(couldBecome).toEqual([]);
        }
        expect(verdict.possibleRegimes.length > 1 || verdict.category === "unknown").toBe(
          verdict.regimeId === "undetermined",
        );
        for (const { couldBecome } of verdict.missingFacts) expect(couldBecome).not.toContain(verdict.category);
        const all = [...(verdict.decidingCode === null ? [] : [verdict.decidingCode]), ...verdict.otherCodes];
        expect(new Set(all.map((one) => `${one.code} ${one.revision}`)).size).toBe(all.length);
        expect(verdict.trace[0]?.rule).toBe("status");
      }),
    );
  });

  test("the same question gives the same answer, and the facts stay as they were", () => {
    fc.assert(
      fc.property(facts, (known) => {
        const before = structuredClone(known);
        const first = decideScope(known, knowledge, today);
        expect(decideScope(known, knowledge, today)).toEqual(first);
        expect(known).toEqual(before);
      }),
    );
  });

  test("counting a firm and explaining it give the same category, sector and reason", () => {
    fc.assert(
      fc.property(facts, fc.option(register), (known, registerVerdict) => {
        const { country, status, ceasedOn, nace, sizeCode, headcount, legalForm } = known;
        const company: Company = {
          country,
          status,
          ceasedOn,
          nace,
          sizeCode,
          headcount,
          legalForm,
          registerVerdict,
          ico: "00000019",
          name: null,
          address: null,
          foundedOn: null,
          provenance: [],
        };
        const verdict = reconcile(decideScope(factsOf(company), knowledge, today), registerVerdict, country);
        const { category, sectorId, unknownReason } = verdict;
        expect(classifyCompany(company, knowledge, today)).toEqual({
          category,
          sector: sectorId,
          reason: unknownReason,
        });
      }),
    );
  });
});

describe("more never means milder", () => {
  test("more staff", () => {
    fc.assert(
      fc.property(facts, fc.nat(300), fc.nat(300), (known, staff, more) => {
        const at = (count: number) => strictness({ ...known, headcount: { min: count, max: count } });
        expect(at(staff + more)).toBeGreaterThanOrEqual(at(staff));
      }),
    );
  });

  test("more turnover and a larger balance sheet, where both are stated", () => {
    fc.assert(
      fc.property(facts, fc.nat(90), fc.nat(90), fc.nat(90), (known, turnover, balance, more) => {
        const at = (plus: number) =>
          strictness({ ...known, turnoverEur: (turnover + plus) * 1e6, balanceSheetEur: (balance + plus) * 1e6 });
        expect(at(more)).toBeGreaterThanOrEqual(at(0));
      }),
    );
  });

  // Where the firm has no code of a revision yet, a further one is a main activity and may show public administration;
  // where it has none at all, a first code replaces ignorance by knowledge. Both are no further activity.
  test("a further activity", () => {
    fc.assert(
      fc.property(facts, code, code, code, (known, main, main21, further) => {
        const codes: NaceCode[] = [{ ...main, revision: "2" }, { ...main21, revision: "2.1" }, ...known.nace];
        const before = strictness({ ...known, nace: codes });
        expect(strictness({ ...known, nace: [...codes, further] })).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test("a stated service, unless the firm has ceased", () => {
    fc.assert(
      fc.property(facts, fc.constantFrom(...SIZE_INDEPENDENT_SERVICES), (known, service) => {
        const plain = strictness({ ...known, sizeIndependentService: null });
        expect(strictness({ ...known, sizeIndependentService: service })).toBeGreaterThanOrEqual(plain);
      }),
    );
  });
});

test("weak codes never decide, at any size and in any number", () => {
  const weak = mapped.filter(({ code: digits, revision }) => {
    const row = knowledge.naceMap[revision].get(digits);
    const isOpen = knowledge.weakActivities.get(row?.hint ?? "")?.untilAnswered === "unknown";
    return (
      row?.confidence === "weak" && row.sectorId !== "public-administration" && !digits.startsWith("854") && !isOpen
    );
  });
  expect(weak.length).toBeGreaterThan(80);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...weak), { minLength: 1 }), fc.option(fc.nat(5_000)), (nace, staff) => {
      for (const country of COUNTRIES) {
        const headcount = staff === null ? null : { min: staff, max: staff };
        const verdict = decideScope({ ...factsOf(nobody(country)), nace, headcount }, knowledge, today);
        expect(verdict.category).toBe("out_of_scope");
        expect(verdict.hints.some(({ kind }) => kind === "weak")).toBe(true);
      }
    }),
  );
});

function nobody(country: (typeof COUNTRIES)[number]): Company {
  const nothing = { name: null, address: null, foundedOn: null, ceasedOn: null, legalForm: null } as const;
  return {
    ...nothing,
    country,
    ico: "00000019",
    status: "active",
    nace: [],
    sizeCode: null,
    headcount: null,
    registerVerdict: null,
    provenance: [],
  };
}

test("a firm that the register has in scope is never out of scope, unless it ceased after the register's last word", () => {
  fc.assert(
    fc.property(facts, register, (known, registerVerdict) => {
      fc.pre(registerVerdict.category === "essential" || registerVerdict.category === "important");
      const { category } = reconcile(decideScope(known, knowledge, today), registerVerdict, known.country);
      const ceasedLater =
        known.ceasedOn !== null && known.ceasedOn <= today && registerVerdict.updatedAt < known.ceasedOn;
      if (ceasedLater) expect(category).toBe("out_of_scope");
      else expect(["essential", "important"]).toContain(category);
    }),
  );
});
