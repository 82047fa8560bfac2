import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "../../knowledge/questionnaire.ts";
import { ANSWERS, type Answer } from "../../knowledge/questionnaire-ids.ts";
import { MOST_NEXT_STEPS, nextSteps } from "./next-steps.ts";

const words = { sk: "?", cs: "?", en: "?" };

function question(id: string, weight: 1 | 2 | 3): Question {
  return {
    id,
    weight,
    area: "hr",
    quick: true,
    text: words,
    guidance: words,
    obligations: ["NIS2-21-1"],
    legalReferences: ["nis2 21(1)"],
  };
}

type Asked = [id: string, weight: 1 | 2 | 3, answer: Answer | undefined];

function steps(list: readonly Asked[], isFinished = false) {
  const answers = new Map(list.flatMap(([id, , answer]) => (answer === undefined ? [] : [[id, answer] as const])));
  return nextSteps(
    list.map(([id, weight]) => question(id, weight)),
    answers,
    isFinished,
  );
}

describe("the next things to do", () => {
  test.each<[string, Asked[], boolean, string[]]>([
    [
      "a heavier question comes first",
      [
        ["light", 1, "no"],
        ["heavy", 3, "no"],
      ],
      false,
      ["heavy", "light"],
    ],
    [
      "a larger gap comes first",
      [
        ["half", 2, "partial"],
        ["none", 2, "no"],
      ],
      false,
      ["none", "half"],
    ],
    [
      "a heavy half gains more than a light nothing",
      [
        ["light", 1, "no"],
        ["half", 3, "partial"],
      ],
      false,
      ["half", "light"],
    ],
    [
      "of equal gain the heavier one comes first",
      [
        ["light", 1, "no"],
        ["half", 2, "partial"],
      ],
      false,
      ["half", "light"],
    ],
    [
      "else the order of the questionnaire decides",
      [
        ["b", 2, "no"],
        ["a", 2, "no"],
      ],
      false,
      ["b", "a"],
    ],
    [
      "yes and not applicable leave nothing to do",
      [
        ["y", 3, "yes"],
        ["n", 3, "not_applicable"],
      ],
      true,
      [],
    ],
    ["what is not answered is not known to be missing", [["open", 3, undefined]], false, []],
    [
      "what is not answered in the end counts as missing",
      [
        ["open", 3, undefined],
        ["no", 2, "no"],
      ],
      true,
      ["open", "no"],
    ],
  ])("%s", (_case, list, isFinished, ids) => {
    expect(steps(list, isFinished).map((step) => step.question.id)).toEqual(ids);
  });

  test("are at most five", () => {
    const six = Array.from({ length: 6 }, (_, index): Asked => [`q${index}`, 2, "no"]);
    expect(steps(six).map((step) => step.question.id)).toEqual(["q0", "q1", "q2", "q3", "q4"]);
    expect(MOST_NEXT_STEPS).toBe(5);
  });

  test("say what is missing and what was answered", () => {
    const list: Asked[] = [
      ["a", 3, "partial"],
      ["b", 1, "no"],
      ["c", 1, undefined],
    ];
    expect(steps(list, true).map(({ answer, gap }) => [answer, gap])).toEqual([
      ["partial", 0.5],
      ["no", 1],
      [null, 1],
    ]);
  });

  test("never leave out anything that gains more than what they name", () => {
    const list = fc.array(fc.tuple(fc.constantFrom(1, 2, 3), fc.constantFrom(...ANSWERS, undefined)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(list, fc.boolean(), (given, isFinished) => {
        const all = given.map(([weight, answer], index): Asked => [`q${index}`, weight, answer]);
        const named = steps(all, isFinished);
        const gains = named.map(({ question: { weight }, gap }) => weight * gap);
        expect(gains).toEqual(gains.toSorted((a, b) => b - a));
        const ids = new Set(named.map((step) => step.question.id));
        const rest = steps(
          all.filter(([id]) => !ids.has(id)),
          isFinished,
        );
        const best = rest[0] === undefined ? 0 : rest[0].question.weight * rest[0].gap;
        expect(best).toBeLessThanOrEqual(named.length < MOST_NEXT_STEPS ? 0 : Math.min(...gains));
      }),
    );
  });
});
