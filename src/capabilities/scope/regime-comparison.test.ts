import { describe, expect, test } from "vitest";
import { COUNTRIES } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices } from "../bare-services.fixture.ts";
import { regimeComparison } from "./regime-comparison.ts";

const services = bareServices(knowledge);

describe("the two regimes of a country side by side", () => {
  test.each(LOCALES)("have a cell each in every line, with confirmed provisions (%s)", async (locale) => {
    for (const country of COUNTRIES) {
      const answer = await regimeComparison.run({ country, locale }, services);
      expect(answer.regimes.map(({ id }) => id)).toEqual({ SK: ["pzs", "pkzs"], CZ: ["lower", "higher"] }[country]);
      expect(answer.lines).toHaveLength(knowledge.nis2.regimeComparison[country].length);
      for (const { cells, citations } of answer.lines) {
        expect(cells).toHaveLength(2);
        for (const citation of citations) expect(confirmText(citation, knowledge.acts)).toBe(citation);
      }
    }
  });

  test("say of fines and bans what the steps of a verdict say", () => {
    const { regimeComparison: lines, nextSteps } = knowledge.nis2;
    const amounts = (text: string | undefined) => text?.match(/[\d,]+(?= (?:miliónov|%))/g);
    for (const [country, lower, higher] of [
      ["SK", "skFine", "skFineCritical"],
      ["CZ", "czFineLower", "czFineHigher"],
    ] as const) {
      const fine = lines[country].find(({ id }) => id === "fine");
      const stepOf = (id: string) => nextSteps.find((step) => step.id === id)?.step.sk;
      expect(amounts(fine?.lower.sk)).toEqual(amounts(stepOf(lower)));
      expect(amounts(fine?.higher.sk)).toEqual(amounts(stepOf(higher)));
    }
  });

  test("lose a line that is not confirmed as a whole", async () => {
    const strict = bareServices(knowledge, { confirm: (text) => (text.includes("31") ? null : text) });
    const answer = await regimeComparison.run({ country: "SK", locale: "sk" }, strict);
    expect(answer.lines.map(({ id }) => id)).not.toContain("fine");
    expect(answer.lines.length).toBeGreaterThan(2);
  });
});
