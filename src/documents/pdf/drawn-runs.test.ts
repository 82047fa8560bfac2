import { expect, test } from "vitest";
import { drawnLine, LACKING_SIGN } from "./drawn-runs.ts";

const isLatin = (codePoint: number) => codePoint < 0x250 || codePoint === 0x2022 || codePoint === 0x2713;
const isKnown = (codePoint: number) => codePoint < 0x3000;

/** Runs of the second font stand in brackets. */
function drawn(text: string): string {
  const { runs } = drawnLine(text, isLatin, isKnown);
  return runs.map(({ text: run, isFallback }) => (isFallback ? `[${run}]` : run)).join("");
}

test.each([
  ["ordinary letters", "Žltý kôň", "Žltý kôň"],
  ["a hyphen that does not break", "e\u2011mail", "e-mail"],
  ["a tick with its variant", "\u2705\ufe0f hotovo", "✓ hotovo"],
  ["a sign", "★★ dva", "[★★] dva"],
  ["a mark that turns the direction", "a\u202eb", "ab"],
  ["Hebrew words, the first one rightmost", "firma אב גד s.r.o.", "firma [גד] [אב] s.r.o."],
  ["Arabic with marks", "شَرِكة أب", "[أب] [شَرِكة]"],
  ["what no font has", "华为 a.s.", `[${LACKING_SIGN}${LACKING_SIGN}] a.s.`],
  ["nothing", "", ""],
])("%s", (_case, text, expected) => {
  expect(drawn(text)).toBe(expected);
});

test("only a line that is drawn otherwise has its text beside it, only one with a lacking character is marked", () => {
  const marks = (text: string) => {
    const { isOther, isLacking } = drawnLine(text, isLatin, isKnown);
    return [isOther, isLacking];
  };
  expect(marks("Žltý kôň")).toEqual([false, false]);
  expect(marks("★")).toEqual([true, false]);
  expect(marks("华")).toEqual([true, true]);
});
