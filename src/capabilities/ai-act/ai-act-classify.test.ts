import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LOCALES, type Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { aiActDataset } from "../opendata/opendata-ai-act.ts";
import { asPublished } from "../published.fixture.ts";
import { type AiActAnswer, aiActClassify } from "./ai-act-classify.ts";

/** The service without its outside: the classifier asks no register. */
function servicesAt(today: string): Services {
  return bareServices(knowledge, { today: () => today });
}

async function ask(args: object, services = servicesAt("2026-11-20")): Promise<AiActAnswer> {
  const { answer } = await createCall(services, unlimited)(aiActClassify, args, [], { address: null });
  return answer;
}

async function refusal(args: object) {
  const error = await ask(args).catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw new Error("the call was expected to be refused");
  return error.problem;
}

const busy = {
  annexIIIUse: "credit_scoring",
  annexIIIException: "preparatory",
  profiling: true,
  interactsWithPeople: true,
  generatesSyntheticContent: true,
  deepfake: true,
  publicInterestText: true,
  emotionRecognition: true,
  emotionAtWorkplaceOrEducation: true,
  biometricCategorisation: true,
  otherProhibitedPractices: ["a", "b", "ba", "bb", "c", "d", "e", "h"],
  employerUsingAtWorkplace: true,
  publicBodyOrPublicService: true,
} as const;

