import assert from "node:assert/strict";
import fc from "fast-check";
import { readFirmRows } from "../../../src/capabilities/rows/read-rows.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { textOf } from "../oracles.ts";

/** Lists and tables of firms as people paste them. */
export const fuzzer: Fuzzer = {
  words: [
    "IČO",
    "názov",
    "krajina",
    "štítky",
    "zamestnanci",
    "31322832",
    "CZ45274649",
    "2739",
    "SK2020372640",
    "3,13E+07",
    "\t",
    ";",
    ",",
    '"',
  ],
  arbitrary: fc.array(fc.string({ unit: "binary", maxLength: 12 }), { maxLength: 12 }).map((cells) => cells.join(";")),
  check(input) {
    const text = textOf(input);
    const lines = text.split(/\r\n|\r|\n/).length;
    for (const { line, ico, taxNumber, name, problem } of readFirmRows(text)) {
      assert.ok(line >= 1 && line <= lines, "a row of no line");
      assert.equal([ico, taxNumber, name, problem].filter((each) => each !== undefined).length, 1);
      assert.ok(ico === undefined || /^\d{8}$/.test(ico), "a number that is none");
    }
  },
};
