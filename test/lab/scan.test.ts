import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Laboratory } from "./laboratory.ts";
import { expectVerdicts, PUBLIC } from "./verdicts.ts";

let lab: Laboratory;

beforeAll(async () => {
  lab = await Laboratory.open();
});

afterAll(() => lab.close());

describe("the flawless site", () => {
  test("passes every check and has 100 points of 56/56", async () => {
    const { domain } = await lab.site();
    const result = await lab.scan(domain);
    expectVerdicts(result);
    expect(result).toMatchObject({ technical: 100, cap: null });
    expect(result.counts).toEqual({ pass: 29, warn: 0, fail: 0, info: 4, notApplicable: 1, error: 0 });
  });

  test("passes in the public profile what is asked there", async () => {
    const { domain } = await lab.site();
    const result = await lab.scan(domain, { profile: "public" });
    expectVerdicts(result, PUBLIC);
    expect(result).toMatchObject({ technical: 100, cap: null });
  });
});
