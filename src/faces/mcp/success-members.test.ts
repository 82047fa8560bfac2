import { expect, test } from "vitest";
import { freezeForReuse } from "../../core/freeze-for-reuse.ts";
import { successMembers } from "./results.ts";

/** The result as a client reads it. */
function read(summary: string, answer: unknown) {
  return JSON.parse(Buffer.from(`{${successMembers(summary, answer)}}`, "latin1").toString("utf8"));
}

const ODD = 'Šípka „à“ \u00a0\u2028 "quoted" \\ \n 🏭 \ud800 end';

test("an answer is sent as JSON.stringify writes it, with and without parts that answers share", () => {
  const steps = freezeForReuse([{ step: ODD, dates: [] }, { step: "ďalší" }]);
  const none = freezeForReuse({});
  for (const answer of [
    { name: ODD, steps, left: undefined, count: 1, none },
    { steps, none },
    { a: 1, steps, b: [ODD], none, c: null },
    { a: 1 },
    {},
    [steps, 1],
    "text",
  ]) {
    const json = JSON.stringify(answer);
    for (let times = 0; times < 2; times++) {
      const { content, structuredContent } = read("riadok", answer);
      expect(content[1].text).toBe(json);
      expect(structuredContent).toEqual(JSON.parse(json));
    }
  }
});

test("the line is one line, whatever it holds", () => {
  expect(read(`a\n ${ODD}`, {}).content[0].text).toBe(`a ${ODD.replace(/\s+/g, " ")}`);
});
