import { expect, test } from "vitest";
import { importantFirm } from "../../../../test/browser/firm-answers.fixture.ts";
import { openTestServices } from "../../../../test/promises/service.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { LOCALES } from "../../../core/locale.ts";
import { WhatFollows } from "./what-follows.tsx";

/** Without the comparison of regimes, which has tests of its own. */
const NONE = { regimes: [], lines: [] };

test("the title says whether the steps hold, hold if the firm is in scope, or depend on an open question", async () => {
  const dosah = await openTestServices();
  try {
    for (const locale of LOCALES) {
      const titleOf = async (code: string, employees?: number) => {
        const facts = { country: "CZ", nace: [{ code }], locale, ...(employees === undefined ? {} : { employees }) };
        const { answer } = await dosah.call(scopeEvaluate, facts, [], { address: null });
        const html = String(<WhatFollows verdict={answer} names={new Map()} regimes={NONE} locale={locale} />);
        return /<h2[^>]*>([^<]*)</.exec(html)?.[1];
      };
      const titles = [await titleOf("35.13", 300), await titleOf("35.13"), await titleOf("29.10", 300)];
      expect(new Set(titles).size).toBe(3);
      expect(titles[2]).toContain({ sk: "otvorené otázky", cs: "otevřené otázky", en: "open questions" }[locale]);
    }
  } finally {
    await dosah.close();
  }
});

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
    String(
      <WhatFollows verdict={{ ...verdict, nextSteps: [step] }} names={new Map()} regimes={NONE} locale={locale} />,
    );
  const full = shown({ ...first, who: "štatutárny orgán", where: "v systéme", place });
  expect(full).toContain(words);
  expect(full).toMatch(
    /v systéme<span class="screen-only"> · <a href="https:\/\/www\.slovensko\.sk">Formuláre<\/a><\/span>/,
  );
  const bare = shown({ ...first, who: null, where: null, place: null });
  expect(bare).not.toMatch(/step-who|step-where/);
  expect(shown({ ...first, where: null, place })).toMatch(/step-where screen-only"><span class="screen-only"><a href/);
});

test("steps stand in groups, the standing ones last in theirs and not printed", () => {
  const verdict = importantFirm("en");
  const [first] = verdict.nextSteps;
  if (first === undefined) throw new Error("the firm has steps");
  const shown = (nextSteps: typeof verdict.nextSteps) =>
    String(<WhatFollows verdict={{ ...verdict, nextSteps }} names={new Map()} regimes={NONE} locale="en" />);
  const standing = { ...first, step: "Keep minutes.", standing: true };
  const both = shown([standing, first]);
  expect(both).toMatch(/<details class="step-group" id="register"><summary>.*Registration.*2 steps/s);
  expect(both.indexOf("Keep minutes.")).toBeGreaterThan(both.indexOf(first.step ?? "?"));
  expect(both).toMatch(/<li class="rung screen-only"><div class="rung-text"><p>Keep minutes\./);
  expect(shown([standing])).toContain('class="step-group screen-only"');
});

test("a group says which date of it comes next; one that is over is to be made good now", () => {
  const verdict = importantFirm("en");
  const [first] = verdict.nextSteps;
  if (first === undefined) throw new Error("the firm has steps");
  const date = {
    id: "sk-notice",
    title: "Notify NBÚ",
    from: "conditionsMet",
    given: "2026-10-01",
    due: { day: "2026-11-29", safeDay: "2026-11-27", perhapsUntil: "2026-11-30" },
    begins: false,
    past: false,
    probable: false,
  } as const;
  const shown = (past: boolean) =>
    String(
      <WhatFollows
        regimes={NONE}
        verdict={{ ...verdict, nextSteps: [{ ...first, dates: [{ ...date, past }] }] }}
        names={new Map()}
        locale="en"
      />,
    );
  expect(shown(false)).toContain("next by 29 November 2026");
  expect(shown(false)).toContain("27 November 2026 is safe");
  expect(shown(true)).toContain("ran out, do it now");
  expect(shown(true)).not.toContain("next by");
});
