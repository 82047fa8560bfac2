import fc from "fast-check";
import type { Fuzzer } from "../../fuzzer.ts";
import { textOf } from "../../oracles.ts";

/** A parser that stumbles over an exclamation mark, for the tests of the driver. */
export const fuzzer: Fuzzer = {
  words: [],
  arbitrary: fc.constant("."),
  check(input) {
    if (textOf(input).includes("!")) throw new TypeError("an exclamation mark");
  },
};
