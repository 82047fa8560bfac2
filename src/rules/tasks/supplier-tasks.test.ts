import { expect, test } from "vitest";
import { accessTasks } from "./other-tasks.ts";
import { type StandingSupplier, supplierTasks } from "./supplier-tasks.ts";

const TODAY = "2026-11-21";

const supplier = (more: Partial<StandingSupplier>): StandingSupplier => ({
  supplier: "SK-31322832",
  state: "none",
  revision: null,
  seenRevision: null,
  askedOn: null,
  askedBy: null,
  criticality: null,
  nextReviewOn: null,
  responsibleId: null,
  ...more,
});

const linesOf = (more: Partial<StandingSupplier>) =>
  supplierTasks([supplier(more)], TODAY).map(({ key, due, weight, person }) => ({ key, due, weight, person }));

test("a supplier is to be reviewed from 30 days before its day on, by who is responsible", () => {
  const person = { type: "member", accountId: "acc_1" };
  const planned = { nextReviewOn: "2026-12-21", responsibleId: "acc_1" };
  expect(linesOf(planned)).toEqual([{ key: "supplier:SK-31322832/review", due: "2026-12-21", weight: 1, person }]);
  expect(linesOf({ nextReviewOn: "2026-12-22" })).toEqual([]);
  expect(linesOf({ nextReviewOn: "2026-01-01" })).toMatchObject([{ due: "2026-01-01", person: null }]);
});

test("how much depends on a supplier decides the weight of all its lines", () => {
  const weightOf = (criticality: StandingSupplier["criticality"]) =>
    linesOf({ criticality, nextReviewOn: TODAY, state: "stale" }).map(({ weight }) => weight);
  expect([weightOf("critical"), weightOf("high"), weightOf("medium"), weightOf(null)]).toEqual([
    [3, 3],
    [2, 2],
    [1, 1],
    [1, 1],
  ]);
});

test("a confirmed request for the profile is to be decided within a week", () => {
  expect(accessTasks([{ id: "req_1", confirmedOn: TODAY }])).toMatchObject([
    { key: "access:req_1", kind: "access", due: "2026-11-28", weight: 2, minutes: 5 },
  ]);
});
