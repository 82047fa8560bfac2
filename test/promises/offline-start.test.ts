import { join } from "node:path";
import { expect, test } from "vitest";
import { nis2ScopeCheck } from "../../src/capabilities/scope/nis2-scope-check.ts";
import type { Category } from "../../src/core/company.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadSample } from "../../src/knowledge/sample.ts";
import { openTestServices } from "./service.fixture.ts";

/** Nobody listens there: every live register refuses the connection, as on a machine without internet. */
const NOWHERE = "http://127.0.0.1:1";

test("a first start with the default settings and no internet has a definite category for at least 40 firms", async () => {
  const dosah = await openTestServices({
    env: { REGISTERS: "auto", ARES_URL: NOWHERE, RPO_URL: NOWHERE, RUZ_URL: NOWHERE },
  });
  try {
    const categories: Category[] = [];
    for (const { ico, country } of loadSample(join(KNOWLEDGE_DIR, "sample")).companies) {
      const { answer } = await dosah.call(nis2ScopeCheck, { ico, country }, [], { address: null });
      expect(answer.isSample).toBe(true);
      categories.push(answer.category);
    }
    expect(categories.filter((category) => category !== "unknown").length).toBeGreaterThanOrEqual(40);
    expect(new Set(categories)).toEqual(new Set(["essential", "important", "out_of_scope", "unknown"]));
  } finally {
    await dosah.close();
  }
});
