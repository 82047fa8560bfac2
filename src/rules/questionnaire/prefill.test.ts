import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { ANSWERS, type Answer } from "../../knowledge/questionnaire-ids.ts";
import { prefillStatus } from "./prefill.ts";

/** The status of obligation X when its questions are answered so. */
function statusOf(...given: (Answer | undefined)[]) {
  const questions = given.map((_, index) => ({ id: `q${index}`, obligations: ["X"] }));
  const answers = new Map(
    given.flatMap((answer, index) => (answer === undefined ? [] : [[`q${index}`, answer] as const])),
  );
  return prefillStatus("X", questions, answers);
}

describe("the status that answers give an obligation", () => {
  test.each<[string, (Answer | undefined)[], ObligationStatus | null]>([
    ["no question is asked", [], null],
    ["nothing is answered", [undefined, undefined], null],
    ["all yes", ["yes", "yes"], "met"],
    ["all no", ["no", "no"], "not_met"],
    ["one partial", ["partial"], "partial"],
    ["yes and no", ["yes", "no"], "partial"],
    ["yes and partial", ["yes", "partial"], "partial"],
    ["no and partial", ["no", "partial"], "partial"],
    ["all not applicable", ["not_applicable", "not_applicable"], "not_applicable"],
    ["not applicable is left out beside yes", ["not_applicable", "yes"], "met"],
    ["not applicable is left out beside no", ["no", "not_applicable"], "not_met"],
    ["not applicable is left out beside partial", ["not_applicable", "partial"], "partial"],
    ["what is not answered is left out", ["yes", undefined], "met"],
    ["not applicable and nothing else answered", ["not_applicable", undefined], "not_applicable"],
  ])("%s", (_case, given, status) => {
    expect(statusOf(...given)).toBe(status);
  });

  test("comes only from questions that name it", () => {
    const questions = [
      { id: "a", obligations: ["X", "Y"] },
      { id: "b", obligations: ["Y"] },
    ];
    const answers = new Map<string, Answer>([
      ["a", "yes"],
      ["b", "no"],
    ]);
    expect(prefillStatus("X", questions, answers)).toBe("met");
    expect(prefillStatus("Y", questions, answers)).toBe("partial");
    expect(prefillStatus("Z", questions, answers)).toBeNull();
  });

  test("is never in progress, and is met only when no answer falls short", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ANSWERS, undefined)), (given) => {
        const status = statusOf(...given);
        expect(status).not.toBe("in_progress");
        if (status === "met") expect(given.some((answer) => answer === "no" || answer === "partial")).toBe(false);
        if (status === "not_met") expect(given.some((answer) => answer === "yes" || answer === "partial")).toBe(false);
      }),
    );
  });
});
