import fc from "fast-check";
import type { Fuzzer } from "../../fuzzer.ts";
import { textOf } from "../../oracles.ts";

/** A parser that takes everything, for the tests of the driver. */
export const fuzzer: Fuzzer = {
  words: ["word"],
  arbitrary: fc.string(),
  check: (input) => void textOf(input),
};
