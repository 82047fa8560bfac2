import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { icoAt, importing, opened, publishedFile, registerFile, temporaryFolder } from "./register-files.fixture.ts";

const TRADER = { ico: icoAt(1), form: "101", name: "Ľudmila Jedinečná" };
const CEASED = { ...TRADER, ceased: "2026-09-01" };

/** What the published file holds of the trader's name, in rows, keys, and what is left between them. */
const holdsName = (dir: string) => {
  const bytes = readFileSync(publishedFile(dir));
  return ["Jedinečná", "jedinecna"].some((name) => bytes.includes(name));
};

describe("a sole trader who has ceased", () => {
  test("trades under the name until then", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.rpo(dir, [TRADER]));
    expect(opened(dir).find(icoAt(1), "SK")?.name).toBe("Ľudmila Jedinečná");
    expect(holdsName(dir)).toBe(true);
  });

  test("leaves no name behind when a later batch tells the end", async () => {
    const dir = temporaryFolder();
    // Enough of them that rows are shortened in pages which nobody fills again.
    const traders = Array.from({ length: 400 }, (_, index) => ({ ...TRADER, ico: icoAt(index) }));
    await importing(dir, registerFile.rpo(dir, traders, "2026-10-03"));
    const ended = traders.map((trader) => ({ ...trader, ceased: "2026-09-01" }));
    await importing(dir, registerFile.rpo(dir, ended, "2026-10-04"));
    expect(opened(dir).find(icoAt(1), "SK")).toMatchObject({ status: "ceased", name: null, address: null });
    expect(holdsName(dir)).toBe(false);
  });

  test.each([
    ["before", true],
    ["after", false],
  ])("is not named by a source that knows neither form nor end, imported %s", async (_when, isFirst) => {
    const dir = temporaryFolder();
    const rpo = () => importing(dir, registerFile.rpo(dir, [CEASED]));
    if (!isFirst) await rpo();
    const unit = { id: 1, ico: icoAt(1), nazovUJ: "Ľudmila Jedinečná", ulica: "Tichá 5", mesto: "Nitra" };
    await importing(dir, registerFile.ruz(dir, [unit]));
    const category = { category: "out_of_scope", sector: null, updatedAt: "2026-11-01" };
    await importing(dir, registerFile.nis2(dir, [{ ico: icoAt(1), name: "Ľudmila Jedinečná", ...category }]));
    if (isFirst) await rpo();
    const firm = opened(dir).find(icoAt(1), "SK");
    expect(firm).toMatchObject({ status: "ceased", name: null, address: null });
    expect(firm?.provenance.flatMap(({ facts }) => facts)).not.toEqual(expect.arrayContaining(["name"]));
    expect(holdsName(dir)).toBe(false);
  });
});
