import { join } from "node:path";
import { expect, test } from "vitest";
import { loadActs } from "./acts.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { loadNis2 } from "./nis2.ts";

const acts = loadActs(join(KNOWLEDGE_DIR, "acts"));

test("the shipped knowledge of NIS2 scope is read without a mistake", () => {
  const knowledge = loadNis2(join(KNOWLEDGE_DIR, "nis2"), acts);
  expect(knowledge.naceMap["2"].size + knowledge.naceMap["2.1"].size).toBe(383);
});