describe("the answer", () => {
  test("nothing stated is minimal risk with one duty, and says what it took for granted", async () => {
    const answer = await ask({ locale: "en" });
    expect(answer).toMatchObject({
      class: "minimal",
      covered: true,
      classes: ["minimal"],
      role: "deployer",
      asOf: "2026-11-20",
    });
    expect(answer.obligations).toMatchObject([
      {
        id: "ai-literacy",
        citation: "Article 4(1) of Regulation (EU) 2024/1689",
        appliesFrom: "2025-02-02",
        appliesAsOf: true,
      },
    ]);
    expect(answer.assumptions.map(({ field }) => field)).toContain("annexIIIUse");
    expect(answer.groundingNote).toBeUndefined();
  });

  test("a high-risk use cites the article and the point of the annex in the reader's language", async () => {
    const citations = async (locale: Locale) =>
      (await ask({ annexIIIUse: "credit_scoring", locale })).reasons[0]?.citations;
    expect(await citations("en")).toEqual([
      "Article 6(2) of Regulation (EU) 2024/1689",
      "Annex III, point 5(b), to Regulation (EU) 2024/1689",
    ]);
    expect(await citations("sk")).toEqual([
      "čl. 6 ods. 2 nariadenia (EÚ) 2024/1689",
      "príloha III bod 5 písm. b) nariadenia (EÚ) 2024/1689",
    ]);
    expect(await citations("cs")).toEqual([
      "čl. 6 odst. 2 nařízení (EU) 2024/1689",
      "příloha III bod 5 písm. b) nařízení (EU) 2024/1689",
    ]);
  });

  test("references inside a note are written out", async () => {
    const { obligations } = await ask({ otherProhibitedPractices: ["ba"], locale: "en" });
    expect(obligations[0]?.note).toContain("Article 5(1a)(b) of Regulation (EU) 2024/1689");
  });

  test("the line in words counts the duties and says when a ban still lies ahead", async () => {
    const headline = async (args: object) => (await ask({ locale: "en", ...args })).headline;
    expect(await headline({ annexIIIUse: "credit_scoring", asOf: "2027-12-02" })).toBe(
      "High risk. Duties of the deployer: 11, of which already applicable on 2 December 2027: 11.",
    );
    expect(await headline({ otherProhibitedPractices: ["ba"], asOf: "2026-12-01" })).toBe(
      "Prohibited practice. Duties of the deployer: 2, of which already applicable on 1 December 2026: 1. The prohibition applies from 2 December 2026.",
    );
    expect(await headline({ otherProhibitedPractices: ["ba"], asOf: "2026-12-02" })).not.toContain("applies from");
    expect(await headline({ interactsWithPeople: true })).toContain("deployer: 1,");
  });

  test("the line is the summary for agents, in each language", async () => {
    for (const locale of LOCALES) {
      const answer = await ask({ annexIIIUse: "credit_scoring", locale });
      expect(aiActClassify.mcp?.summary(answer, locale)).toBe(answer.headline);
    }
    expect((await ask({ annexIIIUse: "credit_scoring" })).headline).toBe(
      "Vysoké riziko. Povinnosti nasadzujúceho subjektu: 11, z toho ku dňu 20. novembra 2026 platí: 1.",
    );
    expect((await ask({ annexIIIUse: "credit_scoring", locale: "cs" })).headline).toBe(
      "Vysoké riziko. Povinnosti zavádějícího subjektu: 11, z toho ke dni 20. listopadu 2026 platí: 1.",
    );
  });

  test("a provider gets no class, no duties, the reason, and no error", async () => {
    const answer = await ask({ role: "provider", ...busy, locale: "en" });
    expect(answer).toMatchObject({
      class: null,
      covered: false,
      classes: [],
      role: "provider",
      obligations: [],
      notes: [],
      assumptions: [],
    });
    expect(answer.reasons.map(({ text }) => text)).toEqual([
      "The firm acts as provider; the classifier covers deployers only.",
    ]);
    expect(answer.headline).toContain("covers deployers only");
  });

  test.each(LOCALES)(
    "every branch fits the output schema and its words pass the citation check (%s)",
    async (locale) => {
      for (const args of [
        {},
        busy,
        { role: "provider" },
        { emotionRecognition: true },
        { annexIIIUse: "public_benefits" },
        { emotionRecognition: true, annexIIIException: "preparatory" },
      ]) {
        const answer = await ask({ ...args, locale });
        expect(asPublished(aiActClassify, answer)).toEqual(answer);
        expect(answer.groundingNote).toBeUndefined();
        for (const words of [answer.headline, answer.disclaimer])
          expect(confirmText(words, knowledge.acts)).toBe(words);
        expect(JSON.stringify(answer)).not.toMatch(/[{](ai-act|practice|use|condition)/);
      }
    },
  );

  test("an answer is indicative and dated by the knowledge", async () => {
    expect(await ask({})).toMatchObject({ indicative: true, dataAsOf: knowledge.asOf });
    expect((await ask({})).disclaimer).toContain("nie právne stanovisko");
  });
});

test.each([
  ["sk", ["vnútroštátne predpisy", "modely AI na všeobecné účely", "bezpečnostným komponentom výrobku alebo samy"]],
  ["cs", ["vnitrostátní předpisy", "obecné modely AI", "bezpečnostní součástí výrobku nebo samy"]],
  ["en", ["national rules", "general-purpose AI models", "safety component of a product or such a product themselves"]],
] as const)("says in %s what it leaves out", async (locale, words) => {
  for (const word of words) expect((await ask({ locale })).disclaimer).toContain(word);
});

describe("fines", () => {
  const fines = async (args: object) => (await ask({ locale: "en", ...args })).fines.map(({ id }) => id);

  test("are those of the duties in the answer; literacy has none of its own, and the answer says so", async () => {
    expect(await fines({})).toEqual(["literacy"]);
    expect(await fines({ annexIIIUse: "credit_scoring" })).toEqual(["deployer", "smaller", "literacy"]);
    expect(await fines({ deepfake: true })).toEqual(["deployer", "smaller", "literacy"]);
    expect(await fines({ otherProhibitedPractices: ["a"] })).toEqual(["prohibited", "smaller", "literacy"]);
    expect(await fines(busy)).toEqual(["prohibited", "deployer", "smaller", "literacy"]);
    expect(await fines({ ...busy, role: "provider" })).toEqual([]);
  });

  test("that only the provider owes are not the deployer's", async () => {
    expect(await fines({ interactsWithPeople: true })).toEqual(["literacy"]);
  });

  test("name the amounts and the lower ceiling of smaller firms, with their paragraphs", async () => {
    const answer = await ask({ ...busy, locale: "en" });
    const said = answer.fines.map(({ text, citations }) => `${text} ${citations.join(", ")}`);
    expect(said[0]).toMatch(/EUR 35 million .* 7 % .* Article 99\(3\) of Regulation \(EU\) 2024\/1689/);
    expect(said[1]).toMatch(/EUR 15 million .* 3 % .* Article 99\(4\) of Regulation \(EU\) 2024\/1689/);
    expect(said[2]).toMatch(/lower of the two .* Article 99\(6\) .*, Article 99\(6a\)/);
  });
});

test.each(LOCALES)("the same reservations stand in every answer, first systems in products: %s", async (locale) => {
  const { reservations } = await ask({ locale });
  expect(reservations.map(({ id }) => id)).toEqual([
    "product",
    "provider",
    "general-purpose",
    "military-or-research",
    "national",
  ]);
  for (const args of [busy, { role: "provider" }]) {
    expect((await ask({ locale, ...args })).reservations).toEqual(reservations);
  }
});

test("no national act is a reason or a duty: every act that is cited is of the Union", async () => {
  const confirm = (text: string) => confirmText(text, knowledge.acts);
  const { acts } = aiActDataset({ knowledge, confirm });
  expect(acts.length).toBeGreaterThan(0);
  expect(acts.filter(({ jurisdiction }) => jurisdiction !== "EU")).toEqual([]);
});

describe("the day", () => {
  test("is today when nobody named one, and is then an assumption", async () => {
    const answer = await ask({ emotionRecognition: true }, servicesAt("2026-08-01"));
    expect(answer.asOf).toBe("2026-08-01");
    expect(answer.assumptions.find(({ field }) => field === "asOf")?.value).toBe("2026-08-01");
    expect(answer.obligations.find(({ id }) => id === "notice-emotion-biometric")?.appliesAsOf).toBe(false);
  });

  test("decides instead of the clock when it was named", async () => {
    const args = { ...busy, asOf: "2026-12-02" };
    expect(await ask(args, servicesAt("2020-01-01"))).toEqual(await ask(args, servicesAt("2040-01-01")));
  });
});

describe("arguments", () => {
  test.each<[string, object, string]>([
    ["a day that does not exist", { asOf: "2026-02-30" }, "asOf"],
    ["a day in another form", { asOf: "2. 12. 2026" }, "asOf"],
    ["an unknown use", { annexIIIUse: "chess" }, "annexIIIUse"],
    ["a use that has its own field", { annexIIIUse: "emotion_recognition" }, "annexIIIUse"],
    ["an unknown exception", { annexIIIException: "a" }, "annexIIIException"],
    ["an unknown role", { role: "importer" }, "role"],
    ["letter f, which follows from other fields", { otherProhibitedPractices: ["f"] }, "otherProhibitedPractices.0"],
    [
      "letter g, which follows from other fields",
      { otherProhibitedPractices: ["a", "g"] },
      "otherProhibitedPractices.1",
    ],
    ["an unknown letter", { otherProhibitedPractices: ["i"] }, "otherProhibitedPractices.0"],
    ["letters that are no array", { otherProhibitedPractices: "a" }, "otherProhibitedPractices"],
    ["a word for a yes", { profiling: "yes" }, "profiling"],
    ["a number for a yes", { deepfake: 1 }, "deepfake"],
    ["a language we do not speak", { locale: "de" }, "locale"],
    ["a misspelt name", { profilling: true }, "profiling"],
  ])("%s is refused and names the field", async (_case, args, field) => {
    expect(await refusal(args)).toMatchObject({ code: "invalid_arguments", field });
  });

  test("a wrong day is answered with the form that is expected", async () => {
    expect((await refusal({ asOf: "2026-13-01" })).nextStep).toEqual({
      sk: "Pošlite asOf: dátum RRRR-MM-DD, ktorý existuje.",
      cs: "Pošlete asOf: datum RRRR-MM-DD, které existuje.",
      en: "Send asOf: a date YYYY-MM-DD that exists.",
    });
  });

  test("the defaults that the schema shows are those that are used", async () => {
    const { properties = {} } = z.toJSONSchema(aiActClassify.input, { io: "input", unrepresentable: "any" });
    const defaults = Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) =>
        typeof property === "object" && "default" in property ? [[name, property.default]] : [],
      ),
    );
    expect(defaults).toEqual({
      role: "deployer",
      annexIIIUse: "none",
      annexIIIException: "none",
      profiling: false,
      interactsWithPeople: false,
      generatesSyntheticContent: false,
      deepfake: false,
      publicInterestText: false,
      editorialResponsibility: false,
      emotionRecognition: false,
      emotionAtWorkplaceOrEducation: false,
      emotionForMedicalOrSafety: false,
      biometricCategorisation: false,
      biometricInfersSensitiveTraits: false,
      otherProhibitedPractices: [],
      locale: "sk",
    });
    const { assumptions: _silent, complete: isSilentWhole, ...silent } = await ask({});
    const { assumptions, complete, ...spoken } = await ask(defaults);
    expect(spoken).toEqual(silent);
    expect([isSilentWhole, complete]).toEqual([false, true]);
    expect(assumptions.map(({ field }) => field)).toEqual(["asOf"]);
  });

  test("every parameter has a description", () => {
    const { properties = {} } = z.toJSONSchema(aiActClassify.input, { io: "input", unrepresentable: "any" });
    expect(Object.keys(properties)).toHaveLength(20);
    for (const property of Object.values(properties)) expect(property).toHaveProperty("description");
  });
});
