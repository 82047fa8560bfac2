import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { scopeQuestions } from "../../../capabilities/scope/scope-questions.ts";
import { COUNTRIES } from "../../../core/country.ts";
import type { Questions } from "../components/question-form.tsx";
import { controlsOf } from "./open-questions.tsx";
import { readWhatIf } from "./what-if-query.ts";

const services = servicesOver();

const { app } = webOver({ scope_evaluate: (args) => scopeEvaluate.run(scopeEvaluate.input.parse(args), services) });

async function questionsOf(country: "SK" | "CZ"): Promise<Questions> {
  const { questions } = await scopeQuestions.run({ country, locale: "en" }, services);
  return new Map(questions.map((question) => [question.fact, question]));
}

const every = (
  await Promise.all(
    COUNTRIES.map(async (country) =>
      [...controlsOf(await questionsOf(country))].map(([key, control]) => ({ country, key, control })),
    ),
  )
).flat();

const numbers = every.filter(({ control }) => control.kind === "number");

async function read(country: "SK" | "CZ", answers: readonly (readonly [string, string])[]) {
  const query = new URLSearchParams({ country, code: "2822", rev: "2", ...Object.fromEntries(answers) });
  return readWhatIf(query, controlsOf(await questionsOf(country)), "en");
}

test("there are many of them, with more than ten numbers", () => {
  expect(every.length).toBeGreaterThan(60);
  expect(numbers.length).toBeGreaterThan(10);
});

describe.each(every.map((each) => [`${each.key} (${each.country})`, each] as const))(
  "%s",
  (_name, { country, key }) => {
    test("don't know is no answer, and no mistake", async () => {
      const { args, errors, values } = await read(country, [[`a.${key}`, "unknown"]]);
      expect(errors).toEqual([]);
      expect(Object(args?.answers)).not.toHaveProperty(key);
      // It stays in the address, so that the page can ask it last.
      expect(values.answers.get(key)).toEqual(["unknown"]);
    });

    test("nothing and nonsense are no answers of a kind that is ticked", async () => {
      expect(Object((await read(country, [[`a.${key}`, ""]])).args?.answers)).not.toHaveProperty(key);
    });
  },
);

describe.each(numbers.map((each) => [`${each.key} (${each.country})`, each] as const))(
  "the number %s",
  (_name, each) => {
    const { country, key, control } = each;
    const most = control.most ?? Number.NaN;

    test.each<[string, number | "wrong"]>([
      ["0", 0],
      [" 7 ", 7],
      ["00", 0],
      ["-1", "wrong"],
      ["−1", "wrong"],
      ["1e3", "wrong"],
      ["ten", "wrong"],
      ["1.000", "wrong"],
      ["1,5", control.whole === true ? "wrong" : 1.5],
      ["1.25", control.whole === true ? "wrong" : 1.25],
    ])("typed as %j is %j", async (typed, expected) => {
      const { args, errors } = await read(country, [[`a.${key}`, typed]]);
      if (expected === "wrong") expect(errors.map(({ field }) => field)).toEqual([`a-${key}`]);
      else expect(Object(args?.answers)[key]).toBe(expected);
    });

    test("a yes without the number is an answer, and the form shows its field", async () => {
      const { args, errors } = await read(country, [[`a.${key}`, "yes"]]);
      expect(errors).toEqual([]);
      expect(Object(args?.answers)[key]).toBe(true);
    });

    test("the most is taken, written with blanks too; more is refused beside the field, and stays as it was typed", async () => {
      const spaced = String(most).replace(/\B(?=(\d{3})+$)/g, " ");
      expect(Object((await read(country, [[`a.${key}`, spaced]])).args?.answers)[key]).toBe(most);
      const tooMuch = String(most + 1);
      const response = await app.request(
        `/en/what-if?country=${country}&code=2822&rev=2&employees=60&a.${key}=${tooMuch}`,
      );
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain("error-summary");
      expect(html).toContain(tooMuch);
    });
  },
);

test("a yes to a capacity is the first question of the page, its field is open and the yes stays ticked", async () => {
  const response = await app.request("/en/what-if?country=CZ&code=3511&rev=2&employees=10&a.czElectricityCapacity=yes");
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain("the figure behind a “yes” is missing");
  const block = html.indexOf('id="b-figures"');
  expect(html.slice(block, block + 60)).not.toContain("<details");
  expect(html).toMatch(/<input[^>]*name="a.czElectricityCapacity"[^>]*value=""/);
  expect(html).toMatch(/<input[^>]*name="a.czElectricityCapacity"[^>]*value="yes"[^>]*checked/);
});
