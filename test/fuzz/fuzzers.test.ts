import { describe, expect, test } from "vitest";
import { corpusOf, fuzzerNames, loadFuzzer } from "./fuzzer.ts";
import { inputsOf, tryInput } from "./search.ts";

/** Inputs made of each corpus here; `npm run fuzz` makes as many as time allows. */
const INPUTS = 150;
const SEED = 20261123;

/** On a busy machine; an input that never ends fails by name. */
const LONG_MS = 300_000;

describe.each(fuzzerNames())("the parser of %s", (name) => {
  test("has a corpus, and every input of it comes out as promised", async () => {
    const fuzzer = await loadFuzzer(name);
    const corpus = corpusOf(name, fuzzer);
    expect(corpus.length).toBeGreaterThan(2);
    for (const [file, input] of corpus) {
      expect((await tryInput(fuzzer, input))?.error, file).toBeUndefined();
    }
  });

  test(
    `takes ${INPUTS} inputs made of it`,
    async () => {
      const fuzzer = await loadFuzzer(name);
      const corpus = corpusOf(name, fuzzer).map(([, input]) => input);
      for (const input of inputsOf(fuzzer, corpus, SEED).take(INPUTS)) {
        expect((await tryInput(fuzzer, input))?.error).toBeUndefined();
      }
    },
    LONG_MS,
  );
});
