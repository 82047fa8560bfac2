import assert from "node:assert/strict";
import { describe, expect, test } from "vitest";
import { UNREADABLE_END } from "../../../src/sources/registers/snapshot/records/firm-record.ts";
import { corpusOf, fuzzerNames, type Input, loadFuzzer } from "../fuzzer.ts";
import { checkForeignText, checkOwnWords, isCalendarDay, MARK, promised, promisedLater, textOf } from "../oracles.ts";
import { checkEnd } from "../register-lines.ts";
import { inputsOf } from "../search.ts";
import { fuzz } from "../watch.ts";

const bytes = (text: string): Input => new TextEncoder().encode(text);

describe("the driver", () => {
  test("finds an input that a parser stumbles over, once, and makes it as small as it can be", async () => {
    const { failed, inputs } = await fuzz({ name: "driver/throws", seed: 1, milliseconds: 300 });
    expect(failed.map(({ input }) => textOf(input))).toEqual(["!"]);
    expect(failed[0]?.details).toContain("an exclamation mark");
    expect(inputs).toBeGreaterThan(1);
  });

  test("finds an input that never ends, with its bytes, and comes to an end itself", async () => {
    const { failed } = await fuzz({ name: "driver/never-ends", seed: 1, milliseconds: 100, hangMs: 500 });
    expect(failed.map(({ key, input }) => [key, textOf(input)])).toEqual([["hang 0", "for ever"]]);
  });

  test("finds nothing in a parser that is right", async () => {
    const { failed, inputs } = await fuzz({ name: "driver/right", seed: 1, milliseconds: 300 });
    expect(failed).toEqual([]);
    expect(inputs).toBeGreaterThan(10);
  });

  test("makes the same inputs of the same seed, and others of another", async () => {
    const fuzzer = await loadFuzzer("feeds");
    const corpus = corpusOf("feeds", fuzzer).map(([, input]) => input);
    const first = (seed: number) => inputsOf(fuzzer, corpus, seed).take(60).toArray();
    expect(first(1)).toEqual(first(1));
    expect(first(1)).not.toEqual(first(2));
  });

  test("knows every parser by its folder, and none of its own tests", () => {
    expect(fuzzerNames()).toContain("feeds");
    expect(fuzzerNames().filter((name) => name.startsWith("driver") || name === "calls")).toEqual([]);
  });
});

describe("what a fuzzer takes for wrong", () => {
  const failure = (message: string) => () => {
    throw new RangeError(message);
  };

  test("is another failure than the promised one, and foreign text in it", async () => {
    expect(promised(RangeError, failure("our words"))).toBeUndefined();
    expect(() => promised(SyntaxError, failure("our words"))).toThrow(RangeError);
    expect(() => promised(RangeError, failure(`our words about ${MARK}`))).toThrow(assert.AssertionError);
    await expect(promisedLater(SyntaxError, async () => failure("our words")())).rejects.toThrow(RangeError);
    expect(() => checkOwnWords("two\nlines")).toThrow(assert.AssertionError);
  });

  test.each([
    ["an empty text", ""],
    ["a control character", "a\u0000"],
    ["half a character", "a\ud83c"],
    ["a text that is too long", "x".repeat(11)],
  ])("is %s where a foreign text is kept", (_case, text) => {
    expect(() => checkForeignText(text, 10)).toThrow(assert.AssertionError);
    expect(() => checkForeignText("Žilina 🏭", 10)).not.toThrow();
  });

  test("is an end that the register did not state", () => {
    expect(() => checkEnd({ ceased: 0 }, "")).toThrow(assert.AssertionError);
    expect(() => checkEnd({ ceased: 20200501 }, "0000-00-00")).toThrow(assert.AssertionError);
    // Neither active nor ended on a day that is not given: only "cannot be read" is true.
    for (const ceased of [null, 0]) {
      expect(() => checkEnd({ ceased }, "0000-00-00")).toThrow(assert.AssertionError);
      expect(() => checkEnd({ ceased }, "2020-05-01")).toThrow(assert.AssertionError);
    }
    expect(() => checkEnd({ ceased: UNREADABLE_END }, "0000-00-00")).not.toThrow();
    expect(() => checkEnd({ ceased: UNREADABLE_END }, "")).toThrow(assert.AssertionError);
    expect(() => checkEnd({ ceased: 20200502 }, "2020-05-01")).toThrow(assert.AssertionError);
    expect(() => checkEnd({ ceased: 20200501 }, "2020-05-01T00:00:00Z")).not.toThrow();
    expect(() => checkEnd({ ceased: null }, "")).not.toThrow();
  });

  test("is a day that is not in the calendar", () => {
    expect(["2026-02-30", "0000-00-00", "2026-1-1", "x", ""].filter(isCalendarDay)).toEqual([]);
    expect(isCalendarDay("2024-02-29")).toBe(true);
  });
});

test("an input of a corpus is read as bytes", async () => {
  const [[name, input] = []] = corpusOf("driver/throws", await loadFuzzer("driver/throws"));
  expect([name, input]).toEqual(["a-sentence", bytes("Hello! World, this is a sentence.")]);
});
