import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { expandCitations, unexpandedReferences } from "./expand.ts";
import { formatCitation } from "./format.ts";
import { parseReference, unitNotation } from "./reference.ts";

const { acts } = knowledge;

describe("formatCitation", () => {
  test.each<[string, string, string, string]>([
    [
      "nis2 21(2)(a)",
      "čl. 21 ods. 2 písm. a) smernice (EÚ) 2022/2555",
      "čl. 21 odst. 2 písm. a) směrnice (EU) 2022/2555",
      "Article 21(2)(a) of Directive (EU) 2022/2555",
    ],
    [
      "nis2 6/36",
      "čl. 6 bod 36 smernice (EÚ) 2022/2555",
      "čl. 6 bod 36 směrnice (EU) 2022/2555",
      "Article 6, point 36, of Directive (EU) 2022/2555",
    ],
    [
      "nis2 2(2)(a)/ii",
      "čl. 2 ods. 2 písm. a) bod ii) smernice (EÚ) 2022/2555",
      "čl. 2 odst. 2 písm. a) bod ii) směrnice (EU) 2022/2555",
      "Article 2(2)(a)(ii) of Directive (EU) 2022/2555",
    ],
    [
      "nis2 annex I/8",
      "príloha I bod 8 smernice (EÚ) 2022/2555",
      "příloha I bod 8 směrnice (EU) 2022/2555",
      "Annex I, point 8, to Directive (EU) 2022/2555",
    ],
    [
      "sk-69-2018 17(1)(c)/2",
      "§ 17 ods. 1 písm. c) bod 2 zákona č. 69/2018 Z. z.",
      "§ 17 odst. 1 písm. c) bod 2 zákona č. 69/2018 Z. z.",
      "§ 17(1)(c), point 2, of Act No. 69/2018 Z. z.",
    ],
    [
      "sk-69-2018 annex 1",
      "príloha č. 1 k zákonu č. 69/2018 Z. z.",
      "příloha č. 1 k zákonu č. 69/2018 Z. z.",
      "Annex 1 to Act No. 69/2018 Z. z.",
    ],
    [
      "cz-409-2025 7(f)",
      "§ 7 písm. f) vyhlášky č. 409/2025 Sb.",
      "§ 7 písm. f) vyhlášky č. 409/2025 Sb.",
      "§ 7(f) of Decree No. 409/2025 Sb.",
    ],
    [
      "cz-408-2025 annex",
      "príloha k vyhláške č. 408/2025 Sb.",
      "příloha k vyhlášce č. 408/2025 Sb.",
      "Annex to Decree No. 408/2025 Sb.",
    ],
    [
      "cz-408-2025 annex/16.12",
      "bod 16.12 prílohy k vyhláške č. 408/2025 Sb.",
      "bod 16.12 přílohy k vyhlášce č. 408/2025 Sb.",
      "Annex, point 16.12, to Decree No. 408/2025 Sb.",
    ],
    [
      "cir-2024-2690 annex/6.10",
      "príloha bod 6.10 vykonávacieho nariadenia (EÚ) 2024/2690",
      "příloha bod 6.10 prováděcího nařízení (EU) 2024/2690",
      "Annex, point 6.10, to Implementing Regulation (EU) 2024/2690",
    ],
    [
      "ai-act annex III/5(b)",
      "príloha III bod 5 písm. b) nariadenia (EÚ) 2024/1689",
      "příloha III bod 5 písm. b) nařízení (EU) 2024/1689",
      "Annex III, point 5(b), to Regulation (EU) 2024/1689",
    ],
    [
      "cra annex I part II/5",
      "príloha I časť II bod 5 nariadenia (EÚ) 2024/2847",
      "příloha I část II bod 5 nařízení (EU) 2024/2847",
      "Annex I, Part II, point 5, to Regulation (EU) 2024/2847",
    ],
    [
      "sme-recommendation annex:2(1)",
      "čl. 2 ods. 1 prílohy odporúčania 2003/361/ES",
      "čl. 2 odst. 1 přílohy doporučení 2003/361/ES",
      "Article 2(1) of the Annex to Recommendation 2003/361/EC",
    ],
    ["cz-410-2025", "vyhláška č. 410/2025 Sb.", "vyhláška č. 410/2025 Sb.", "Decree No. 410/2025 Sb."],
  ])("writes %s in full in each language", (reference, sk, cs, en) => {
    expect(LOCALES.map((locale) => formatCitation(reference, locale, acts))).toEqual([sk, cs, en]);
  });

  test.each(["nis3 21", "nis2 21(", "nis2  21", "", "21(2)", "nis2 21.2"])(
    "%j is no reference: a mistake in a knowledge file, not a text",
    (reference) => {
      expect(() => formatCitation(reference, "en", acts)).toThrow("no citation reference");
    },
  );
});

describe("references", () => {
  test("every place of every act reads back as it was written", () => {
    for (const act of acts.acts) {
      for (const unit of act.units) {
        const reference = parseReference(`${act.id} ${unit}`);
        expect(reference?.act).toBe(act.id);
        expect(reference?.unit && unitNotation(reference.unit)).toBe(unit);
      }
    }
  });
});

describe("expandCitations", () => {
  test("writes out the references and leaves the places of values", () => {
    const text = "{title}: podľa {nis2 2(1)} a {sk-69-2018 20}";
    expect(expandCitations(text, "sk", acts)).toBe(
      "{title}: podľa čl. 2 ods. 1 smernice (EÚ) 2022/2555 a § 20 zákona č. 69/2018 Z. z.",
    );
  });

  test("a dot that closes the citation closes the sentence as well", () => {
    expect(expandCitations("Podľa {sk-69-2018 20}. Ďalej", "sk", acts)).toBe(
      "Podľa § 20 zákona č. 69/2018 Z. z. Ďalej",
    );
    expect(expandCitations("Under {nis2 20}.", "en", acts)).toBe("Under Article 20 of Directive (EU) 2022/2555.");
  });

  test("a reference to an act that is not registered stays, and the check sees it", () => {
    expect(expandCitations("{nis3 2(1)}", "sk", acts)).toBe("{nis3 2(1)}");
    expect(unexpandedReferences("{nis3 2(1)} {title} {nis2}")).toEqual(["{nis3 2(1)}"]);
  });
});
