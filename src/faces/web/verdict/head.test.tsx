import { expect, test } from "vitest";
import { firmStates } from "../../../../test/browser/firm-answers.fixture.ts";
import { VerdictFacts } from "./head.tsx";

test.each([
  ["sk", "Hlavná činnosť nie je známa, len ďalšie: "],
  ["cs", "Hlavní činnost není známa, jen další: "],
  ["en", "The main activity is not known, only further ones: "],
] as const)("further activities are shown as such where the main one is not known (%s)", (locale, words) => {
  const verdict = firmStates(locale).noNace;
  if (verdict === undefined) throw new Error("the fixture has a firm without a main activity");
  const codes = (...list: string[]) =>
    list.map((code) => ({ code, revision: "2" as const, name: null, version: "NACE Rev. 2" as const }));
  const shown = (otherNace: typeof verdict.otherNace) =>
    String(<VerdictFacts verdict={{ ...verdict, otherNace }} locale={locale} />);
  expect(shown(codes("38110", "47110"))).toMatch(new RegExp(`${words}[^<]*38\\.11\\.0[^<]*47\\.11\\.0[^<…]*<`));
  expect(shown(codes("38110", "47110", "62010", "63110"))).toContain("…");
  expect(shown([])).not.toContain(words);
});
