import { expect, test } from "vitest";
import { importantFirm } from "../../../../../test/browser/answers.ts";
import { WhatFollows } from "./what-follows.tsx";

test.each([
  ["sk", "Kto: štatutárny orgán"],
  ["cs", "Kdo: štatutárny orgán"],
  ["en", "Who: štatutárny orgán"],
] as const)("a step says whose task it is and leads to where it is done (%s)", (locale, words) => {
  const verdict = importantFirm(locale);
  const [first] = verdict.nextSteps;
  if (first === undefined) throw new Error("the firm has steps");
  const place = { name: "Formuláre", url: "https://www.slovensko.sk" };
  const shown = (step: typeof first) =>
    String(<WhatFollows verdict={{ ...verdict, nextSteps: [step] }} names={new Map()} locale={locale} />);
  const full = shown({ ...first, who: "štatutárny orgán", where: "v systéme", place });
  expect(full).toContain(words);
  expect(full).toMatch(
    /v systéme<span class="screen-only"> · <a href="https:\/\/www\.slovensko\.sk">Formuláre<\/a><\/span>/,
  );
  const bare = shown({ ...first, who: null, where: null, place: null });
  expect(bare).not.toMatch(/step-who|step-where/);
  expect(shown({ ...first, where: null, place })).toMatch(/step-where screen-only"><span class="screen-only"><a href/);
});

test("standing duties stand in a closed list of their own, which is not printed", () => {
  const verdict = importantFirm("en");
  const [first] = verdict.nextSteps;
  if (first === undefined) throw new Error("the firm has steps");
  const shown = (nextSteps: typeof verdict.nextSteps) =>
    String(<WhatFollows verdict={{ ...verdict, nextSteps }} names={new Map()} locale="en" />);
  const both = shown([first, { ...first, step: "Keep minutes.", standing: true }]);
  expect(both).toMatch(/<details class="screen-only"><summary>Further duties[^<]*\(1\)<\/summary>.*Keep minutes\./s);
  expect(both.indexOf("Keep minutes.")).toBeGreaterThan(both.indexOf("<details"));
  expect(shown([first])).not.toContain("<details");
});
