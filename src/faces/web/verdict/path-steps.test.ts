import { describe, expect, test } from "vitest";
import { bareServices, unlimited } from "../../../capabilities/bare-services.fixture.ts";
import { createCall } from "../../../capabilities/calling/call.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { sizeThresholds } from "../../../capabilities/scope/size-thresholds.ts";
import { TRACE_RULES } from "../../../knowledge/nis2-ids.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { categoriesBySize, pathOf } from "./path-steps.ts";

const call = createCall(bareServices(knowledge, { today: () => "2026-11-23" }), unlimited);
const nobody = { address: null };
const { answer: thresholds } = await call(sizeThresholds, {}, [], nobody);

async function verdictOf(facts: Record<string, unknown>) {
  const { answer } = await call(scopeEvaluate, { locale: "en", country: "SK", ...facts }, [], nobody);
  return answer;
}

const power = { nace: [{ code: "35.11", revision: "2" }] };

describe("the way to a verdict", () => {
  test("is the questions of the rules in their order, each with the branch that was taken", async () => {
    const steps = pathOf(await verdictOf({ ...power, employees: 60 }), thresholds, "en");
    expect(steps.map(({ question, taken }) => `${question} ${taken}`)).toEqual([
      "Does the firm exist? yes",
      "Is it public administration? no",
      "Is the activity in a NIS2 sector? yes: Energy",
      "How large is the firm? medium-sized enterprise",
    ]);
  });

  test("shows where another size would have led, in the words of the annex", async () => {
    const othersAt = async (employees: number) =>
      pathOf(await verdictOf({ ...power, employees }), thresholds, "en").at(-1)?.others;
    expect(await othersAt(60)).toEqual([
      { answer: "micro, small", category: "out_of_scope" },
      { answer: "large", category: "essential" },
    ]);
    expect(await othersAt(300)).toEqual([
      { answer: "micro, small", category: "out_of_scope" },
      { answer: "medium", category: "important" },
    ]);
  });

  test("says nothing of other sizes where a number of the field decided, not the size", async () => {
    const facts = { ...power, country: "CZ", employees: 20, answers: { czElectricityCapacity: 120 } };
    const verdict = await verdictOf(facts);
    expect(verdict.category).toBe("essential");
    expect(categoriesBySize(verdict, thresholds)).toBeUndefined();
    expect(pathOf(verdict, thresholds, "en").flatMap(({ others }) => others.map(({ answer }) => answer))).not.toContain(
      "medium",
    );
  });

  test("leaves no outcome of a rule without words", async () => {
    const verdict = await verdictOf({ ...power, employees: 60 });
    const facts = { code: "35110", revision: "2", size: "medium" };
    const silent = Object.entries(TRACE_RULES).flatMap(([rule, outcomes]) =>
      outcomes
        .filter((outcome) => {
          const trace = [{ rule, outcome, text: null, facts, citations: [] }];
          return pathOf({ ...verdict, trace }, thresholds, "en").length === 0;
        })
        .map((outcome) => `${rule} ${outcome}`),
    );
    // The category is the result itself, and a size that does not matter was never asked for.
    expect(silent.filter((each) => !each.startsWith("category "))).toEqual(["size not_needed"]);
  });
});
