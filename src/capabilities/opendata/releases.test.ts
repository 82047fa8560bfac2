import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { knowledgeRelease } from "../law/knowledge-release.ts";
import { unreleasedParts } from "./releases.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

/** The services over another knowledge folder. */
function over(dir: string) {
  const knowledge = loadKnowledge(dir);
  return {
    ...dosah.opened.services,
    operator: dosah.opened.operator,
    knowledge,
    confirm: (text: string) => confirmText(text, knowledge.acts),
  };
}

const { newest, byPart } = knowledge.changelog;
const NEWEST = `- version: "${newest.version}"`;
const QUESTIONNAIRE = `version: "${byPart.questionnaire.version}"`;

const VERSIONED = `- version: "9.0"
  date: 2026-12-01
  title: { sk: Oprava, cs: Oprava, en: Correction }
  changes:
    - part: questionnaire
      means: texts
      files: [questionnaire/access.yaml]
      citations: [nis2 21]
      text: { sk: Oprava otázky., cs: Oprava otázky., en: A question corrected. }
${NEWEST}`;

test("the shipped rule set is what was published under its versions", () => {
  expect(unreleasedParts(dosah.opened.services)).toEqual([]);
});

describe("a change without a version is found out in", () => {
  test.each([
    ["obligations", "obligations/article-20.yaml", "reviewIntervalMonths: 12", "reviewIntervalMonths: 11"],
    ["questionnaire", "questionnaire/access.yaml", "weight: 3", "weight: 2"],
    ["nace", "nis2/nace-map.csv", ",likely,medium-or-large", ",certain,medium-or-large"],
    ["ai-act", "ai-act/transparency.yaml", "appliesFrom: 2026-08-02", "appliesFrom: 2026-08-03"],
    ["scope", "nis2/size-thresholds.yaml", "staffBelow: 50", "staffBelow: 51"],
    ["acts", "acts/cz-334-2025.yaml", "verified: ", "verified: Again. "],
    ["frameworks", "frameworks/dora.yaml", "en: ", "en: Now "],
  ] as const)("%s", (part, file, from, to) => {
    const found = unreleasedParts(over(editedKnowledge(file, from, to)));
    expect(found).toContainEqual({
      part,
      line: expect.any(Number),
      kind: "unversioned",
      version: byPart[part].version,
    });
  });
});

test("a comment is no change", () => {
  const dir = editedKnowledge("nis2/sectors.yaml", "# The sectors", "# These are the sectors");
  expect(unreleasedParts(over(dir))).toEqual([]);
});

test("releasing refuses a silent change, and records a versioned one", async () => {
  const silent = editedKnowledge("questionnaire/access.yaml", "weight: 3", "weight: 2");
  expect(() => knowledgeRelease.run({ locale: "en" }, over(silent))).toThrow(
    "The content changed without a new version: questionnaire.",
  );

  const versioned = editedKnowledge("changelog.yaml", NEWEST, VERSIONED, [
    ["questionnaire/access.yaml", "weight: 3", "weight: 2"],
    ["questionnaire/questionnaire.yaml", QUESTIONNAIRE, 'version: "9.0"'],
  ]);
  expect(unreleasedParts(over(versioned))).toMatchObject([
    { part: "questionnaire", kind: "unrecorded", version: "9.0" },
  ]);
  const { parts } = await knowledgeRelease.run({ locale: "en" }, over(versioned));
  expect(parts.filter(({ isNew }) => isNew)).toMatchObject([{ part: "questionnaire", version: "9.0" }]);
  expect(unreleasedParts(over(versioned))).toEqual([]);
});

test("a part that its own file dates differently from the changelog stops the loading", () => {
  const dir = editedKnowledge("questionnaire/questionnaire.yaml", QUESTIONNAIRE, 'version: "9.0"');
  expect(() => loadKnowledge(dir)).toThrow(/changelog\.yaml:\d+ .*questionnaire says of itself/);
});
