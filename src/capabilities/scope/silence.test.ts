import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { runDosah } from "../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import type { Company, Fact } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { ServiceError } from "../../core/problem.ts";
import { unlimited } from "../bare-services.fixture.ts";
import { type Call, createCall } from "../calling/call.ts";
import { companyDetail } from "../companies/company-detail.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

/**
 * The real registers, one of which left out some facts of its firms because it did not answer.
 */
function without(country: Country, facts: readonly Fact[], changes: Partial<Company> = {}): Call {
  const { services } = dosah.opened;
  const registers = {
    ...services.registers,
    find: async (ico: string, where: Country) => {
      const lookup = await services.registers.find(ico, where);
      if (lookup.kind !== "found" || where !== country) return lookup;
      const silent = [{ source: "rpo", facts, retryAfter: 21 }];
      return { ...lookup, company: { ...lookup.company, ...changes }, silent };
    },
  };
  return createCall({ ...services, registers }, unlimited);
}

const check = async (call: Call, args: object) =>
  (await call(nis2ScopeCheck, { locale: "en", ...args }, [], { address: null })).answer;
const detail = async (call: Call, args: object) =>
  (await call(companyDetail, { locale: "en", ...args }, [], { address: null })).answer;

describe("while a source does not answer that could state the legal form or an activity", () => {
  test.each([["legalForm"], ["nace"]] as const)("no face says out of scope (%s)", async (fact) => {
    const call = without("SK", [fact]);
    const refusal = { problem: { code: "source_unavailable", retryAfter: 21 } };
    await expect(check(call, { ico: SK.outOfScope, country: "SK" })).rejects.toMatchObject(refusal);
    await expect(detail(call, { ico: SK.outOfScope, country: "SK" })).rejects.toMatchObject(refusal);
  });

  test("the firm of the other country is `unknown` beside the answer, not out of scope", async () => {
    expect((await check(dosah.call, { ico: CZ.twin })).alternatives).toMatchObject([{ category: "out_of_scope" }]);
    expect((await check(without("SK", ["legalForm"]), { ico: CZ.twin })).alternatives).toMatchObject([
      { country: "SK", category: "unknown" },
    ]);
  });

  test("a firm that has ceased is out of scope all the same", async () => {
    const call = without("CZ", ["nace", "legalForm"]);
    expect(await check(call, { ico: CZ.ceased, country: "CZ" })).toMatchObject({ category: "out_of_scope" });
    expect((await detail(call, { ico: CZ.ceased, country: "CZ" })).scope).toMatchObject({ category: "out_of_scope" });
  });

  test("a firm whose end lies ahead has not ceased", async () => {
    const call = without("SK", ["legalForm"], { status: "ceased", ceasedOn: "2099-01-01" });
    await expect(check(call, { ico: SK.outOfScope, country: "SK" })).rejects.toMatchObject({
      problem: { code: "source_unavailable" },
    });
  });
});

test("the local rules do not wait for the register with categories, which they do not use", async () => {
  const call = without("SK", ["category"]);
  await expect(check(call, { ico: SK.outOfScope, country: "SK" })).rejects.toMatchObject({
    problem: { code: "source_unavailable" },
  });
  expect(await detail(call, { ico: SK.outOfScope, country: "SK" })).toMatchObject({
    scope: { category: "out_of_scope" },
    silentSources: [{ facts: ["category"] }],
  });
});

test("the company detail is as old as its register data", async () => {
  const { dataAsOf, sources } = await detail(dosah.call, { ico: CZ.important, country: "CZ" });
  expect(dataAsOf).toBe(sources.map(({ retrievedAt }) => retrievedAt).sort()[0]);
});

describe("a Slovak number without a country, while the Czech register with its precedence is silent", () => {
  const call = () => {
    const { services } = dosah.opened;
    const find: typeof services.registers.find = async (ico, country) =>
      country === "CZ" ? { kind: "unavailable", cause: null, retryAfter: 21 } : services.registers.find(ico, country);
    return createCall({ ...services, registers: { ...services.registers, find } }, unlimited);
  };

  test("is answered with the Slovak firm, and the one line says which source did not answer", async () => {
    const answer = await check(call(), { ico: SK.agreed });
    expect(answer).toMatchObject({ country: "SK", category: "essential", unansweredCountries: ["CZ"] });
    expect(nis2ScopeCheck.mcp?.summary(answer, "en")).toMatch(/The Czech register does not answer/);
    expect(nis2ScopeCheck.mcp?.summary(answer, "sk")).toMatch(/Český register neodpovedá/);
    expect(nis2ScopeCheck.mcp?.summary(answer, "cs")).toMatch(/Český rejstřík neodpovídá/);
  });

  test.each([
    ["a firm of another field", SK.twin],
    ["a firm that is out of scope by its activity", SK.outOfScope],
  ])("is never out of scope (%s): the country is asked for", async (_case, ico) => {
    await expect(check(call(), { ico })).rejects.toMatchObject({
      problem: {
        code: "source_unavailable",
        retryAfter: 21,
        nextStep: { en: expect.stringContaining("name the country") },
      },
    });
    expect(await check(call(), { ico, country: "SK" })).toMatchObject({ category: "out_of_scope" });
  });
});

