import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inForce } from "../../core/day.ts";
import { LOCALES } from "../../core/locale.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices } from "../bare-services.fixture.ts";
import { sizeThresholds } from "./size-thresholds.ts";

const services = bareServices(knowledge);
const entry = inForce(knowledge.nis2.sizeThresholds, services.today());

describe("the size thresholds", () => {
  test.each(LOCALES)("are those of the knowledge files, and every citation is confirmed (%s)", async (locale) => {
    const answer = await sizeThresholds.run({ locale }, services);
    expect(answer.ceilings.map(({ size, staffBelow }) => [size, staffBelow])).toEqual([
      ["micro", entry?.micro.staffBelow],
      ["small", entry?.small.staffBelow],
      ["medium", entry?.medium.staffBelow],
    ]);
    expect(answer.explanation).toContain(String(entry?.small.staffBelow));
    const cited = [...answer.ceilingCitations, ...answer.matrixCitations];
    expect(cited.length).toBeGreaterThan(2);
    for (const citation of cited) expect(confirmText(citation ?? "", knowledge.acts)).toBe(citation);
  });

  test("are empty on a day before the first entry, and nothing is said of them", async () => {
    const later = { ...knowledge.nis2, sizeThresholds: entry === undefined ? [] : [{ ...entry, from: "2027-01-01" }] };
    const answer = await sizeThresholds.run({ locale: "en" }, bareServices({ ...knowledge, nis2: later }));
    expect(answer).toMatchObject({ ceilings: [], explanation: null, ceilingCitations: [] });
    expect(answer.matrix.length).toBeGreaterThan(0);
  });

  test("lose a citation that is not confirmed, never their place", async () => {
    const strict = bareServices(knowledge, { confirm: () => null });
    const { ceilingCitations, ceilings } = await sizeThresholds.run({ locale: "sk" }, strict);
    expect(ceilingCitations).toEqual(entry?.citations.map(() => null));
    expect(ceilings).toHaveLength(3);
  });
});

/** The days on which later entries of the ceilings begin without a worked example on that day or after it. */
function withoutExample(entries: readonly { readonly from: string }[], days: readonly string[]): string[] {
  return entries.map(({ from }) => from).filter((from) => from !== "" && !days.some((day) => day >= from));
}

test("every later entry of the ceilings has a worked example in knowledge/cases", () => {
  const files = globSync("cases/nis2-scope-*.yaml", { cwd: KNOWLEDGE_DIR });
  const days = files.flatMap((file) =>
    [...readFileSync(join(KNOWLEDGE_DIR, file), "utf8").matchAll(/^ {2}asOf: (\S+)$/gm)].map(([, day = ""]) => day),
  );
  expect(days.length).toBeGreaterThan(20);
  expect(withoutExample(knowledge.nis2.sizeThresholds, days)).toEqual([]);
  expect(withoutExample([{ from: "" }, { from: "2027-01-01" }], ["2026-11-20"])).toEqual(["2027-01-01"]);
});

test("the matrix has a line for each annex and one for what is covered at any size", async () => {
  const { matrix } = await sizeThresholds.run({ locale: "en" }, services);
  expect(matrix).toEqual([
    {
      annex: "I",
      anySize: false,
      categories: { micro: "out_of_scope", small: "out_of_scope", medium: "important", large: "essential" },
    },
    {
      annex: "II",
      anySize: false,
      categories: { micro: "out_of_scope", small: "out_of_scope", medium: "important", large: "important" },
    },
    {
      annex: "I",
      anySize: true,
      categories: { micro: "important", small: "important", medium: "essential", large: "essential" },
    },
  ]);
});
