import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerId, type GivenReason, type QuestionIds, readSheet, sheetQuery } from "./answers.ts";

// Numbers are never used again: question 2 of the first area was withdrawn.
const ids: QuestionIds = new Map([
  ["risk_mgmt", ["risk_mgmt-01", "risk_mgmt-03", "risk_mgmt-10"]],
  ["hr", ["hr-01", "hr-02"]],
]);
const read = (query: string) => Object.fromEntries(readSheet(new URLSearchParams(query), ids).answers);

test.each<[string, string, Record<string, AnswerId>]>([
  [
    "one letter an answer, at the place of its number",
    "risk_mgmt=y-p",
    { "risk_mgmt-01": "yes", "risk_mgmt-03": "partial" },
  ],
  [
    "all four answers",
    "risk_mgmt=n-x------y&hr=p",
    {
      "risk_mgmt-01": "no",
      "risk_mgmt-03": "not_applicable",
      "risk_mgmt-10": "yes",
      "hr-01": "partial",
    },
  ],
  ["a field of a form is newer than a letter", "hr=yy&hr-02=no", { "hr-01": "yes", "hr-02": "no" }],
  ["what a form says wrongly is not answered", "hr=yy&hr-02=maybe", { "hr-01": "yes" }],
  ["a letter of a withdrawn question is nothing", "risk_mgmt=-y", {}],
  ["letters that are none are not answered", "hr=Yz", {}],
  ["an area that does not exist is nothing", "finance=yyy", {}],
  ["an empty address", "", {}],
])("%s", (_case, query, answers) => {
  expect(read(query)).toEqual(answers);
});

test("the mode is quick unless the address says extended", () => {
  const modeOf = (query: string) => readSheet(new URLSearchParams(query), ids).mode;
  expect([modeOf(""), modeOf("mode=quick"), modeOf("mode=x"), modeOf("mode=extended")]).toEqual([
    "quick",
    "quick",
    "quick",
    "extended",
  ]);
});

test("what is written is read back, and areas without an answer are left out", () => {
  const answer = fc.constantFrom<(AnswerId | undefined)[]>("yes", "partial", "no", "not_applicable", undefined);
  const all = [...ids.values()].flat();
  fc.assert(
    fc.property(fc.tuple(...all.map(() => answer)), fc.constantFrom("quick", "extended"), (given, mode) => {
      const answers = new Map<string, AnswerId>();
      all.forEach((id, index) => {
        const value = given[index];
        if (value !== undefined) answers.set(id, value);
      });
      const reasons = new Map<string, GivenReason>();
      for (const [id, answer] of answers) {
        if (answer === "not_applicable") reasons.set(id, { code: "other", words: "žiadna pobočka" });
      }
      const query = sheetQuery({ mode, answers, reasons, label: "" }, ids);
      expect(readSheet(new URLSearchParams(query), ids)).toEqual({ mode, answers, reasons, label: "" });
      expect("hr" in query).toBe(answers.has("hr-01") || answers.has("hr-02"));
    }),
  );
});

test("whatever the address says, only known questions with known answers come out of it", () => {
  const names = fc.constantFrom("risk_mgmt", "hr", "hr-01", "hr-02", "hr-99", "mode", "__proto__");
  const values = fc.oneof(fc.string(), fc.constantFrom("yes", "no", "yynx", "constructor", "extended"));
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
      const { answers } = readSheet(new URLSearchParams(pairs), ids);
      const known = [...ids.values()].flat();
      for (const [id, answer] of answers) {
        expect(known).toContain(id);
        expect(["yes", "partial", "no", "not_applicable"]).toContain(answer);
      }
    }),
  );
});