describe("a Slovak number without a country, where the sample stands in for the Czech register and nobody is asked live", () => {
  /** The Czech register was lost: its file was put aside. */
  const call = () => {
    const { registers, ...services } = dosah.opened.services;
    const find: typeof registers.find = async (ico, country) =>
      country === "CZ" ? { kind: "absent" } : registers.find(ico, country);
    const holdings = () => registers.holdings().map((each) => ({ ...each, isSample: each.country === "CZ" }));
    return createCall({ ...services, registers: { ...registers, find, holdings, asksLive: false } }, unlimited);
  };

  test("is answered with the Slovak firm in scope, and it is said that the Czech register could know another", async () => {
    const answer = await check(call(), { ico: SK.agreed });
    expect(answer).toMatchObject({ country: "SK", category: "essential", unansweredCountries: ["CZ"] });
    expect(nis2ScopeCheck.mcp?.summary(answer, "en")).toMatch(/Czech register .* is not here as a whole/);
  });

  test.each([
    ["a firm of another field", SK.twin],
    ["a firm that is out of scope by its activity", SK.outOfScope],
  ])("is never out of scope (%s): the country is asked for, without a time to retry", async (_case, ico) => {
    const error = await check(call(), { ico }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      problem: { code: "source_unavailable", nextStep: { en: expect.stringContaining("Name the country") } },
    });
    expect(error).not.toHaveProperty("problem.retryAfter");
    expect(error).toMatchObject({
      problem: {
        field: "country",
        message: { en: expect.stringContaining("The Czech register is not here as a whole") },
      },
    });
    for (const text of Object.values((error as ServiceError).problem.message)) {
      expect(text).not.toMatch(/damaged|poškoden/);
    }
    expect(await check(call(), { ico, country: "SK" })).toMatchObject({
      category: "out_of_scope",
      unansweredCountries: [],
    });
  });

  test("is source_unavailable and never not_found where the Slovak register does not know it", async () => {
    await expect(check(call(), { ico: CZ.essential })).rejects.toMatchObject({
      problem: { code: "source_unavailable" },
    });
    await expect(check(call(), { ico: CZ.essential, country: "SK" })).rejects.toMatchObject({
      problem: { code: "not_found" },
    });
  });
});

describe("a fact whose source did not answer", () => {
  test.each([
    ["size", CZ.noSize],
    ["nace", CZ.noNace],
  ] as const)("is not said to be missing in the register (%s)", async (fact, ico) => {
    const stated = await check(dosah.call, { ico, country: "CZ" });
    expect(stated.headline).toBe(`Cannot be said yet: the ${fact === "size" ? "size" : "activity"} is missing`);
    const silent = await check(without("CZ", [fact]), { ico, country: "CZ" });
    expect(silent).toMatchObject({ category: "unknown", unknownReason: "source_silent" });
    expect(silent.headline).toBe("Cannot be said now: a register does not answer");
    expect(silent.why).toMatch(
      /^RPO is not answering at the moment, so this cannot be said: the (size|activity) of the firm/,
    );
    expect(silent.reasoning).toMatch(/is not answering at the moment: RPO/);
  });
});

describe("dosah scope", () => {
  test("names the silent source, the facts it could have stated and the firm of the other country", async () => {
    const { out } = await runDosah(without("CZ", ["size"]), ["scope", CZ.twin, "--locale", "en"]);
    expect(out).toMatch(/Not answering at the moment.*RPO.*\(size\)/);
    expect(out).toContain(`The same number in the other country: ${SK.twin} SK`);
  });

  test("says that the other country's register is silent", async () => {
    const { services } = dosah.opened;
    const find: typeof services.registers.find = async (ico, country) =>
      country === "SK" ? { kind: "unavailable", cause: null } : services.registers.find(ico, country);
    const call = createCall({ ...services, registers: { ...services.registers, find } }, unlimited);
    expect(await check(call, { ico: CZ.twin })).toMatchObject({ alternatives: [], unansweredCountries: ["SK"] });
    const { out } = await runDosah(call, ["scope", CZ.twin, "--locale", "en"]);
    expect(out).toMatch(/The register of the other country is not answering at the moment.*SK/);
  });
});
