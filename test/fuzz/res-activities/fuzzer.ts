import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readActivities } from "../../../src/sources/registers/res/activities.ts";
import { RegisterFileError } from "../../../src/sources/registers/snapshot/records/failure.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { promisedLater, textOf } from "../oracles.ts";

const folder = mkdtempSync(join(tmpdir(), "dosah-fuzz-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "res_pf_nace.csv");

const cell = fc.oneof(
  fc.constantFrom("49240901", "11111119", "80004", "80143", "35110", "56101", "A", "35.11", "", '"64190"'),
  fc.string({ maxLength: 6 }),
);

/** `res_pf_nace.csv`, the further activities of Czech firms. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/res/recorded"],
  isRecorded: (name) => name === "res_pf_nace.csv",
  words: ["ICO", "KODCIS", "HODN", "80004", "80143", "49240901", "11111119", "35110", "999999999"],
  arbitrary: fc
    .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
    .map((rows) => ["ICO,KODCIS,HODN", ...rows.map((cells) => cells.join(","))].join("\n")),
  async check(input) {
    writeFileSync(file, input);
    const index = await promisedLater(RegisterFileError, () => readActivities(file));
    if (index === undefined) return;
    for (const digits of new Set(textOf(input).match(/\d{1,8}/g) ?? [])) {
      const { nace2 = [], nace21 = [] } = index.of(Number(digits)) ?? {};
      for (const code of [...nace2, ...nace21]) assert.match(code, /^\d{2,5}$/);
    }
  },
};
