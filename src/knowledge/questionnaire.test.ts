import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../core/locale.ts";
import { confirmText } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadQuestionnaire } from "./questionnaire.ts";
import { AREAS } from "./questionnaire-ids.ts";
import { knowledge } from "./shipped.fixture.ts";
import { knowledgeTexts } from "./texts.ts";

const DIR = join(KNOWLEDGE_DIR, "questionnaire");
const {
  acts,
  obligations: { byCode },
} = knowledge;
const questionnaire = loadQuestionnaire(DIR, acts, byCode);
const questions = questionnaire.areas.flatMap((area) => area.questions);
const editedCopy = editedCopiesOf(DIR);

test.each<[string, number, number]>([
  ["risk_mgmt", 3, 10],
  ["incidents", 3, 12],
  ["bcm", 3, 9],
  ["supply_chain", 2, 10],
  ["access", 3, 10],
  ["crypto", 2, 8],
  ["training", 2, 8],
  ["hr", 2, 8],
  ["assets", 2, 9],
  ["governance", 3, 10],
  ["sdlc", 3, 11],
  ["effectiveness", 2, 9],
  ["physical", 2, 8],
])("%s asks %i quick questions and %i in all", (id, quick, extended) => {
  const area = questionnaire.areas.find((each) => each.id === id);
  expect(area?.questions).toHaveLength(extended);
  expect(area?.questions.filter((question) => question.quick)).toHaveLength(quick);
});

test("there are 13 areas in the order of the specification, 32 quick and 122 questions", () => {
  expect(questionnaire.areas.map(({ id }) => id)).toEqual([...AREAS]);
  expect(questions).toHaveLength(122);
  expect(questions.filter(({ quick }) => quick)).toHaveLength(32);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(122);
});

test("every obligation is pre-filled by some question, except the one that is set by hand", () => {
  const filled = new Set(questions.flatMap(({ obligations }) => obligations));
  expect([...byCode.keys()].filter((code) => !filled.has(code))).toEqual(["NIS2-21-5"]);
});

test("every area refers to the directive, both national acts, the Slovak decree and the Commission regulation", () => {
  for (const { legalReferences } of questionnaire.areas) {
    const cited = new Set(legalReferences.map((reference) => reference.split(" ")[0]));
    for (const act of ["nis2", "sk-69-2018", "sk-227-2025", "cz-264-2025", "cir-2024-2690"])
      expect(cited).toContain(act);
  }
});

test("every text and every reference passes the citation check in every language", () => {
  const texts = knowledgeTexts(DIR);
  expect(texts).toHaveLength((122 * 2 + 13 + 4) * 3);
  const references = questionnaire.areas.flatMap((area) => [
    ...area.legalReferences,
    ...area.questions.flatMap((question) => question.legalReferences),
  ]);
  const refused = texts.filter(({ text, locale }) => confirmText(expandCitations(text, locale, acts), acts) === null);
  expect(refused).toEqual([]);
  for (const locale of LOCALES) {
    for (const reference of new Set(references)) {
      expect(confirmText(expandCitations(`{${reference}}`, locale, acts), acts)).not.toBeNull();
    }
  }
});

test("no language is pasted into another", () => {
  for (const { id, text, guidance } of questions) {
    expect(new Set([text.sk, text.cs, text.en]).size, id).toBe(3);
    expect([guidance.sk, guidance.cs], id).not.toContain(guidance.en);
  }
  for (const text of questions.flatMap(({ text, guidance }) => [text, guidance])) {
    expect(text.sk).not.toMatch(/[ěřů]/);
    expect(text.cs).not.toMatch(/[ľĺŕôä]/);
  }
});

test("a question ends with a question mark", () => {
  for (const { text } of questions) for (const each of Object.values(text)) expect(each).toMatch(/\?$/);
});

describe("a mistake stops the start and says where it is", () => {
  test.each<[string, string, string, string, RegExp]>([
    [
      "a question that pre-fills an unknown obligation",
      "crypto.yaml",
      "obligations: [NIS2-21-2-J]",
      "obligations: [NIS2-21-2-K]",
      /crypto\.yaml:\d+ questions\.7\.obligations\.0: is no code of knowledge\/obligations/,
    ],
    [
      "a question that pre-fills nothing",
      "crypto.yaml",
      "obligations: [NIS2-21-2-J]",
      "obligations: []",
      /questions\.7\.obligations/,
    ],
    [
      "a missing language",
      "hr.yaml",
      "      cs: Podepsané seznámení.\n",
      "",
      /hr\.yaml:\d+ questions\.0\.guidance\.cs/,
    ],
    [
      "a citation of a place that does not exist",
      "bcm.yaml",
      "[cz-409-2025 26(5)]",
      "[cz-409-2025 26(6)]",
      /bcm\.yaml:\d+ questions\.4\.legalReferences\.0: names no act/,
    ],
    [
      "a citation of an act that is not registered",
      "assets.yaml",
      "  - cz-409-2025 7\n",
      "  - iso27001 5\n",
      /assets\.yaml:\d+ legalReferences\.\d+: names no act/,
    ],
    [
      "an area without one of the five acts",
      "physical.yaml",
      "  - sk-227-2025 3(2)\n",
      "",
      /physical\.yaml:\d+ legalReferences: nothing of sk-227-2025/,
    ],
    [
      "a question too many",
      "questionnaire.yaml",
      "id: hr, quick: 2, extended: 8",
      "id: hr, quick: 2, extended: 7",
      /hr\.yaml:\d+ questions: questionnaire\.yaml says 7 questions, 2 of them quick; here are 8/,
    ],
    [
      "a quick question too few",
      "access.yaml",
      "quick: true",
      "quick: false",
      /access\.yaml:\d+ questions: .* 3 of them quick; here are 10, 2 of them quick/,
    ],
    ["an id that stands twice", "hr.yaml", "id: hr-08", "id: hr-07", /questions\.7\.id: hr-07 stands twice/],
    ["an id of another area", "hr.yaml", "id: hr-08", "id: access-08", /questions\.7\.id: an id hr-NN/],
    [
      "a weight that does not exist",
      "hr.yaml",
      "weight: 3",
      "weight: 4",
      /hr\.yaml:\d+ questions\.0\.weight: 1, 2 or 3/,
    ],
    [
      "an area that is missing",
      "questionnaire.yaml",
      "  - { id: hr, quick: 2, extended: 8 }\n",
      "",
      /hr is expected here/,
    ],
    ["an answer that is missing", "questionnaire.yaml", "- { id: partial,", "- { id: maybe,", /answers\.1/],
    ["a file of another area", "hr.yaml", "area: hr", "area: assets", /hr\.yaml:\d+ area/],
    [
      "a field nobody knows",
      "hr.yaml",
      "    weight: 3\n",
      "    weight: 3\n    score: 3\n",
      /hr\.yaml:\d+ questions\.0/,
    ],
  ])("%s", (_case, file, passage, replacement, message) => {
    const dir = editedCopy(file, passage, replacement);
    expect(() => loadQuestionnaire(dir, acts, byCode)).toThrow(KnowledgeError);
    expect(() => loadQuestionnaire(dir, acts, byCode)).toThrow(message);
  });
});
