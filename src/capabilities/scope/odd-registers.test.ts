import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDosah } from "../../../test/promises/run-command.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { icoAt, resText } from "../../sources/registers/snapshot/importing/register-files.fixture.ts";
import { companyDetail } from "../companies/company-detail.ts";
import { companySearch } from "../companies/company-search.ts";
import { nis2Stats } from "../registers/nis2-stats.ts";
import { registerImport } from "../registers/register-import.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";

const PLANT = { nace: "35110", size: "330" };

const ROWS = [
  { ...PLANT, name: "Elektrárna bez data", ceased: "0000-00-00" },
  { ...PLANT, name: "Elektrárna do konce", ceased: "2099-12-31" },
  { ...PLANT, name: "Elektrárna zaniklá", ceased: "2020-05-01" },
  { ...PLANT, name: "Elektrárna s kódem", nace: "99999" },
];

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: [{ country: "CZ", format: "res", text: resText(ROWS) }] });
});

afterAll(() => dosah.close());

const call: TestServices["call"] = (...args) => dosah.call(...args);
const check = async (index: number) =>
  (await call(nis2ScopeCheck, { ico: icoAt(index), country: "CZ", locale: "en" }, [], { address: null })).answer;
const detail = async (index: number) =>
  (await call(companyDetail, { ico: icoAt(index), country: "CZ", locale: "en" }, [], { address: null })).answer;

describe("a running power plant", () => {
  test("whose end is no date is neither ceased nor out of scope on any face", async () => {
    const reason = { category: "unknown", unknownReason: "status_unreadable" };
    expect(await check(0)).toMatchObject({ status: "active", ...reason });
    expect(await detail(0)).toMatchObject({ status: "active", ceasedOn: null, scope: reason });
    const { out } = await runDosah(dosah.call, ["scope", icoAt(0), "--country", "CZ", "--locale", "en"]);
    expect(out).toContain("cannot be read");
  });

  test("whose end lies ahead is active in every field", async () => {
    expect(await check(1)).toMatchObject({ status: "active", category: "essential" });
    expect(await detail(1)).toMatchObject({ status: "active", scope: { category: "essential" } });
  });

  test("that has ceased is so", async () => {
    expect(await check(2)).toMatchObject({ status: "ceased", category: "out_of_scope" });
    expect(await detail(2)).toMatchObject({ status: "ceased" });
  });

  test("is marked in a search only where it has ceased", async () => {
    const { answer } = await call(companySearch, { query: "elektrárna", country: "CZ" }, [], { address: null });
    expect(answer.results.map(({ ico, active }) => [ico, active])).toEqual([
      [icoAt(0), true],
      [icoAt(1), true],
      [icoAt(2), false],
      [icoAt(3), true],
    ]);
  });

  test("counts among the active firms, unknown where its end is no date", async () => {
    const { answer } = await call(nis2Stats, { country: "CZ" }, [], { address: null });
    expect(answer).toMatchObject({ active: 3, totals: { essential: 1, important: 0, out_of_scope: 0, unknown: 2 } });
  });
});

test("a register code that does not exist is shown without a name and judged by nobody", async () => {
  expect(await check(3)).toMatchObject({
    category: "unknown",
    unknownReason: "no_nace",
    nace: { code: "99999", revision: "2", name: null },
    decidingNace: null,
  });
});

test("the import of such a file says how many ends it could not read, on the command line too", async () => {
  const file = join(dosah.dir, "again.csv");
  writeFileSync(file, resText(ROWS));
  const args = ["registers", "import", "--country", "CZ", "--format", "res", "--file", file, "--locale", "en"];
  const { answer } = await call(registerImport, { country: "CZ", format: "res", file }, [], { address: null });
  expect(answer).toMatchObject({ skipped: 0, unreadableEnds: 1 });
  const { err } = await runDosah(dosah.call, args);
  expect(err).toContain("firms whose day of end cannot be read (their category is unknown): 1");
});
