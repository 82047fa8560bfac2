import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadObligations } from "../../knowledge/obligations.ts";
import { loadQuestionnaire } from "../../knowledge/questionnaire.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { lawOfRegime, QUESTIONNAIRE_REGIMES, questionReferencesFor, referencesFor } from "./references.ts";

const { acts } = knowledge;
const area = [
  "nis2 21(2)(b)",
  "sk-227-2025 3(1)",
  "sk-69-2018 24(1)",
  "cz-264-2025 14(1)(a)/12",
  "cz-264-2025 14(2)(j)",
  "cz-409-2025 14",
  "cz-410-2025 10",
  "cir-2024-2690 annex/3.1",
];

describe("the references for a regime", () => {
  test.each([
    ["pzs", ["sk-69-2018 24(1)", "sk-227-2025 3(1)", "nis2 21(2)(b)", "cir-2024-2690 annex/3.1"]],
    ["pkzs", ["sk-69-2018 24(1)", "sk-227-2025 3(1)", "nis2 21(2)(b)", "cir-2024-2690 annex/3.1"]],
    ["higher", ["cz-264-2025 14(1)(a)/12", "cz-409-2025 14", "nis2 21(2)(b)", "cir-2024-2690 annex/3.1"]],
    ["lower", ["cz-264-2025 14(2)(j)", "cz-410-2025 10", "nis2 21(2)(b)", "cir-2024-2690 annex/3.1"]],
  ] as const)("%s: the national act first, nothing of the other country or regime", (regime, expected) => {
    expect(referencesFor(area, lawOfRegime(regime), acts)).toEqual(expected);
  });

  test("a question without a national provision gets those of its area first", () => {
    expect(questionReferencesFor(["cir-2024-2690 annex/3.1"], area, lawOfRegime("lower"), acts)).toEqual([
      "cz-264-2025 14(2)(j)",
      "cz-410-2025 10",
      "cir-2024-2690 annex/3.1",
    ]);
    expect(questionReferencesFor(["sk-69-2018 24(1)"], area, lawOfRegime("pzs"), acts)).toEqual(["sk-69-2018 24(1)"]);
  });

  test.each([
    [
      "a manufacturer in the lower regime",
      { country: "CZ", regime: "lower", isDigitalProvider: false },
      ["cz-264-2025 14(2)(j)", "cz-410-2025 10", "nis2 21(2)(b)"],
    ],
    [
      "a provider of cloud services",
      { country: "SK", regime: "pzs", isDigitalProvider: true },
      ["sk-69-2018 24(1)", "sk-227-2025 3(1)", "nis2 21(2)(b)", "cir-2024-2690 annex/3.1"],
    ],
    [
      "a Czech firm whose regime is not known",
      { country: "CZ", regime: null, isDigitalProvider: null },
      [
        "cz-264-2025 14(1)(a)/12",
        "cz-264-2025 14(2)(j)",
        "cz-409-2025 14",
        "cz-410-2025 10",
        "nis2 21(2)(b)",
        "cir-2024-2690 annex/3.1",
      ],
    ],
  ] as const)("%s is cited what binds it", (_case, law, expected) => {
    expect(referencesFor(area, law, acts)).toEqual(expected);
  });

  test("nothing is left out for somebody of whom nothing is known", () => {
    const nobody = { country: null, regime: null, isDigitalProvider: null };
    expect([...referencesFor(area, nobody, acts)].sort()).toEqual([...area].sort());
  });

  test("every question of the questionnaire begins with the national act or decree, in every regime", () => {
    const obligations = loadObligations(join(KNOWLEDGE_DIR, "obligations"), acts);
    const { areas } = loadQuestionnaire(join(KNOWLEDGE_DIR, "questionnaire"), acts, obligations.byCode);
    for (const regime of QUESTIONNAIRE_REGIMES) {
      const country = regime === "pzs" || regime === "pkzs" ? "sk-" : "cz-";
      for (const { questions, legalReferences } of areas) {
        for (const question of questions) {
          const [first = ""] = questionReferencesFor(
            question.legalReferences,
            legalReferences,
            lawOfRegime(regime),
            acts,
          );
          expect(first.startsWith(country), `${question.id}, ${regime}: ${first}`).toBe(true);
        }
      }
    }
  });
});
