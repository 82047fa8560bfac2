import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../core/company.ts";
import { COUNTRIES } from "../core/country.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadNis2, type Nis2Knowledge } from "./nis2.ts";
import { REGIME_OF_CATEGORY, SECTOR_IDS } from "./nis2-ids.ts";
import { knowledge } from "./shipped.fixture.ts";

const { acts, naceTitles } = knowledge;
const shipped = join(KNOWLEDGE_DIR, "nis2");
const editedCopy = editedCopiesOf(shipped);

/** Loads a copy of the knowledge in which one passage of one file was changed. */
function loadChanged(file: string, from: string | RegExp, to: string): Nis2Knowledge {
  return loadNis2(editedCopy(file, from, to), acts, undefined, naceTitles);
}

function mistakeOf(load: () => unknown): unknown {
  try {
    load();
  } catch (mistake) {
    return mistake;
  }
  return undefined;
}

describe("the shipped knowledge", () => {
  const knowledge = loadNis2(shipped, acts);

  test("holds every row of the map, in its revision", () => {
    expect([knowledge.naceMap["2"].size, knowledge.naceMap["2.1"].size]).toEqual([182, 220]);
    expect(knowledge.naceMap["2"].get("3513")?.sectorId).toBe("energy");
  });

  test("describes the eleven sectors of Annex I and the seven of Annex II", () => {
    expect(knowledge.sectors.map(({ id }) => id)).toEqual([...SECTOR_IDS]);
    expect(knowledge.sectors.filter(({ annex }) => annex === "I").map(({ point }) => point)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(knowledge.sectors.filter(({ annex }) => annex === "II").map(({ point }) => point)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
  });

  test("prints no number inside the annexes of the Slovak act, which were not readable", () => {
    for (const sector of knowledge.sectors)
      expect(sector.citations.SK).toEqual([`sk-69-2018 annex ${sector.annex === "I" ? 1 : 2}`]);
  });

  test("explains the regime of every category in both countries", () => {
    for (const country of COUNTRIES) {
      for (const category of CATEGORIES)
        expect(knowledge.regimes[country].has(REGIME_OF_CATEGORY[country][category])).toBe(true);
    }
  });

  test("describes no weak activity that no row of the map names, and none under the id of a fact", () => {
    const named = new Set(
      [...knowledge.naceMap["2"].values(), ...knowledge.naceMap["2.1"].values()].map(({ hint }) => hint),
    );
    for (const id of knowledge.weakActivities.keys()) {
      expect(named.has(id)).toBe(true);
      expect(knowledge.missingFactById.has(id)).toBe(false);
    }
  });

  test("dates the national acts", () => {
    expect([knowledge.acts.SK.from, knowledge.acts.CZ.from]).toEqual(["2025-01-01", "2025-11-01"]);
  });

  test("cannot be changed", () => {
    expect(() => Object.assign(knowledge.sectors[0] ?? {}, { annex: "II" })).toThrow(TypeError);
    expect(() => Object.assign(knowledge, { sectors: [] })).toThrow(TypeError);
  });
});

describe("a mistake stops the start and says file, line and what is wrong", () => {
  test.each<[string, string, string | RegExp, string, RegExp]>([
    ["an unknown sector in the map", "nace-map.csv", "2,06,I,energy", "2,06,I,energie", /nace-map\.csv:2 sector_id/],
    ["a code that stands twice", "nace-map.csv", "2,06.1,I", "2,06,I", /nace-map\.csv:3 nace_code: 2 06 stands twice/],
    ["an unknown revision", "nace-map.csv", "2,06,I", "3,06,I", /nace-map\.csv:2 nace_revision/],
    [
      "a weak row without a hint",
      "nace-map.csv",
      ",weak,medium-or-large,oil-gas-extraction,",
      ",weak,medium-or-large,,",
      /nace-map\.csv:7 hint/,
    ],
    ["a hint that nobody describes", "nace-map.csv", "oil-gas-extraction", "oil-and-gas", /nace-map\.csv:7 hint/],
    [
      "a hint on a row that counts",
      "nace-map.csv",
      "(production),likely,medium-or-large,,",
      "(production),likely,medium-or-large,hosting,",
      /nace-map\.csv:5 hint/,
    ],
    ["a missing language", "sectors.yaml", "    cs: Energetika\n", "", /sectors\.yaml:\d+ 0\.name\.cs/],
    ["a sector that is missing", "sectors.yaml", /- id: research[\s\S]*$/, "", /sectors\.yaml:\d+ .*every sector/],
    [
      "an act that is not registered",
      "sectors.yaml",
      "nis2 annex I/1]",
      "nis3 annex I/1]",
      /sectors\.yaml:\d+ 0\.citations\.EU\.0: names no act/,
    ],
    [
      "a place that does not exist",
      "regimes.yaml",
      "sk-69-2018 3(2)",
      "sk-69-2018 3(9)",
      /regimes\.yaml:\d+ .*no place that exists/,
    ],
    [
      "a citation inside a text that does not exist",
      "regimes.yaml",
      "{cz-264-2025 8(1)}",
      "{cz-264-2025 8(9)}",
      /regimes\.yaml:\d+ .*neither a value/,
    ],
    [
      "a value that the text does not have",
      "verdict-texts.yaml",
      "{basis} spadá",
      "{base} spadá",
      /verdict-texts\.yaml:\d+ firstSentences\.essential\.sk: \{base\}/,
    ],
    [
      "a first sentence that is missing",
      "verdict-texts.yaml",
      / {2}noSector:\n(?: {4}.*\n){3}/,
      "",
      /verdict-texts\.yaml:\d+ firstSentences\.noSector/,
    ],
    [
      "an outcome of the trace that nobody knows",
      "trace.yaml",
      "  ceased:\n",
      "  dissolved:\n",
      /trace\.yaml:\d+ status/,
    ],
    [
      "a size code that stands twice",
      "size-codes-cz.yaml",
      '"110"',
      '"000"',
      /size-codes-cz\.yaml:\d+ 1: 000 stands twice/,
    ],
    [
      "a legal form that stands twice",
      "legal-forms.yaml",
      'code: "525"',
      'code: "325"',
      /legal-forms\.yaml:\d+ forms\.1: CZ 325 stands twice/,
    ],
    [
      "a fact that stands twice",
      "missing-facts.yaml",
      "- id: employees",
      "- id: nace",
      /missing-facts\.yaml:\d+ 2: nace stands twice/,
    ],
    [
      "a situation that does not exist",
      "missing-facts.yaml",
      "when: [no_nace, main_unknown]",
      "when: [no_code, main_unknown]",
      /missing-facts\.yaml:\d+ 0\.when\.0/,
    ],
    [
      "a standing duty under the id of a step",
      "standing-duties.yaml",
      "- id: skManager",
      "- id: skNotice",
      /standing-duties\.yaml:\d+ 0\.id: skNotice stands twice/,
    ],
    [
      "a place of a step that does not exist",
      "filing-places.yaml",
      "skNotice,",
      "skNotices,",
      /filing-places\.yaml:\d+ 0\.steps\.0: is no step/,
    ],
    [
      "a step with two places",
      "filing-places.yaml",
      "steps: [skGovernmentCsirt]",
      "steps: [skNotice]",
      /filing-places\.yaml:\d+ 4\.steps: skNotice has a place already/,
    ],
    ["a day that does not exist", "regimes.yaml", "2025-01-01", "2025-02-30", /regimes\.yaml:\d+ acts\.SK\.from/],
  ])("%s", (_case, file, from, to, message) => {
    const mistake = mistakeOf(() => loadChanged(file, from, to));
    expect(mistake).toBeInstanceOf(KnowledgeError);
    expect(mistake).toHaveProperty("message", expect.stringMatching(message));
  });

  test("a later ceiling that is not later", () => {
    expect(() => loadChanged("size-thresholds.yaml", laterCeilings, `\n- from: always${firstCeilings()}`)).toThrow(
      /size-thresholds\.yaml:\d+ 1\.from: must be later/,
    );
  });
});

/** The shipped entries after the first one, or the end of the file where there are none. */
const laterCeilings = /(?:\n- from: \d[\s\S]*)?$/;

/** The first shipped entry of the ceilings, behind its `from`. */
function firstCeilings(): string {
  const file = readFileSync(join(shipped, "size-thresholds.yaml"), "utf8");
  return file.replace(laterCeilings, "").split("- from: always")[1] ?? "";
}

test("a later ceiling is one more dated entry", () => {
  const changed = loadChanged(
    "size-thresholds.yaml",
    laterCeilings,
    `\n- from: 2027-01-01${firstCeilings().replace("staffBelow: 50,", "staffBelow: 60,")}`,
  );
  expect(changed.sizeThresholds.map(({ from, small }) => [from, small.staffBelow])).toEqual([
    ["", 50],
    ["2027-01-01", 60],
  ]);
});
