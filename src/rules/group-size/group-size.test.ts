import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupParameter } from "../../capabilities/scope/group-parameter.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { loadGroupSteps } from "../../knowledge/group-size.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../citations/check.ts";
import { nothingKnown } from "../nis2-scope/facts.ts";
import { explainGroup } from "./explain-group.ts";
import type { Group } from "./group.ts";
import { groupSize } from "./group-size.ts";

const { acts, groupSteps, nis2 } = knowledge;

interface Own {
  readonly staff?: number;
  readonly turnover?: number;
  readonly balance?: number;
}

function measure(country: Country, { staff, turnover, balance }: Own, group: Partial<Group>) {
  const facts = {
    ...nothingKnown(country),
    headcount: staff === undefined ? null : { min: staff, max: staff },
    turnoverEur: turnover ?? null,
    balanceSheetEur: balance ?? null,
  };
  return groupSize(facts, { linked: [], partners: [], ...group }, nis2, "2026-11-22");
}

const MILLION = 1_000_000;
const money = (turnover: number, balance: number) => ({
  turnoverEur: turnover * MILLION,
  balanceSheetEur: balance * MILLION,
});

describe("a firm and its group", () => {
  test("of 40 people with a linked enterprise of 300 is large", () => {
    const { sums, category, isLowerBound, ownCategory } = measure(
      "SK",
      { staff: 40 },
      { linked: [{ employees: 300 }] },
    );
    expect(sums.employees).toEqual({ min: 340, max: 340 });
    expect({ category, isLowerBound, ownCategory }).toEqual({
      category: "large",
      isLowerBound: false,
      ownCategory: "small",
    });
  });

  test("of 45 people with 30 % of a partner of 20 is medium: 51 people", () => {
    const { sums, category } = measure("SK", { staff: 45 }, { partners: [{ sharePercent: 30, employees: 20 }] });
    expect(sums.employees.min).toBe(51);
    expect(category).toBe("medium");
  });

  test("of 40 people, 300 linked and 30 % of 40 is large: 352 people", () => {
    const size = measure(
      "SK",
      { staff: 40 },
      {
        linked: [{ employees: 300 }],
        partners: [{ sharePercent: 30, employees: 40 }],
      },
    );
    expect(size.sums.employees.min).toBe(352);
    const sum = explainGroup(size, groupSteps, acts, "en").find(({ id }) => id === "sum");
    expect(sum?.text).toBe("Together 40 + 300 + 30 % × 40 = 352 people.");
  });

  test("of 30 people and 8 million with 30 linked and 3 million is medium by its 60 people", () => {
    const size = measure(
      "CZ",
      { staff: 30, turnover: 8 * MILLION, balance: 8 * MILLION },
      {
        linked: [{ employees: 30, ...money(3, 3) }],
      },
    );
    expect(size.sums).toEqual({
      employees: { min: 60, max: 60 },
      turnoverEur: { eur: 11 * MILLION, isComplete: true },
      balanceSheetEur: { eur: 11 * MILLION, isComplete: true },
    });
    expect(size).toMatchObject({ category: "medium", isLowerBound: false });
  });

  test("is medium by money alone when both sums cross the line", () => {
    const size = measure(
      "SK",
      { staff: 20, turnover: 8 * MILLION, balance: 8 * MILLION },
      {
        linked: [{ employees: 5, ...money(3, 3) }],
      },
    );
    expect(size).toMatchObject({ category: "medium", ownCategory: "small", isLowerBound: false });
  });

  test("is small when only one of the two crosses it", () => {
    const size = measure(
      "SK",
      { staff: 20, turnover: 8 * MILLION, balance: 5 * MILLION },
      {
        linked: [{ employees: 5, ...money(3, 5) }],
      },
    );
    expect(size).toMatchObject({ category: "small", isLowerBound: false });
  });

  test("takes consolidated accounts in place of its own figures", () => {
    const size = measure(
      "SK",
      { staff: 5, turnover: 1, balance: 1 },
      { consolidated: { employees: 260, ...money(1, 1) } },
    );
    expect(size).toMatchObject({ category: "large", members: [{ relation: "consolidated" }] });
    expect(size.sums.employees.min).toBe(260);
  });

  test("adds to a partner first what is linked to it, then takes the share", () => {
    const partners = [{ sharePercent: 50, employees: 20, linked: [{ employees: 80 }] }];
    const size = measure("SK", { staff: 10 }, { partners });
    expect(size.sums.employees.min).toBe(60);
    expect(size.steps.map(({ id }) => id)).toContain("partnerLinked");
  });

  test("of unknown staff is large by a group that is", () => {
    expect(measure("SK", {}, { linked: [{ employees: 250 }] })).toMatchObject({ category: "large" });
    expect(measure("SK", {}, { linked: [{ employees: 10 }] })).toMatchObject({ category: null });
  });

  test("is at least so large when somebody's money is not stated", () => {
    const size = measure(
      "SK",
      { staff: 20, turnover: 8 * MILLION, balance: 8 * MILLION },
      { linked: [{ employees: 5 }] },
    );
    expect(size).toMatchObject({ category: "small", isLowerBound: true });
    expect(size.steps.map(({ id }) => id)).toContain("moneyIncomplete");
    const known = measure(
      "SK",
      { staff: 20, turnover: 60 * MILLION, balance: 50 * MILLION },
      { linked: [{ employees: 5 }] },
    );
    expect(known).toMatchObject({ category: "large", isLowerBound: false });
  });
});

