import { expect, test } from "vitest";
import type { Answer } from "../../knowledge/questionnaire-ids.ts";
import { planPrefill, type StandingEntry } from "./prefill-plan.ts";

const QUESTIONS = [
  { id: "q-01", obligations: ["A"] },
  { id: "q-02", obligations: ["A"] },
  { id: "q-03", obligations: ["B"] },
];

const standing = (status: StandingEntry["status"], statusSource: StandingEntry["statusSource"]): StandingEntry => ({
  status,
  statusSource,
  lastReviewedAt: "2026-01-01",
  nextReviewAt: "2026-07-01",
});

function plan(
  entry: StandingEntry | undefined,
  answers: Readonly<Record<string, Answer>>,
  today = "2026-11-22",
  months = 12,
) {
  const obligations = [{ code: "A", reviewIntervalMonths: months }];
  const entries = new Map(entry === undefined ? [] : [["A", entry]]);
  const given = { answers: new Map(Object.entries(answers)), reasons: new Set<string>() };
  return planPrefill(obligations, entries, QUESTIONS, given, today)[0];
}

test.each([
  ["nothing was entered", undefined, "filled"],
  ["a person stopped tracking it", { ...standing(null, null), lastReviewedAt: null, nextReviewAt: null }, "filled"],
  ["a questionnaire filled it", standing("not_met", "questionnaire"), "filled"],
  ["a person set it", standing("not_met", "manual"), "kept"],
  ["a person is working on it", standing("in_progress", "manual"), "kept"],
  ["a person said that it does not apply", standing("not_applicable", "manual"), "kept"],
] as const)("where %s, it is filled or kept", (_case, entry, outcome) => {
  const planned = plan(entry, { "q-01": "yes", "q-02": "yes" });
  expect(planned).toMatchObject({ answers: { status: "met" }, outcome });
  if (outcome === "kept") expect(planned?.after).toEqual(entry);
  else expect(planned?.after).toMatchObject({ status: "met", statusSource: "questionnaire" });
});

test.each<[Readonly<Record<string, Answer>>, string | null]>([
  [{ "q-01": "yes", "q-02": "yes" }, "met"],
  [{ "q-01": "no", "q-02": "no" }, "not_met"],
  [{ "q-01": "yes", "q-02": "no" }, "partial"],
  [{ "q-01": "partial" }, "partial"],
  [{ "q-01": "yes" }, "partial"],
  [{ "q-01": "no" }, "not_met"],
  [{ "q-01": "not_applicable", "q-02": "not_applicable" }, null],
  [{ "q-01": "not_applicable", "q-02": "yes" }, "partial"],
  [{ "q-03": "yes" }, null],
  [{}, null],
])("answers %j give %s", (answers, status) => {
  expect(plan(undefined, answers)).toMatchObject({
    answers: { status },
    outcome: status === null ? "unanswered" : "filled",
    after: { status },
  });
});

test.each([
  ["2026-08-31", 6, "2027-02-28"],
  ["2027-08-31", 6, "2028-02-29"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2026-11-30", 3, "2027-02-28"],
])("completed on %s, an interval of %i months leads to %s", (today, months, nextReviewAt) => {
  expect(plan(undefined, { "q-01": "yes", "q-02": "yes" }, today, months)?.after).toEqual({
    status: "met",
    statusSource: "questionnaire",
    lastReviewedAt: today,
    nextReviewAt,
  });
});

test("an unanswered obligation keeps what an older questionnaire said", () => {
  const entry = standing("met", "questionnaire");
  expect(plan(entry, { "q-03": "no" })).toMatchObject({ outcome: "unanswered", after: entry });
});
