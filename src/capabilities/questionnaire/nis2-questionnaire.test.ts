import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Area, Questionnaire } from "../../knowledge/questionnaire.ts";
import { AREAS, MODES } from "../../knowledge/questionnaire-ids.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { asPublished } from "../published.fixture.ts";
import { nis2Questionnaire } from "./nis2-questionnaire.ts";

const { version } = knowledge.questionnaire;

/** The service without its outside; the questionnaire can be replaced. */
function servicesWith(questionnaire: Questionnaire = knowledge.questionnaire): Services {
  return bareServices({ ...knowledge, questionnaire });
}

async function ask(args: object, services = servicesWith()) {
  const { answer } = await createCall(services, unlimited)(nis2Questionnaire, args, [], { address: null });
  return answer;
}

async function overview(args: object, services?: Services) {
  const answer = await ask(args, services);
  if (!("areas" in answer)) throw new Error("an overview was expected");
  return answer;
}

async function oneArea(args: object, services?: Services) {
  const answer = await ask(args, services);
  if (!("questions" in answer)) throw new Error("an area was expected");
  return answer;
}

/** Every text of an answer that carries one. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const counts = {
  quick: [3, 3, 3, 2, 3, 2, 2, 2, 2, 3, 3, 2, 2],
  extended: [10, 12, 9, 10, 10, 8, 8, 8, 9, 10, 11, 9, 8],
};

describe("without an area", () => {
  test.each(MODES)("the 13 areas with their number of questions in %s mode", async (mode) => {
    const answer = await overview({ mode });
    expect(answer.mode).toBe(mode);
    expect(answer.areas.map(({ id }) => id)).toEqual([...AREAS]);
    expect(answer.areas.map(({ questionCount }) => questionCount)).toEqual(counts[mode]);
    expect(answer).not.toHaveProperty("questions");
    expect(answer).not.toHaveProperty("area");
  });

  test("each area refers to all five acts", async () => {
    const { areas } = await overview({ locale: "sk" });
    for (const { legalReferences } of areas) {
      const all = legalReferences.join("; ");
      for (const act of [
        "smernice (EÚ) 2022/2555",
        "zákona č. 69/2018 Z. z.",
        "vyhlášky č. 227/2025 Z. z.",
        "zákona č. 264/2025 Sb.",
        "vykonávacieho nariadenia (EÚ) 2024/2690",
      ]) {
        expect(all).toContain(act);
      }
    }
  });

  test("the title and the references are in the reader's language", async () => {
    expect((await overview({ locale: "cs" })).areas[0]).toMatchObject({
      id: "risk_mgmt",
      title: "Řízení rizik",
      legalReferences: expect.arrayContaining(["čl. 21 odst. 2 písm. a) směrnice (EU) 2022/2555"]),
    });
  });
});

describe("with an area", () => {
  test.each(AREAS.map((area, index) => [area, index] as const))(
    "%s gives its questions in both modes",
    async (area, index) => {
      const quick = await oneArea({ area });
      const extended = await oneArea({ area, mode: "extended" });
      expect([quick.area, extended.area]).toEqual([area, area]);
      expect(quick.questions).toHaveLength(counts.quick[index] ?? 0);
      expect(extended.questions).toHaveLength(counts.extended[index] ?? 0);
      for (const question of quick.questions) expect(extended.questions).toContainEqual(question);
      expect(extended).not.toHaveProperty("areas");
    },
  );

  test("a question has text, guidance, weight, scale, references and the obligations it pre-fills", async () => {
    const { questions } = await oneArea({ area: "risk_mgmt", locale: "cs" });
    expect(questions[1]).toEqual({
      id: "risk_mgmt-02",
      text: "Přezkoumali jste analýzu rizik za posledních 12 měsíců?",
      guidance: "Jako důkaz stačí datovaný záznam o posledním přezkoumání.",
      weight: 3,
      answerScale: ["yes", "partial", "no", "not_applicable"],
      legalReferences: ["§ 5 odst. 1 písm. f) vyhlášky č. 227/2025 Z. z."],
      obligations: ["NIS2-21-2-A"],
    });
  });

  test("says what the answers are called and count", async () => {
    expect((await oneArea({ area: "hr", locale: "sk" })).answers).toEqual([
      { id: "yes", label: "Áno", value: 1 },
      { id: "partial", label: "Čiastočne", value: 0.5 },
      { id: "no", label: "Nie", value: 0 },
      { id: "not_applicable", label: "Netýka sa nás", value: null },
    ]);
  });

  test("every code it pre-fills is in the catalog", async () => {
    for (const area of AREAS) {
      for (const { obligations } of (await oneArea({ area, mode: "extended" })).questions) {
        for (const code of obligations) expect(knowledge.obligations.byCode.has(code)).toBe(true);
      }
    }
  });
});

test.each(LOCALES)(
  "every branch fits the schema, is whole, and its words pass the citation check (%s)",
  async (locale) => {
    for (const mode of MODES) {
      for (const area of [undefined, ...AREAS]) {
        const answer = await ask({ mode, locale, ...(area === undefined ? {} : { area }) });
        expect(asPublished(nis2Questionnaire, answer)).toEqual(answer);
        for (const text of textsIn(answer)) expect(confirmText(text, knowledge.acts)).toBe(text);
        const { areas, questions } = { areas: [], questions: [], ...answer };
        for (const { title, legalReferences } of areas) expect([title, ...legalReferences]).not.toContain(null);
        for (const { text, guidance, legalReferences } of questions) {
          expect([text, guidance, ...legalReferences]).not.toContain(null);
        }
        expect(answer).toMatchObject({ mode, indicative: true, dataAsOf: knowledge.asOf, version });
      }
    }
  },
);

describe("arguments", () => {
  test("quick mode and Slovak unless something else is asked for", async () => {
    expect(await ask({})).toEqual(await ask({ mode: "quick", locale: "sk" }));
    const { properties = {} } = z.toJSONSchema(nis2Questionnaire.input, { io: "input" });
    expect(properties).toMatchObject({ mode: { default: "quick" }, locale: { default: "sk" } });
    expect(properties.area).toMatchObject({ enum: [...AREAS] });
    for (const property of Object.values(properties)) expect(property).toHaveProperty("description");
  });

  test.each<[string, object, string | undefined]>([
    ["an unknown mode", { mode: "full" }, "mode"],
    ["an unknown area", { area: "cloud" }, "area"],
    ["two areas", { area: ["hr", "bcm"] }, "area"],
    ["a language we do not speak", { locale: "pl" }, "locale"],
    ["a misspelt name", { areas: "hr" }, "area"],
    ["an unknown name", { depth: 1 }, undefined],
  ])("%s is refused and names the field", async (_case, args, field) => {
    const error = await ask(args).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceError);
    if (error instanceof ServiceError)
      expect([error.problem.code, error.problem.field]).toEqual(["invalid_arguments", field]);
  });
});

describe("the line for agents", () => {
  const line = async (args: object) => {
    const answer = await ask(args);
    return nis2Questionnaire.mcp?.summary(answer, Object(args).locale ?? "sk");
  };

  test("counts areas and questions in each language", async () => {
    expect(await line({})).toBe("Dotazník NIS2, krátky. 13 oblastí, 32 otázok.");
    expect(await line({ mode: "extended", locale: "cs" })).toBe("Dotazník NIS2, úplný. 13 oblastí, 122 otázek.");
    expect(await line({ mode: "extended", locale: "en" })).toBe("NIS2 questionnaire, full. 13 areas, 122 questions.");
  });

  test("names the area and uses the plural that the language needs", async () => {
    expect(await line({ area: "risk_mgmt" })).toBe("Dotazník NIS2, krátky. Riadenie rizík: 3 otázky.");
    expect(await line({ area: "risk_mgmt", mode: "extended" })).toBe(
      "Dotazník NIS2, úplný. Riadenie rizík: 10 otázok.",
    );
    expect(await line({ area: "hr", locale: "cs" })).toBe(
      "Dotazník NIS2, krátký. Bezpečnost lidských zdrojů: 2 otázky.",
    );
    expect(await line({ area: "hr", locale: "en" })).toBe(
      "NIS2 questionnaire, short. Human resources security: 2 questions.",
    );
  });
});

describe("a text whose citation is not confirmed does not leave", () => {
  const wrong = "podľa § 99 zákona č. 69/2018 Z. z.";

  function changed(change: (area: Area) => Area): Services {
    const { areas, ...rest } = knowledge.questionnaire;
    return servicesWith({ ...rest, areas: areas.map((area) => (area.id === "hr" ? change(area) : area)) });
  }

  test("a question, its guidance, its references and the title of an area are null, each alone", async () => {
    const services = changed((area) => ({
      ...area,
      title: { ...area.title, sk: `Ľudia ${wrong}` },
      legalReferences: ["nis2 21(2)(i)", "nis2 21(2)(z)"],
      questions: area.questions.map((question, index) => ({
        ...question,
        ...(index === 0 ? { text: { ...question.text, sk: `Otázka ${wrong}?` } } : {}),
        ...(index === 1
          ? { guidance: { ...question.guidance, sk: "Pozrite čl. 5." }, legalReferences: ["dora 5"] }
          : {}),
      })),
    }));
    const answer = await oneArea({ area: "hr" }, services);
    const whole = await oneArea({ area: "hr" });
    expect(answer).toMatchObject({
      title: null,
      legalReferences: ["čl. 21 ods. 2 písm. i) smernice (EÚ) 2022/2555", null],
    });
    expect(answer.questions[0]).toEqual({ ...whole.questions[0], text: null });
    expect(answer.questions[1]).toEqual({ ...whole.questions[1], guidance: null, legalReferences: [null] });
    expect(asPublished(nis2Questionnaire, answer)).toEqual(answer);
    expect(nis2Questionnaire.mcp?.summary(answer, "sk")).toBe("Dotazník NIS2, krátky. hr: 2 otázky.");
    const { areas } = await overview({}, services);
    expect(areas.find(({ id }) => id === "hr")).toMatchObject({ title: null, questionCount: 2 });
    expect(JSON.stringify([answer, areas])).not.toContain("99");
  });

  test("the other languages are not concerned", async () => {
    const services = changed((area) => ({ ...area, title: { ...area.title, sk: `Ľudia ${wrong}` } }));
    expect(await ask({ area: "hr", locale: "en" }, services)).toEqual(await ask({ area: "hr", locale: "en" }));
  });
});
