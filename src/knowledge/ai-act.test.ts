import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmText } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { loadAiAct } from "./ai-act.ts";
import { FACT_FIELDS } from "./ai-act-ids.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { knowledge } from "./shipped.fixture.ts";
import { knowledgeTexts } from "./texts.ts";

const DIR = join(KNOWLEDGE_DIR, "ai-act");
const { acts } = knowledge;
const editedCopy = editedCopiesOf(DIR);

test("every text in every language passes the citation check", () => {
  const texts = knowledgeTexts(DIR);
  expect(texts.length).toBeGreaterThan(400);
  const refused = texts.filter(({ text, locale }) => confirmText(expandCitations(text, locale, acts), acts) === null);
  expect(refused).toEqual([]);
});

test("every text is written in three different languages", () => {
  const byPlace = Map.groupBy(knowledgeTexts(DIR), ({ file, path }) => `${file} ${path}`);
  const copied = [...byPlace].filter(([, texts]) =>
    texts.some(
      ({ locale, text }) => locale === "en" && texts.some((other) => other.locale !== "en" && other.text === text),
    ),
  );
  expect(copied.map(([place]) => place)).toEqual([]);
});

test("the wizard asks for every fact, and a follow-up only after what it depends on", () => {
  const { questions } = loadAiAct(DIR, acts);
  const asked = questions.map(({ field }) => field);
  expect(asked.toSorted()).toEqual([...FACT_FIELDS].sort());
  for (const { field, onlyIf = [] } of questions) {
    for (const earlier of onlyIf) expect(asked.indexOf(earlier)).toBeLessThan(asked.indexOf(field));
  }
});

describe("a mistake stops the start and says where it is", () => {
  test.each<[string, string, string, string, RegExp]>([
    [
      "a citation of a place that does not exist",
      "obligations.yaml",
      "citation: ai-act 26(12)",
      "citation: ai-act 26(13)",
      /obligations\.yaml:\d+ 11\.citation: names no act/,
    ],
    [
      "a citation of an act that is not registered",
      "notes.yaml",
      "[ai-act 25(1)]",
      "[gdpr-old 35]",
      /notes\.yaml:\d+ 1\.citations\.0: names no act/,
    ],
    [
      "a reference in a text to a place that does not exist",
      "obligations.yaml",
      "{ai-act 27(2)}",
      "{ai-act 27(9)}",
      /12\.note\.sk: \{ai-act 27\(9\)\} is neither/,
    ],
    [
      "a missing language",
      "classes.yaml",
      "    cs: Systém lze používat",
      "    de: Systém lze používat",
      /classes\.yaml:\d+ 1\.meaning/,
    ],
    [
      "a duty that is missing",
      "obligations.yaml",
      "- id: keep-logs",
      "- id: dpia",
      /obligations\.yaml:.*(dpia stands twice|keep-logs is missing)/,
    ],
    [
      "a day that does not exist",
      "transparency.yaml",
      "appliesFrom: 2026-08-02",
      "appliesFrom: 2026-02-30",
      /transparency\.yaml:\d+ 0\.appliesFrom: a day that exists/,
    ],
    [
      "a reason that lost the place of its value",
      "reasons.yaml",
      "praktiku: {practice}.",
      "praktiku.",
      /reasons\.yaml:\d+ 0\.text\.sk: \{practice\} is missing/,
    ],
    [
      "a value in the wrong reason",
      "reasons.yaml",
      "Systém je určený na priamu",
      "Systém {use} je určený na priamu",
      /text\.sk: \{use\} is neither/,
    ],
    [
      "a letter that a caller may not state",
      "prohibited-practices.yaml",
      "stated: false",
      "stated: true",
      /practices\.7\.stated: must say/,
    ],
    [
      "a second default where there is one only",
      "assumptions.yaml",
      "- field: profiling\n",
      "- field: profiling\n  otherwise: { sk: a, cs: b, en: c }\n",
      /assumptions\.yaml:\d+ 3\.otherwise/,
    ],
    [
      "a field nobody knows",
      "questions.yaml",
      "- field: deepfake",
      "- field: deepfakes",
      /questions\.yaml:\d+ \d+\.field/,
    ],
  ])("%s", (_case, file, passage, replacement, message) => {
    const dir = editedCopy(file, passage, replacement);
    expect(() => loadAiAct(dir, acts)).toThrow(KnowledgeError);
    expect(() => loadAiAct(dir, acts)).toThrow(message);
  });
});