describe("where the two states differ", () => {
  test("separate technical assets keep an enterprise out in Czechia only", () => {
    const group = { linked: [{ employees: 300, separateAssets: true }] };
    const czech = measure("CZ", { staff: 40 }, group);
    expect(czech).toMatchObject({ category: "small", sums: { employees: { min: 40 } } });
    expect(czech.members[1]).toMatchObject({ weight: 0, leftOut: "separateAssets", employees: { min: 300 } });
    const slovak = measure("SK", { staff: 40 }, group);
    expect(slovak).toMatchObject({ category: "large" });
    expect(slovak.steps.map(({ id }) => id)).toContain("separateAssetsCounted");
  });

  test("a municipality that owns the firm is no enterprise in Czechia", () => {
    const group = { linked: [{ employees: 800, publicBody: true }] };
    expect(measure("CZ", { staff: 40 }, group)).toMatchObject({ category: "small", sums: { employees: { min: 40 } } });
    expect(measure("SK", { staff: 40 }, group)).toMatchObject({ category: "large" });
  });
});

describe("a share", () => {
  test.each<[number, boolean]>([
    [24.99, false],
    [25, true],
    [50, true],
    [50.01, false],
  ])("of %s %% among the partners is taken: %s", (sharePercent, taken) => {
    const partners = [{ sharePercent, employees: 20 }];
    const size = () => measure("SK", { staff: 45 }, { partners });
    if (taken) expect(size().members[1]?.relation).toBe("partner");
    else expect(size).toThrow(RangeError);
    expect(groupParameter.safeParse({ partners }).success).toBe(taken);
  });

  test("of a named investor counts nothing", () => {
    const size = measure(
      "SK",
      { staff: 45 },
      {
        partners: [{ sharePercent: 40, employees: 200, investor: true }],
      },
    );
    expect(size.members.map(({ leftOut }) => leftOut)).toEqual([null, "investor"]);
    expect(size.sums.employees.min).toBe(45);
  });
});

test("the input has the form of the documented example and refuses anything else", () => {
  const example = {
    linked: [{ employees: 300, turnoverEur: 60000000, balanceSheetEur: 20000000 }],
    partners: [{ sharePercent: 30, employees: 40, turnoverEur: 5000000, balanceSheetEur: 3000000 }],
  };
  expect(groupParameter.parse(example)).toEqual(example);
  expect(groupParameter.parse({})).toEqual({ linked: [], partners: [] });
  expect(groupParameter.safeParse({ linked: [{ employees: -1 }] }).success).toBe(false);
  expect(groupParameter.safeParse({ linked: [{ employees: 1, name: "x" }] }).success).toBe(false);
  expect(groupParameter.safeParse({ linked: Array(51).fill({ employees: 1 }) }).success).toBe(false);
});

const figures = fc.record({
  employees: fc.nat(2000),
  turnoverEur: fc.option(fc.nat(100 * MILLION), { nil: undefined }),
  balanceSheetEur: fc.option(fc.nat(100 * MILLION), { nil: undefined }),
});
const groups: fc.Arbitrary<Group> = fc.record({
  linked: fc.array(figures, { maxLength: 4 }),
  partners: fc.array(
    fc.tuple(figures, fc.integer({ min: 25, max: 50 })).map(([one, sharePercent]) => ({ ...one, sharePercent })),
    { maxLength: 4 },
  ),
});

test("whatever is added to a group, the firm never becomes smaller", () => {
  const rank = ["micro", "small", "medium", "large"];
  fc.assert(
    fc.property(fc.constantFrom(...COUNTRIES), fc.nat(400), groups, figures, (country, staff, group, more) => {
      const before = measure(country, { staff }, group);
      const after = measure(country, { staff }, { ...group, linked: [...group.linked, more] });
      expect(after.sums.employees.min).toBeGreaterThanOrEqual(before.sums.employees.min);
      expect(rank.indexOf(after.category ?? "")).toBeGreaterThanOrEqual(rank.indexOf(before.category ?? ""));
      expect(after.members).toHaveLength(before.members.length + 1);
    }),
  );
});

test("every step is said in three languages with confirmed citations and no empty value", () => {
  const group = groupParameter.parse({
    consolidated: { employees: 10 },
    linked: [{ employees: 300 }, { employees: 3, separateAssets: true }, { employees: 3, publicBody: true }],
    partners: [
      { sharePercent: 30, employees: 40, linked: [{ employees: 1 }] },
      { sharePercent: 25, employees: 4, investor: true },
    ],
  });
  for (const country of COUNTRIES) {
    for (const locale of LOCALES) {
      const steps = explainGroup(measure(country, { staff: 300 }, group), groupSteps, acts, locale);
      expect(steps.length).toBeGreaterThan(7);
      for (const { text, citations, references } of steps) {
        expect(text).not.toMatch(/[{}]|undefined| {2}/);
        expect(references).toHaveLength(citations.length);
        for (const citation of citations) expect(checkCitations(citation, acts).valid, citation).toBe(true);
      }
    }
  }
});

test.each([
  ["a step that is missing", "- id: twoPeriods", "- id: own", /own stands twice/],
  ["a provision that does not exist", "cz-264-2025 7(c)", "cz-264-2025 7(z)", /names no act/],
  ["a value that no step has", "{share}", "{percent}", /neither a value/],
])("%s stops the start", (_case, from, to, message) => {
  const dir = join(editedKnowledge("nis2/group-size.yaml", from, to), "nis2");
  expect(() => loadGroupSteps(dir, acts)).toThrow(message);
});
