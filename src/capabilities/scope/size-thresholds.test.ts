import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices } from "../bare-services.fixture.ts";
import { sizeThresholds } from "./size-thresholds.ts";

const knowledge = loadKnowledge();
const [entry] = knowledge.nis2.sizeThresholds;

describe("the size thresholds", () => {
  test.each(LOCALES)("are those of the knowledge files, and every citation is confirmed (%s)", async (locale) => {
    const answer = await sizeThresholds.run({ locale }, bareServices(knowledge));
    expect(sizeThresholds.output.parse(answer)).toEqual(answer);
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
    const services = bareServices(knowledge, { confirm: () => null });
    const { ceilingCitations, ceilings } = await sizeThresholds.run({ locale: "sk" }, services);
    expect(ceilingCitations).toEqual(entry?.citations.map(() => null));
    expect(ceilings).toHaveLength(3);
  });
});

test("the matrix has a line for each annex and one for what is covered at any size", async () => {
  const { matrix } = await sizeThresholds.run({ locale: "en" }, bareServices(knowledge));
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
