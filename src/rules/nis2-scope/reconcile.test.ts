import { describe, expect, test } from "vitest";
import type { Category, RegisterVerdict } from "../../core/company.ts";
import { CATEGORIES } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { decideScope } from "./decide-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

const { nis2: knowledge } = shipped;
const today = "2026-11-20";

/** A firm for which the engine alone says this. */
function firm(category: Category, country: Country): ScopeFacts {
  const base = { ...nothingKnown(country), nace: [{ code: "3513", revision: "2" as const }] };
  const staff = { essential: 900, important: 100, out_of_scope: 10, unknown: null }[category];
  return { ...base, headcount: staff === null ? null : { min: staff, max: staff } };
}

function register(category: Category, more: Partial<RegisterVerdict> = {}): RegisterVerdict {
  return { category, sector: "health", reason: null, updatedAt: "2026-11-01", ...more };
}

function reconciled(facts: ScopeFacts, registerCategory: RegisterVerdict | null) {
  return reconcile(decideScope(facts, knowledge, today), registerCategory, facts.country);
}

describe("Slovakia: the register decides, and nobody in scope by either side ends out of scope", () => {
  type Row = [
    engine: Category,
    register: Category,
    result: Category,
    disagree: boolean,
    decidedBy: "register" | "rules",
  ];
  const table: readonly Row[] = [
    ["essential", "essential", "essential", false, "register"],
    ["essential", "important", "important", true, "register"],
    ["essential", "out_of_scope", "essential", true, "rules"],
    ["essential", "unknown", "essential", true, "rules"],
    ["important", "essential", "essential", true, "register"],
    ["important", "important", "important", false, "register"],
    ["important", "out_of_scope", "important", true, "rules"],
    ["important", "unknown", "important", true, "rules"],
    ["out_of_scope", "essential", "essential", true, "register"],
    ["out_of_scope", "important", "important", true, "register"],
    ["out_of_scope", "out_of_scope", "out_of_scope", false, "register"],
    ["out_of_scope", "unknown", "unknown", true, "register"],
    ["unknown", "essential", "essential", true, "register"],
    ["unknown", "important", "important", true, "register"],
    ["unknown", "out_of_scope", "unknown", true, "register"],
    ["unknown", "unknown", "unknown", false, "register"],
  ];
  test.each(table)("rules %s, register %s: %s", (engine, registerCategory, result, disagree, decidedBy) => {
    const verdict = reconciled(firm(engine, "SK"), register(registerCategory));
    expect(verdict.category).toBe(result);
    expect(verdict.sourcesDisagree).toBe(disagree);
    expect(verdict.decidedBy).toBe(decidedBy === "register" ? "open_data_register" : "rule_engine");
    expect(verdict.unknownReason === null).toBe(result !== "unknown");
    expect(verdict.trace.at(-1)?.rule).toBe("sources");
    if (result === "unknown" && disagree) expect(verdict.unknownReason).toBe("sources_disagree");
  });
});

describe("Czechia: the rules decide where both say in scope", () => {
  for (const engine of CATEGORIES) {
    for (const registerCategory of CATEGORIES) {
      test(`rules ${engine}, register ${registerCategory}`, () => {
        const verdict = reconciled(firm(engine, "CZ"), register(registerCategory));
        const inScope = [engine, registerCategory].filter(
          (category) => category === "essential" || category === "important",
        );
        const expected = inScope[0] ?? (engine === registerCategory ? engine : "unknown");
        expect(verdict.category).toBe(expected);
        expect(verdict.sourcesDisagree).toBe(engine !== registerCategory);
        expect(verdict.decidedBy).toBe(
          inScope.length > 0 && inScope[0] !== engine ? "open_data_register" : "rule_engine",
        );
      });
    }
  }
});

test.each(CATEGORIES)("a register that does not know the firm leaves %s alone", (category) => {
  const verdict = reconciled(firm(category, "SK"), null);
  expect(verdict).toMatchObject({ category, decidedBy: "rule_engine", sourcesDisagree: false, registerCategory: null });
  expect(verdict.trace.some(({ rule }) => rule === "sources")).toBe(false);
});

describe("the sector is that of the side whose category stands", () => {
  test("the register's", () => {
    expect(reconciled(firm("important", "SK"), register("essential")).sectorId).toBe("health");
  });
  test("the register's in its other spelling", () => {
    expect(reconciled(firm("important", "SK"), register("essential", { sector: "waste_management" })).sectorId).toBe(
      "waste-management",
    );
  });
  test("the engine's where the register names none of ours", () => {
    expect(reconciled(firm("important", "SK"), register("essential", { sector: "<b>x</b>" })).sectorId).toBe("energy");
    expect(reconciled(firm("important", "SK"), register("essential", { sector: null })).sectorId).toBe("energy");
  });
  test("the engine's where the engine stands", () => {
    expect(reconciled(firm("essential", "SK"), register("out_of_scope")).sectorId).toBe("energy");
  });
});

test("the register's reason stands for an unknown of both; without one, the engine's", () => {
  const unknown = firm("unknown", "SK");
  expect(reconciled(unknown, register("unknown", { reason: "no_nace" })).unknownReason).toBe("no_nace");
  expect(reconciled(unknown, register("unknown")).unknownReason).toBe("size_undetermined");
});

test("the regime and the questions follow the category that stands", () => {
  const raised = reconciled(firm("important", "SK"), register("essential"));
  expect(raised.regimeId).toBe("pkzs");
  expect(raised.missingFacts).toEqual([]);
  const inScope = reconciled(firm("out_of_scope", "SK"), register("important"));
  expect(inScope.regimeId).toBe("pzs");
  expect(inScope.missingFacts.every(({ couldBecome }) => couldBecome.join() === "essential")).toBe(true);
});

describe("a firm that has ceased", () => {
  const ceased = (ceasedOn: string | null) => ({ ...firm("essential", "SK"), status: "ceased" as const, ceasedOn });
  test("after the register's last word is out of scope, without a disagreement", () => {
    const verdict = reconciled(ceased("2026-11-02"), register("essential"));
    expect(verdict).toMatchObject({ category: "out_of_scope", sourcesDisagree: false, decidedBy: "rule_engine" });
    expect(verdict.trace.at(-1)?.outcome).toBe("register_outdated");
  });
  test("before the register's last word keeps the register's category", () => {
    expect(reconciled(ceased("2026-10-31"), register("essential"))).toMatchObject({
      category: "essential",
      sourcesDisagree: true,
    });
    expect(reconciled(ceased("2026-11-01"), register("important"))).toMatchObject({
      category: "important",
      sourcesDisagree: true,
    });
  });
  test("on a day nobody knows keeps the register's category", () => {
    expect(reconciled(ceased(null), register("essential"))).toMatchObject({
      category: "essential",
      sourcesDisagree: true,
    });
  });
});

describe("a stated service", () => {
  const stated = (service: "dns" | "tsp") => ({ ...firm("important", "SK"), sizeIndependentService: service });
  test("that is stricter than the register stands, and the disagreement shows", () => {
    const verdict = reconciled(stated("dns"), register("important"));
    expect(verdict).toMatchObject({ category: "essential", sourcesDisagree: true, decidedBy: "rule_engine" });
  });
  test("that is milder than the register does not lower it", () => {
    expect(reconciled(stated("tsp"), register("essential"))).toMatchObject({
      category: "essential",
      decidedBy: "open_data_register",
    });
  });
  test("stands against a register that says out of scope", () => {
    expect(reconciled(stated("tsp"), register("out_of_scope"))).toMatchObject({
      category: "important",
      sourcesDisagree: true,
    });
  });
});
