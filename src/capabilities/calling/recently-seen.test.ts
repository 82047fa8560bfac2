import { expect, test } from "vitest";
import { createRecentlySeen } from "./kept-answers.ts";

test("a question was asked before when it is asked again, unless too many others were asked since", () => {
  const wasSeen = createRecentlySeen(2);
  expect(["a", "a", "b", "a", "c", "a", "b"].map(wasSeen)).toEqual([false, true, false, true, false, true, false]);
});
