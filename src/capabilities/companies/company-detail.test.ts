import { afterAll, beforeAll, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { companyDetail } from "./company-detail.ts";
import { companySearch } from "./company-search.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

async function detail(args: object) {
  return (await dosah.call(companyDetail, args, [], { address: null })).answer;
}

test("a firm is shown with its facts, its size and the scope of the local rules", async () => {
  expect(await detail({ ico: CZ.important, country: "CZ", locale: "en" })).toMatchObject({
    ico: CZ.important,
    country: "CZ",
    status: "active",
    foundedOn: "2001-02-03",
    ceasedOn: null,
    legalForm: "112",
    nace: { code: "35110", revision: "2" },
    size: { category: "medium", employees: { min: 50, max: 99 }, source: expect.stringContaining("RES") },
    scope: { category: "important", sector: { id: "energy" }, decidedBy: "rule_engine" },
    dataAsOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    indicative: true,
    untrusted: { name: "Střední elektrárna" },
  });
});

test("the scope is that of the local engine alone: the open-data register is left out", async () => {
  expect((await detail({ ico: SK.registerOnly, country: "SK" })).scope.category).toBe("out_of_scope");
  expect((await detail({ ico: SK.neither, country: "SK" })).scope).toMatchObject({
    category: "unknown",
    unknownReason: "size_undetermined",
  });
});

test.each([CZ.important, CZ.furtherEnergy])("the activity of %s is the one that a search shows", async (ico) => {
  const found = await dosah.call(companySearch, { query: ico, country: "CZ" }, [], { address: null });
  const { nace, otherNace, scope } = await detail({ ico, country: "CZ" });
  expect(nace).toEqual(found.answer.results[0]?.nace);
  expect([nace, ...otherNace].map((code) => code?.code)).toContain("35110");
  expect(scope.sector).toMatchObject({ id: "energy" });
});

test("a ceased firm has its day of end", async () => {
  expect(await detail({ ico: CZ.ceased, country: "CZ" })).toMatchObject({
    status: "ceased",
    ceasedOn: "2020-05-01",
    scope: { category: "out_of_scope" },
  });
});

test("what the register does not state is null, never a guess", async () => {
  expect(await detail({ ico: CZ.noNace, country: "CZ" })).toMatchObject({ nace: null, scope: { sector: null } });
  expect((await detail({ ico: CZ.noSize, country: "CZ" })).size).toMatchObject({ category: null, employees: null });
});

test.each([
  ["no country", { ico: CZ.important }, "invalid_arguments", "country"],
  ["no ico", { country: "CZ" }, "invalid_arguments", "ico"],
  ["a firm of the other country", { ico: SK.agreed, country: "CZ" }, "not_found", "ico"],
])("%s is refused with the field", async (_case, args, code, field) => {
  await expect(detail(args)).rejects.toMatchObject({ problem: { code, field } });
});
