import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { checkCitations, confirmText } from "../citations/check.ts";
import type { ScopeExplanation } from "./explain-scope.ts";
import { acts, explain, knowledge } from "./firm.fixture.ts";

/** Every text of an explanation, with the place where it stands. */
function textsOf(explanation: ScopeExplanation): string[] {
  const texts: string[] = [];
  JSON.stringify(explanation, (_key, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts;
}

/** Texts repeat a thousand times; each is read once. */
const sound = new Set<string>();
const sentences = new Set<string>();

function expectSound(explanation: ScopeExplanation): void {
  for (const text of textsOf(explanation)) {
    if (sound.has(text)) continue;
    sound.add(text);
    expect(text).not.toMatch(/[{}]|undefined|null|NaN| {2}|\.\.|\(\)/);
    expect(confirmText(text, acts)).toBe(text);
  }
  expect(explanation.headline).toMatch(/^\p{Lu}.*[^.]$/u);
  expect(explanation.headline.length).toBeLessThanOrEqual(90);
  const { why, reasoning, trace } = explanation;
  for (const text of [why ?? reasoning, reasoning, ...trace.map((step) => step.text)]) {
    if (sentences.has(text)) continue;
    sentences.add(text);
    expect(text).toMatch(/^\p{Lu}.*\.$/u);
  }
}

describe("every text of every verdict passes the citation check and is a whole sentence", () => {
  const sizes = [undefined, 5, 100, 900] as const;

  test.each(LOCALES)("for every row of the map, in %s", (locale) => {
    for (const country of COUNTRIES) {
      for (const revision of NACE_REVISIONS) {
        const seen = new Set<string>();
        for (const row of knowledge.naceMap[revision].values()) {
          const kind = `${row.sectorId} ${row.subsector} ${row.hint} ${row.digits.slice(0, 2)}`;
          if (seen.has(kind)) continue;
          seen.add(kind);
          for (const staff of sizes) {
            expectSound(
              explain(
                { country, nace: `${row.digits}@${revision}`, ...(staff === undefined ? {} : { staff }) },
                locale,
              ),
            );
          }
        }
      }
    }
  });

  test.each(LOCALES)("for public bodies, services, registers and ends, in %s", (locale) => {
    for (const country of COUNTRIES) {
      for (const legalForm of knowledge.legalForms[country].keys()) {
        for (const nace of ["8531", "8610", "8411", "8542", ""])
          expectSound(explain({ country, legalForm, nace, staff: 60 }, locale));
      }
      for (const sizeIndependentService of SIZE_INDEPENDENT_SERVICES) {
        expectSound(explain({ country, sizeIndependentService }, locale));
        expectSound(explain({ country, sizeIndependentService, staff: 900, nace: "6110" }, locale, "typed"));
      }
      for (const category of CATEGORIES) {
        for (const staff of sizes) {
          for (const sizeIndependentService of [null, "tsp"] as const) {
            const registerVerdict = { category, sector: "food", reason: null, updatedAt: "2026-11-01" };
            const firm = {
              country,
              nace: "3513",
              sizeIndependentService,
              registerVerdict,
              ...(staff === undefined ? {} : { staff }),
            };
            expectSound(explain(firm, locale));
            expectSound(explain({ ...firm, status: "ceased", ceasedOn: "2026-11-05" }, locale));
          }
        }
      }
      expectSound(explain({ country, status: "ceased" }, locale));
      expectSound(explain({ country, nace: "3513", staff: 40, turnoverEur: 60_000_000 }, locale, "typed"));
      expectSound(
        explain({ country, nace: "3513", turnoverEur: 60_000_000, balanceSheetEur: 12_000_000 }, locale, "typed"),
      );
      expectSound(explain({ country, nace: "46 49 9602 3811 6512 2540 6391", staff: 60 }, locale));
    }
  });

  test("and the check refuses a sentence with a place that does not exist", () => {
    expect(confirmText("§ 99 zákona č. 69/2018 Z. z. neplatí.", acts)).toBeNull();
    expect(checkCitations(explain({ nace: "3513", staff: 900 }).reasoning, acts).citations.length).toBeGreaterThan(2);
  });
});
