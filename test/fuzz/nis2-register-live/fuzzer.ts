import assert from "node:assert/strict";
import fc from "fast-check";
import { readFirm } from "../../../src/sources/registers/nis2-register/live-nis2-register.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkFacts, repliesOf } from "../live-answers.ts";

const ICO = "00000019";
const NOW = new Date("2026-11-21T10:00:00Z");

/** Answers of the open-data register with NIS2 categories. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/nis2-register/recorded"],
  isRecorded: (name) => name.startsWith("live-"),
  words: ["status", "terminated", "active", "category", "out_of_scope", "essential", ICO, "SK", "not_found"],
  arbitrary: fc.jsonValue({ maxDepth: 3 }).map((data) => JSON.stringify({ data })),
  check(input) {
    for (const reply of repliesOf(input)) {
      const facts = checkFacts(() => readFirm(reply, ICO, () => NOW));
      if (facts === undefined) continue;
      const { data } = reply.json as { data: { status?: unknown; category?: unknown } }; // facts came out of it
      if (facts.status === "ceased")
        assert.equal(data.status, "terminated", "a status not in the contract ends a firm");
      const category = facts.registerVerdict?.category ?? "unknown";
      if (category !== "unknown") assert.equal(category, data.category, "a category was made up");
    }
  },
};
