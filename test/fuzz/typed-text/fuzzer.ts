import assert from "node:assert/strict";
import fc from "fast-check";
import { separatorOf } from "../../../src/core/separator.ts";
import { NotText, typedTextOf } from "../../../src/core/text-of.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { promised } from "../oracles.ts";

/** Files of people, in whatever encoding they were saved. */
export const fuzzer: Fuzzer = {
  words: ["id;value", "id,value", "Žltý kôň", "\u{feff}", "\u{fffd}", "\0", "\n", '"'],
  arbitrary: fc.string({ unit: "binary", maxLength: 40 }),
  check(input) {
    const read = promised(NotText, () => typedTextOf(input));
    if (read === undefined) return;
    assert.ok(!/[\0\ufffd]/.test(read.text), "a letter was lost");
    separatorOf(read.text);
    if (read.encoding !== "utf-8") return;
    const mark = input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf ? 3 : 0;
    assert.deepEqual(Buffer.from(read.text), Buffer.from(input.subarray(mark)), "UTF-8 was changed");
  },
};
