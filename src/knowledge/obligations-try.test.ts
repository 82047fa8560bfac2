import { join } from "node:path";
import { expect, test } from "vitest";
import { confirmText } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { loadActs } from "./acts.ts";
import { loadFrameworks } from "./frameworks.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { loadObligations } from "./obligations.ts";
import { loadQuestionnaire } from "./questionnaire.ts";
import { knowledgeTexts } from "./texts.ts";

test("x", () => {
  const acts = loadActs(join(KNOWLEDGE_DIR, "acts"));
  const o = loadObligations(join(KNOWLEDGE_DIR, "obligations"), acts);
  const q = loadQuestionnaire(join(KNOWLEDGE_DIR, "questionnaire"), acts, o.byCode);
  const f = loadFrameworks(join(KNOWLEDGE_DIR, "frameworks"), acts, q);
  expect(f.map((x) => x.areas.length)).toEqual([13, 11, 8, 5]);
  const bad = ["obligations", "questionnaire", "frameworks"]
    .flatMap((d) => knowledgeTexts(join(KNOWLEDGE_DIR, d)))
    .filter(({ text, locale }) => confirmText(expandCitations(text, locale, acts), acts) === null);
  expect(bad).toEqual([]);
});
