import fc from "fast-check";
import type { Fuzzer } from "../../fuzzer.ts";

/** A parser that never ends, for the tests of the driver. */
export const fuzzer: Fuzzer = {
  words: [],
  arbitrary: fc.constant("."),
  check() {
    for (;;) Math.random();
  },
};
