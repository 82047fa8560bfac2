import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { scopeEvaluate } from "./scope-evaluate.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

async function evaluate(args: object) {
  return (await dosah.call(scopeEvaluate, { locale: "en", ...args }, [], { address: null })).answer;
}

const energy = [{ code: "35.11" }];

describe("stated facts", () => {
  test.each<[string, object, string]>([
    ["49 employees are small", { nace: energy, employees: 49 }, "out_of_scope"],
    ["50 employees are medium", { nace: energy, employees: 50 }, "important"],
    ["249 employees are medium", { nace: energy, employees: 249 }, "important"],
    ["250 employees are large", { nace: energy, employees: 250 }, "essential"],
    ["a size code of the register", { nace: energy, sizeCode: "12" }, "important"],
    [
      "money lifts a firm of few",
      { nace: energy, employees: 10, turnoverEur: 60e6, balanceSheetEur: 50e6 },
      "essential",
    ],
    ["no size", { nace: energy }, "unknown"],
    ["no code", { nace: [], employees: 300 }, "unknown"],
    ["a code outside the sectors", { nace: [{ code: "47.11" }], employees: 300 }, "out_of_scope"],
    ["a service at any size", { nace: [], employees: 1, sizeIndependentService: "dns" }, "essential"],
    ["a municipality", { nace: [{ code: "84.11" }], employees: 60, legalForm: "801" }, "unknown"],
    ["the strictest of several codes", { nace: [{ code: "47.11" }, ...energy], employees: 300 }, "essential"],
  ])("%s", async (_case, facts, category) => {
    expect(await evaluate({ country: "SK", ...facts })).toMatchObject({ country: "SK", category, indicative: true });
  });

  test("are written with dots or without, and the revision matters", async () => {
    const dotted = await evaluate({ country: "CZ", nace: [{ code: "35.11", revision: "2" }], employees: 60 });
    expect(await evaluate({ country: "CZ", nace: [{ code: "3511" }], employees: 60 })).toEqual(dotted);
    const later = await evaluate({ country: "CZ", nace: [{ code: "35.11", revision: "2.1" }], employees: 60 });
    expect([dotted.nace?.revision, later.nace?.revision]).toEqual(["2", "2.1"]);
  });

  test("a regime that an open question decides is undetermined, the category stays, and every step says so", async () => {
    const facts = { country: "CZ", nace: [{ code: "55.10" }, { code: "35.11" }], employees: 300 };
    const answer = await evaluate(facts);
    expect(answer).toMatchObject({
      category: "essential",
      nationalRegime: { id: "undetermined" },
      missingFacts: [{ fact: "czElectricityLicence", couldBecome: [] }, { fact: "czSeparateAssets" }],
    });
    expect(answer.nextSteps.length).toBeGreaterThan(5);
    for (const { conditional } of answer.nextSteps) expect(conditional).toBe(true);
    const main = await evaluate({ ...facts, nace: energy });
    expect(main.nationalRegime?.id).toBe("higher");
    for (const { conditional } of main.nextSteps) expect(conditional).toBe(false);
  });

  test("a code that does not decide alone makes the answer unknown, with the reason and the question", async () => {
    expect(await evaluate({ country: "SK", nace: [{ code: "52.21" }], employees: 70 })).toMatchObject({
      category: "unknown",
      unknownReason: "activity_undetermined",
      sector: { id: "transport" },
      missingFacts: expect.arrayContaining([expect.objectContaining({ fact: "rail-or-road-traffic" })]),
    });
  });

  test("give no company: no ico, no name, no sources", async () => {
    const answer = await evaluate({ country: "SK", nace: energy, employees: 60 });
    for (const field of ["ico", "status", "untrusted", "sources", "alternatives", "decidedBy"]) {
      expect(answer).not.toHaveProperty(field);
    }
    expect(answer.size).toMatchObject({ category: "medium", source: null });
    expect(answer.dataAsOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test.each<[string, object, string]>([
    ["a code that NACE Rev. 2 does not have", { nace: [...energy, { code: "99.98" }] }, "nace.1.code"],
    ["a code of Rev. 2.1 stated as one of Rev. 2", { nace: [{ code: "62.20" }] }, "nace.0.code"],
    ["a code that NACE Rev. 2.1 does not have", { nace: [{ code: "63.94", revision: "2.1" }] }, "nace.0.code"],
    ["a mistyped fifth digit of CZ-NACE 2025", { nace: [{ code: "35.11.7", revision: "2.1" }] }, "nace.0.code"],
    ["a code of Rev. 2 stated as one of Rev. 2.1", { nace: [{ code: "62.01", revision: "2.1" }] }, "nace.0.code"],
    ["a size code of the other country", { nace: energy, sizeCode: "240" }, "sizeCode"],
  ])("%s is refused, not judged out of scope", async (_case, facts, field) => {
    await expect(evaluate({ country: "SK", ...facts })).rejects.toMatchObject({
      problem: { code: "invalid_arguments", field },
    });
  });

  test("a code of the other revision is named as that, with the codes that took its place", async () => {
    await expect(
      evaluate({ country: "CZ", nace: [{ code: "62.01", revision: "2.1" }], employees: 300 }),
    ).rejects.toMatchObject({
      problem: {
        message: {
          en: "The code in nace.0.code does not exist in NACE Rev. 2.1. It is a code of NACE Rev. 2: Computer programming activities.",
        },
        nextStep: { en: "Send revision: 2, or in NACE Rev. 2.1 the one of these codes that fits the activity: 62.10." },
      },
    });
    await expect(evaluate({ country: "CZ", nace: [{ code: "63.94", revision: "2.1" }] })).rejects.toMatchObject({
      problem: { nextStep: { en: expect.stringContaining("neither NACE Rev. 2 nor NACE Rev. 2.1") } },
    });
  });

  test.each([
    { code: "47.24", revision: "2.1" },
    { code: "63.10", revision: "2.1" },
    { code: "35.11.0" },
    { code: "64" },
  ])("a code of any level and of both revisions is judged: %j", async (code) => {
    expect(await evaluate({ country: "SK", nace: [code], employees: 300 })).toMatchObject({ indicative: true });
  });

  test("headcount and size code at once are refused", async () => {
    await expect(evaluate({ country: "SK", nace: energy, employees: 60, sizeCode: "12" })).rejects.toMatchObject({
      problem: { code: "invalid_arguments", field: "sizeCode" },
    });
  });
});

test.each<[string, object, string | undefined]>([
  ["no country", { nace: energy }, "country"],
  ["no codes at all", { country: "SK" }, "nace"],
  ["a code of letters", { country: "SK", nace: [{ code: "energy" }] }, "nace.0.code"],
  ["a code of one digit", { country: "SK", nace: [{ code: "3" }] }, "nace.0.code"],
  ["an unknown revision", { country: "SK", nace: [{ code: "35.11", revision: "3" }] }, "nace.0.revision"],
  ["an unknown field of a code", { country: "SK", nace: [{ code: "35.11", revison: "2" }] }, "nace.0.revision"],
  ["three decimals of an employee", { country: "SK", nace: energy, employees: 49.555 }, "employees"],
  ["fewer than no employees", { country: "SK", nace: energy, employees: -1 }, "employees"],
  ["a negative turnover", { country: "SK", nace: energy, turnoverEur: -1 }, "turnoverEur"],
  ["a legal form of letters", { country: "SK", nace: energy, legalForm: "a.s." }, "legalForm"],
  ["a size code of four digits", { country: "SK", nace: energy, sizeCode: "1234" }, "sizeCode"],
  ["more codes than any firm has", { country: "SK", nace: Array.from({ length: 201 }, () => energy[0]) }, "nace"],
])("%s is refused with the field", async (_case, args, field) => {
  await expect(evaluate(args)).rejects.toMatchObject({ problem: { code: "invalid_arguments", field } });
});

test.each([
  [49.6, "small", "out_of_scope"],
  [49.99, "small", "out_of_scope"],
  [50, "medium", "important"],
  [249.5, "medium", "important"],
  [250, "large", "essential"],
] as const)("%s full-time units are %s, unrounded", async (employees, size, category) => {
  const answer = await evaluate({ country: "SK", nace: energy, employees, turnoverEur: 1, balanceSheetEur: 1 });
  expect(answer).toMatchObject({ category, size: { category: size, employees: { min: employees, max: employees } } });
});
