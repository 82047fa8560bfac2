import { expect, test } from "vitest";
import { type FormAnswer, mergeAnswers } from "./merge-answers.ts";

const merge = (shown: FormAnswer, typed: FormAnswer, stored: FormAnswer) => {
  const one = (answer: FormAnswer) => new Map([["bcm-01", answer]]);
  const { changes, clashes } = mergeAnswers(one(typed), one(shown), one(stored));
  if (clashes.length > 0) return "clash";
  return changes.has("bcm-01") ? "saved" : "as stored";
};

test.each<[string, FormAnswer, FormAnswer, FormAnswer, string]>([
  ["nobody touched it", "yes", "yes", "yes", "as stored"],
  ["only this person answered", null, "yes", null, "saved"],
  ["only this person took an answer back", "yes", null, "yes", "saved"],
  ["only somebody else answered", null, null, "no", "as stored"],
  ["only somebody else took an answer back", "yes", "yes", null, "as stored"],
  ["both answered alike", null, "yes", "yes", "as stored"],
  ["both answered differently", null, "yes", "no", "clash"],
  ["both changed it differently", "yes", "partial", "no", "clash"],
  ["one took it back and the other changed it", "yes", null, "no", "clash"],
  ["one changed it and the other took it back", "yes", "no", null, "clash"],
])("where %s", (_case, shown, typed, stored, expected) => {
  expect(merge(shown, typed, stored)).toBe(expected);
});

test("a clash keeps both answers, and what stands beside it is saved", () => {
  const typed = new Map<string, FormAnswer>([
    ["bcm-01", "yes"],
    ["bcm-02", "partial"],
  ]);
  expect(mergeAnswers(typed, new Map(), new Map([["bcm-01", "no"]]))).toEqual({
    changes: new Map([["bcm-02", "partial"]]),
    clashes: [{ id: "bcm-01", typed: "yes", stored: "no" }],
  });
});
