import { expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { applicability } from "./applies.ts";

const obligations = [...knowledge.obligations.byCode.values()];
const of = (regime: string | null, isDigitalProvider: boolean | null = false, isKnown = true) =>
  applicability(obligations, { isKnown, regime, isDigitalProvider }, knowledge.acts);

test.each(["pzs", "pkzs", "lower", "higher"])("the regime %s asks for obligations of its law alone", (regime) => {
  const applies = of(regime);
  expect(applies.size).toBe(obligations.length);
  for (const { code, legalBasis } of obligations) {
    const national = regime.startsWith("p") ? legalBasis.SK.references : legalBasis.CZ.references;
    if (national.length === 0) expect(applies.get(code), code).toBe(false);
  }
  expect(applies.get("NIS2-20-1")).toBe(true);
});

test("requirements of digital providers apply to them alone", () => {
  expect(of("higher", true).get("NIS2-21-5")).toBe(true);
  expect(of("higher", false).get("NIS2-21-5")).toBe(false);
  expect(of("higher", null).get("NIS2-21-5")).toBeNull();
  expect(of(null, true).get("NIS2-21-5")).toBe(false);
});

test("while the verdict is unknown nothing is left out, and where no regime binds nothing applies", () => {
  expect(new Set(of(null, null, false).values())).toEqual(new Set([null]));
  expect(new Set(of(null, false).values())).toEqual(new Set([false]));
});
