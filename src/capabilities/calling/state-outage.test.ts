import { describe, expect, test } from "vitest";
import { ServiceError } from "../../core/problem.ts";
import { StateError } from "../../state/state-error.ts";
import { asOutage } from "./state-outage.ts";

const problemFor = (cause: unknown) => {
  const outage = asOutage(cause);
  return outage instanceof ServiceError ? outage.problem : undefined;
};

describe("a state database that fails", () => {
  test("is an outage with the time to come again", () => {
    const problem = problemFor(new StateError("down"));
    expect(problem).toMatchObject({ code: "source_unavailable", retryAfter: 5 });
    expect(problem?.nextStep.en).toBe("Try again in a moment.");
  });

  test("while it commits leaves the caller without knowing, and says so in every language", () => {
    const problem = problemFor(new StateError("down", { isOutcomeUnknown: true }));
    expect(problem).toMatchObject({ code: "source_unavailable", retryAfter: 5 });
    expect(problem?.message).toMatchObject({
      sk: expect.stringContaining("nevieme, či je zmena uložená"),
      cs: expect.stringContaining("nevíme, zda je změna uložena"),
      en: expect.stringContaining("do not know whether the change was saved"),
    });
    expect(problem?.nextStep.en).toContain("before you send it again");
  });

  test("by a mistake of ours stays that mistake", () => {
    const mistake = new Error("no such table");
    expect(asOutage(mistake)).toBe(mistake);
    expect(problemFor(new StateError("conflict"))).toBeUndefined();
  });
});
