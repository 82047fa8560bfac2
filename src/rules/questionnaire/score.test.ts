import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANSWERS, type Answer, type MODES } from "../../knowledge/questionnaire-ids.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { questionsOf, valueOfAnswer } from "./answers.ts";
import { scoreOf } from "./score.ts";

const { areas } = knowledge.questionnaire;

type Asked = [weight: 1 | 2 | 3, answer: Answer | undefined];

/** Questions of these weights and their answers. */
function asked(...list: Asked[]) {
  return {
    questions: list.map(([weight], index) => ({ id: `q${index}`, weight })),
    answers: new Map(
      list.flatMap(([, answer], index) => (answer === undefined ? [] : [[`q${index}`, answer] as const])),
    ),
  };
}

describe("what an answer counts", () => {
  test.each<[Answer | undefined, boolean, number | null]>([
    ["yes", false, 1],
    ["partial", false, 0.5],
    ["no", false, 0],
    ["not_applicable", false, null],
    ["yes", true, 1],
    ["partial", true, 0.5],
    ["no", true, 0],
    ["not_applicable", true, null],
    [undefined, false, null],
    [undefined, true, 0],
  ])("%s, finished: %s, counts %s", (answer, isFinished, value) => {
    expect(valueOfAnswer(answer, isFinished)).toBe(value);
  });
});

describe("a score", () => {
  test.each<[string, Asked[], boolean, number | null]>([
    [
      "all yes is 100",
      [
        [3, "yes"],
        [1, "yes"],
      ],
      true,
      100,
    ],
    [
      "all no is 0",
      [
        [3, "no"],
        [1, "no"],
      ],
      true,
      0,
    ],
    [
      "all partial is 50",
      [
        [3, "partial"],
        [2, "partial"],
      ],
      true,
      50,
    ],
    [
      "weights count: 3 of 4",
      [
        [3, "yes"],
        [1, "no"],
      ],
      true,
      75,
    ],
    [
      "weights count: 1 of 4",
      [
        [3, "no"],
        [1, "yes"],
      ],
      true,
      25,
    ],
    [
      "half of a heavy question is more than a whole light one",
      [
        [3, "partial"],
        [1, "no"],
      ],
      true,
      38,
    ],
    [
      "a half is rounded up: 12.5 is 13",
      [
        [3, "no"],
        [3, "no"],
        [1, "no"],
        [1, "yes"],
      ],
      true,
      13,
    ],
    [
      "less than a half is rounded down: 33.3 is 33",
      [
        [1, "yes"],
        [2, "no"],
      ],
      true,
      33,
    ],
    [
      "more than a half is rounded up: 66.7 is 67",
      [
        [2, "yes"],
        [1, "no"],
      ],
      true,
      67,
    ],
    [
      "not applicable is left out",
      [
        [3, "not_applicable"],
        [2, "yes"],
      ],
      true,
      100,
    ],
    [
      "only not applicable is no score",
      [
        [3, "not_applicable"],
        [2, "not_applicable"],
      ],
      true,
      null,
    ],
    ["nothing answered is no score while open", [[3, undefined]], false, null],
    ["nothing answered is 0 when finished", [[3, undefined]], true, 0],
    [
      "an open question is left out while open",
      [
        [3, undefined],
        [1, "yes"],
      ],
      false,
      100,
    ],
    [
      "an open question counts as no when finished",
      [
        [3, undefined],
        [1, "yes"],
      ],
      true,
      25,
    ],
    ["no question is no score", [], true, null],
  ])("%s", (_case, list, isFinished, score) => {
    const { questions, answers } = asked(...list);
    expect(scoreOf(questions, answers, isFinished).score).toBe(score);
  });

  test("tells how many questions are answered, not applicable included", () => {
    const { questions, answers } = asked([3, "yes"], [2, "not_applicable"], [1, undefined]);
    expect(scoreOf(questions, answers, false)).toEqual({ score: 100, answered: 2, questions: 3 });
  });

  test("ignores answers to questions that are not asked", () => {
    const { questions } = asked([2, "yes"]);
    expect(scoreOf(questions, new Map([["other", "yes" as const]]), false)).toEqual({
      score: null,
      answered: 0,
      questions: 1,
    });
  });
});

test("quick mode asks 32 questions, extended mode 122, the quick ones among them", () => {
  const ids = (mode: (typeof MODES)[number]) => areas.flatMap((area) => questionsOf(area, mode)).map(({ id }) => id);
  expect(ids("quick")).toHaveLength(32);
  expect(ids("extended")).toHaveLength(122);
  expect(ids("extended")).toEqual(expect.arrayContaining(ids("quick")));
});

describe("whatever is answered", () => {
  const everything = areas.flatMap((area) => area.questions);
  const answers = fc
    .dictionary(fc.constantFrom(...everything.map(({ id }) => id)), fc.constantFrom(...ANSWERS), {
      noNullPrototype: true,
    })
    .map((given) => new Map(Object.entries(given)));
  const better = { no: "partial", partial: "yes", yes: "yes", not_applicable: "not_applicable" } as const;

  test("a score is a whole number from 0 to 100, or none", () => {
    fc.assert(
      fc.property(answers, fc.boolean(), (given, isFinished) => {
        const { score, answered, questions } = scoreOf(everything, given, isFinished);
        if (score !== null) expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(answered).toBe(given.size);
        expect(questions).toBe(122);
      }),
    );
  });

  test("a better answer never lowers a score", () => {
    fc.assert(
      fc.property(answers, fc.nat(), fc.boolean(), (given, pick, isFinished) => {
        const id = [...given.keys()][pick % Math.max(1, given.size)];
        const answer = id === undefined ? undefined : given.get(id);
        if (id === undefined || answer === undefined) return;
        const before = scoreOf(everything, given, isFinished).score;
        const after = scoreOf(everything, new Map(given).set(id, better[answer]), isFinished).score;
        expect(after ?? -1).toBeGreaterThanOrEqual(before ?? -1);
      }),
    );
  });

  test("finishing never raises a score, and answering everything makes it the same", () => {
    fc.assert(
      fc.property(answers, (given) => {
        const open = scoreOf(everything, given, false).score;
        const finished = scoreOf(everything, given, true).score;
        if (open !== null && finished !== null) expect(finished).toBeLessThanOrEqual(open);
        const complete = new Map(everything.map(({ id }) => [id, given.get(id) ?? ("no" as const)]));
        expect(scoreOf(everything, complete, false).score).toBe(scoreOf(everything, complete, true).score);
      }),
    );
  });

  test("the overall score lies between the lowest and the highest area", () => {
    fc.assert(
      fc.property(answers, fc.boolean(), (given, isFinished) => {
        const scores = areas
          .map((area) => scoreOf(area.questions, given, isFinished).score)
          .filter((score) => score !== null);
        const overall = scoreOf(everything, given, isFinished).score;
        if (overall === null) expect(scores).toEqual([]);
        else {
          expect(overall).toBeGreaterThanOrEqual(Math.min(...scores));
          expect(overall).toBeLessThanOrEqual(Math.max(...scores));
        }
      }),
    );
  });
});
