import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmText } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { type FrameworkId, loadFrameworks } from "./frameworks.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadQuestionnaire } from "./questionnaire.ts";
import { knowledge } from "./shipped.fixture.ts";
import { knowledgeTexts } from "./texts.ts";

const DIR = join(KNOWLEDGE_DIR, "frameworks");
const {
  acts,
  obligations: { byCode },
} = knowledge;
const questionnaire = loadQuestionnaire(join(KNOWLEDGE_DIR, "questionnaire"), acts, byCode);
const frameworks = loadFrameworks(DIR, acts, questionnaire);
const editedCopy = editedCopiesOf(DIR);

function areasOf(id: FrameworkId) {
  return frameworks.find((framework) => framework.id === id)?.areas ?? [];
}

function range(prefix: string, last: number): string[] {
  return Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);
}

test("the frameworks stand in their order, NIS2 with the questions of the questionnaire", () => {
  expect(frameworks.map(({ id, name, version }) => [id, name, version])).toEqual([
    ["nis2", "NIS2", "Directive (EU) 2022/2555"],
    ["iso27001", "ISO 27001", "ISO/IEC 27001:2022"],
    ["gdpr", "GDPR", "Regulation (EU) 2016/679"],
    ["dora", "DORA", "Regulation (EU) 2022/2554"],
  ]);
  expect(areasOf("nis2")).toBe(questionnaire.areas);
});

test.each<[FrameworkId, Record<string, number>]>([
  [
    "iso27001",
    {
      context: 4,
      leadership: 3,
      planning: 5,
      support: 7,
      operation: 3,
      performance: 6,
      improvement: 2,
      organizational: 37,
      people: 8,
      physical: 14,
      technological: 34,
    },
  ],
  [
    "gdpr",
    {
      principles: 7,
      rights: 10,
      controller_processor: 8,
      security_breach: 5,
      dpia: 3,
      dpo: 3,
      codes_certification: 1,
      transfers: 5,
    },
  ],
  [
    "dora",
    {
      ict_risk_management: 18,
      incident_management: 8,
      resilience_testing: 6,
      third_party_risk: 12,
      information_sharing: 2,
    },
  ],
])("%s has every area with its questions", (id, counts) => {
  expect(Object.fromEntries(areasOf(id).map((area) => [area.id, area.questions.length]))).toEqual(counts);
});

test("ISO 27001 has one question for every clause and every control, by its number", () => {
  const ids = areasOf("iso27001").flatMap((area) => area.questions.map(({ id }) => id));
  const controls = [...range("A.5.", 37), ...range("A.6.", 8), ...range("A.7.", 14), ...range("A.8.", 34)];
  expect(ids.slice(30)).toEqual(controls);
  expect(ids.slice(0, 30).join(" ")).toBe(
    "4.1 4.2 4.3 4.4 5.1 5.2 5.3 6.1.1 6.1.2 6.1.3 6.2 6.3 7.1 7.2 7.3 7.4 7.5.1 7.5.2 7.5.3 8.1 8.2 8.3 9.1 9.2.1 9.2.2 9.3.1 9.3.2 9.3.3 10.1 10.2",
  );
});

test.each<[string, number, number]>([
  ["principles", 5, 11],
  ["rights", 12, 23],
  ["controller_processor", 24, 31],
  ["security_breach", 32, 34],
  ["dpia", 35, 36],
  ["dpo", 37, 39],
  ["codes_certification", 40, 43],
  ["transfers", 44, 50],
])("the GDPR area %s cites articles %i to %i only", (id, first, last) => {
  const cited = areasOf("gdpr")
    .filter((area) => area.id === id)
    .flatMap((area) => area.questions.flatMap(({ legalReferences }) => legalReferences))
    .map((reference) => Number(reference.replace("gdpr ", "")));
  expect(cited.length).toBeGreaterThan(0);
  expect(Math.min(...cited)).toBeGreaterThanOrEqual(first);
  expect(Math.max(...cited)).toBeLessThanOrEqual(last);
});

test("what is not registered is not cited", () => {
  for (const id of ["iso27001", "dora"] as const) {
    expect(areasOf(id).flatMap((area) => area.questions.flatMap((question) => question.legalReferences))).toEqual([]);
  }
});

test("every text in every language is a question of its own and passes the citation check", () => {
  const texts = knowledgeTexts(DIR);
  expect(texts).toHaveLength((123 + 11 + 42 + 8 + 46 + 5) * 3);
  for (const { text, locale } of texts) {
    expect(confirmText(expandCitations(text, locale, acts), acts)).not.toBeNull();
  }
  for (const { id, text } of frameworks.flatMap(({ areas }) => areas.flatMap((area) => area.questions))) {
    expect(new Set([text.sk, text.cs, text.en]).size, id).toBe(3);
    for (const each of Object.values(text)) expect(each, id).toMatch(/\?$/);
    expect(text.sk, id).not.toMatch(/[ěřů]/);
    expect(text.cs, id).not.toMatch(/[ľĺŕôä]/);
  }
});

describe("a mistake stops the start and says where it is", () => {
  test.each<[string, string, string, string, RegExp]>([
    [
      "a question too few",
      "frameworks.yaml",
      "questions: 46",
      "questions: 47",
      /dora\.yaml:\d+ : frameworks\.yaml says 5 areas and 47 questions, here are 5 and 46/,
    ],
    ["an area too many", "frameworks.yaml", "areas: 8", "areas: 7", /gdpr\.yaml:\d+ : frameworks\.yaml says 7 areas/],
    [
      "a count of NIS2 that the questionnaire does not bear out",
      "frameworks.yaml",
      "questions: 122",
      "questions: 121",
      /frameworks\.yaml:\d+ 0\.questions: knowledge\/questionnaire has 13 areas and 122 questions/,
    ],
    [
      "a framework that is missing",
      "frameworks.yaml",
      "- id: gdpr",
      "- id: dora",
      /frameworks\.yaml:\d+ 2: gdpr is expected here/,
    ],
    ["a missing language", "dora.yaml", "cs: Sdílení informací, ", "", /dora\.yaml:\d+ 4\.title\.cs/],
    [
      "a citation of an article that does not exist",
      "gdpr.yaml",
      "legalReferences: [gdpr 44]",
      "legalReferences: [gdpr 100]",
      /gdpr\.yaml:\d+ 7\.questions\.0\.legalReferences\.0: names no act/,
    ],
    ["a number that stands twice", "iso27001.yaml", "id: A.8.34", "id: A.8.33", /A\.8\.33 stands twice/],
    ["a field nobody knows", "gdpr.yaml", "- id: dpo\n", "- id: dpo\n  weight: 1\n", /gdpr\.yaml:\d+ 5/],
  ])("%s", (_case, file, passage, replacement, message) => {
    const dir = editedCopy(file, passage, replacement);
    expect(() => loadFrameworks(dir, acts, questionnaire)).toThrow(KnowledgeError);
    expect(() => loadFrameworks(dir, acts, questionnaire)).toThrow(message);
  });
});
