import { expect, test } from "vitest";
import { createAskedBefore } from "./kept-answers.ts";

test("a question was asked before when it is asked again, unless too many others were asked since", () => {
  const wasAsked = createAskedBefore(2);
  expect(["a", "a", "b", "a", "c", "a", "b"].map(wasAsked)).toEqual([false, true, false, true, false, true, false]);
});
