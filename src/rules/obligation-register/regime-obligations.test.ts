import { describe, expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { obligationsOfRegime } from "./regime-obligations.ts";

const { obligations, acts } = knowledge;
const all = [...obligations.byCode.values()];
const basis = { match: "direct", references: [] } as const;
const of = (code: string, SK: readonly string[], CZ: readonly string[]) => ({
  code,
  legalBasis: { SK: { ...basis, references: SK }, CZ: { ...basis, references: CZ }, EU: basis },
});

describe("the obligations of a regime", () => {
  const some = [
    of("both", ["sk-69-2018 20(4)"], ["cz-264-2025 14(1)", "cz-410-2025 4"]),
    of("higher", [], ["cz-409-2025 4"]),
    of("lower", [], ["cz-264-2025 14(2)(b)"]),
    of("union", [], []),
  ];

  test.each([
    ["pzs", ["both"]],
    ["pkzs", ["both"]],
    ["lower", ["both", "lower"]],
    ["higher", ["both", "higher"]],
    ["none", []],
    ["undetermined", []],
  ])("%s: %j", (regime, codes) => {
    expect(obligationsOfRegime(some, regime, acts)).toEqual(codes);
  });

  test.each(["pzs", "pkzs", "lower", "higher"])("%s asks for most of the catalog", (regime) => {
    const codes = obligationsOfRegime(all, regime, acts);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes).toEqual(all.map(({ code }) => code).filter((code) => codes.includes(code)));
  });
});
