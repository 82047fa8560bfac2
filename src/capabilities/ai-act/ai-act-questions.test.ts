import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../test/browser/services.fixture.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { EXCEPTIONS, FACT_FIELDS, STATED_LETTERS, STATED_USES } from "../../knowledge/ai-act-ids.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { aiActParameters } from "./ai-act-parameters.ts";
import { aiActQuestions } from "./ai-act-questions.ts";

const services = servicesOver();
const ask = (locale: Locale, over = services) => Promise.resolve(aiActQuestions.run({ locale }, over));

const optionsOf = async (field: string) =>
  (await ask("en")).questions.find((question) => question.field === field)?.options.map(({ value }) => value);

describe("the questions of the wizard", () => {
  test.each(LOCALES)("are whole, one for every fact, and fit their schema (%s)", async (locale) => {
    const answer = await ask(locale);
    expect(answer.questions.map(({ field }) => field).sort()).toEqual([...FACT_FIELDS].sort());
    expect(answer.groundingNote).toBeUndefined();
    expect(JSON.stringify(answer)).not.toContain("{ai-act");
    expect(answer.classes.map(({ id }) => id)).toEqual(["prohibited", "high_risk", "transparency", "minimal"]);
    for (const { question, help, options } of answer.questions) {
      const texts = [question, help, ...options.flatMap(({ label, remark, citation }) => [label, remark, citation])];
      for (const text of texts) if (text !== null) expect(confirmText(text, services.knowledge.acts)).toBe(text);
    }
  });

  test("offer exactly the values that the tool takes", async () => {
    expect(await optionsOf("role")).toEqual(["deployer", "provider"]);
    expect(await optionsOf("annexIIIUse")).toEqual([...STATED_USES]);
    expect(await optionsOf("annexIIIException")).toEqual([...EXCEPTIONS]);
    expect(await optionsOf("otherProhibitedPractices")).toEqual([...STATED_LETTERS]);
    expect(await optionsOf("profiling")).toEqual([]);
  });

  test("ask for nothing that is no parameter, and only after questions that stand before them", async () => {
    const { questions } = await ask("sk");
    const fields = questions.map(({ field }) => field);
    for (const { field, onlyIf } of questions) {
      expect(Object.keys(aiActParameters.shape)).toContain(field);
      for (const other of onlyIf) expect(fields.indexOf(other)).toBeLessThan(fields.indexOf(field));
    }
  });

  test("say what stands in for a missing answer, except where that depends on the use", async () => {
    const open = (await ask("en")).questions.filter(({ assumed }) => assumed === null).map(({ field }) => field);
    expect(open).toEqual(["employerUsingAtWorkplace", "publicBodyOrPublicService", "decidesAboutNaturalPersons"]);
  });

  test("leave out what is not confirmed, and say so", async () => {
    const refusing = servicesOver((text) => (/point 8|profile natural/.test(text) ? null : text));
    const answer = await ask("en", refusing);
    expect(answer.groundingNote).toContain("missing");
    expect(answer.questions.map(({ field }) => field)).not.toContain("profiling");
    const use = answer.questions.find(({ field }) => field === "annexIIIUse");
    expect(use?.options).toHaveLength(STATED_USES.length - 1);
    const poor = await ask(
      "en",
      servicesOver((text) => (text.includes("Annex III of") ? null : text)),
    );
    expect(poor.questions.every(({ question }) => question !== "")).toBe(true);
  });
});
