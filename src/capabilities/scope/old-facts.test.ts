import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadSample } from "../../knowledge/sample.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";
import { scopeEvaluate } from "./scope-evaluate.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({});
});

afterAll(() => dosah.close());

const check = async (args: object) => (await dosah.call(nis2ScopeCheck, args, [], { address: null })).answer;
const evaluate = async (args: object) => (await dosah.call(scopeEvaluate, args, [], { address: null })).answer;

test("a size of 2016 is named with its year, and the staff of today is the next question", async () => {
  const answer = await check({ ico: "36631124", country: "SK", locale: "en" });
  expect(answer.headline).toBe("Yes, as an important entity");
  expect(answer.why).toBeNull();
  expect(answer.nextQuestion).toMatchObject({ fact: "employees", question: expect.stringContaining("2016") });
});

test("the call that goes on gives the same verdict, and the staff of today settles it for good", async () => {
  const answer = await check({ ico: "36631124", country: "SK", locale: "en" });
  const known = answer.evaluate.arguments;
  expect(known.olderSize).toMatchObject({ asOf: "2016-01-01" });
  const again = await evaluate({ ...known, locale: "en" });
  expect(again).toMatchObject({ category: answer.category, complete: false, nextQuestion: { fact: "employees" } });
  for (const [employees, category] of [
    [12_000, "important"],
    [20, "out_of_scope"],
  ] as const) {
    const evaluated = await evaluate({ ...known, employees, turnoverEur: 1000, balanceSheetEur: 1000, locale: "en" });
    expect(evaluated.category).toBe(category);
    expect(evaluated.missingFacts.map(({ fact }) => fact)).not.toContain("employees");
    expect(evaluated.why ?? "").not.toContain("2016");
  }
});

test("what the shipped sample says is never called a register's word", async () => {
  for (const { ico, country } of loadSample(`${KNOWLEDGE_DIR}/sample`).companies) {
    const { why, status } = await check({ ico, country, locale: "en" });
    if (status === "active") expect([ico, why ?? ""]).toEqual([ico, expect.not.stringMatching(/register/i)]);
  }
});

describe("an activity code of 2015", () => {
  const DIAMO = { ico: "00002739", country: "CZ", locale: "en" } as const;

  test("is named with its year, and whether it still holds is asked", async () => {
    const answer = await check(DIAMO);
    expect(answer.headline).toBe("By its only known activity, no");
    expect(answer.why).toMatch(/^By the only known activity \(07\.21, data of 2015\), /);
    const asked = answer.missingFacts.find(({ fact }) => fact === "currentActivity");
    expect(asked?.question).toBe("The data on the activity of the firm (07.21) is of 2015. Does it still hold?");
    expect(answer.evaluate.arguments.nace).toEqual([{ code: "0721", revision: "2", asOf: "2015-01-01" }]);
  });

  test("the call that goes on gives the same verdict; yes settles it, no asks for today's activity", async () => {
    const answer = await check(DIAMO);
    const known: Record<string, unknown> = { ...answer.evaluate.arguments, locale: "en" };
    const nace = Array.isArray(known.nace) ? known.nace : [];
    const again = await evaluate(known);
    expect(again).toMatchObject({ category: answer.category, why: answer.why });
    const yes = await evaluate({ ...known, answers: { currentActivity: true } });
    expect(yes.category).toBe(answer.category);
    expect(yes.missingFacts.map(({ fact }) => fact)).not.toContain("currentActivity");
    expect(yes.why).not.toContain("2015");
    const no = await evaluate({ ...known, answers: { currentActivity: false } });
    expect(no).toMatchObject({ category: "unknown", unknownReason: "no_nace", nace: null });
    expect(no.missingFacts.map(({ fact }) => fact)).toContain("nace");
    const today = await evaluate({
      ...known,
      nace: [...nace, { code: "35.11" }],
      answers: { currentActivity: false },
    });
    expect(today).toMatchObject({ category: "essential", nace: { code: "3511" }, otherNace: [] });
    const same = await evaluate({
      ...known,
      nace: [...nace, { code: "07.21" }],
      answers: { currentActivity: false },
    });
    expect(same).toMatchObject({ category: answer.category, nace: { code: "0721" } });
  });
});
