import assert from "node:assert/strict";
import fc from "fast-check";
import { nis2RegisterReader } from "../../../src/sources/registers/nis2-register/read-nis2-register.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { readFile } from "../register-lines.ts";

const HEADER = { type: "header", registerVersion: "2026-11-01", country: "SK" };

const loose = fc.oneof(
  fc.constantFrom("00000019", "active", "terminated", "35130", "2", "2.1", "essential", "out_of_scope", "energy", null),
  fc.integer({ min: -1, max: 500 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 1 }),
);

const firm = fc.record(
  {
    type: fc.constantFrom("company", "company", "company", "other"),
    ico: loose,
    country: fc.constantFrom("SK", "CZ", 7),
    name: loose,
    status: loose,
    nace: loose,
    naceRevision: loose,
    employeesMin: loose,
    employeesMax: loose,
    category: loose,
    sector: loose,
    reason: loose,
    updatedAt: loose,
  },
  { requiredKeys: ["type", "ico"] },
);

/** The NDJSON of the open-data register with NIS2 categories. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/nis2-register/recorded"],
  isRecorded: (name) => name.endsWith(".ndjson"),
  words: [
    "header",
    "company",
    "count",
    "terminated",
    "status",
    "category",
    "out_of_scope",
    "essential",
    "employeesMin",
  ],
  arbitrary: fc
    .array(firm, { maxLength: 4 })
    .map((all) => [{ ...HEADER, count: all.length }, ...all].map((one) => JSON.stringify(one)).join("\n")),
  check(input) {
    for (const { text, readings } of readFile(input, "SK", (memory) =>
      nis2RegisterReader("nis2.ndjson", "SK", memory),
    )) {
      for (const reading of readings) {
        if (reading.kind !== "record") continue;
        const { ceased, outcome } = reading.record;
        const stated: { status?: unknown; category?: unknown } = JSON.parse(text);
        assert.equal(
          ceased !== null,
          stated.status === "terminated",
          "a status that is not in the contract ends a firm",
        );
        if (outcome?.category !== "unknown") assert.equal(outcome?.category, stated.category, "a category was made up");
      }
    }
  },
};
