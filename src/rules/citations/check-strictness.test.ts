import { expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { checkCitations } from "./check.ts";

const { acts } = knowledge;
const signs = { confirmed: "+", not_confirmed: "-", unrecognized: "?" };

/** Each citation as its sign, act and place: `+nis2 21(2)(a)` is confirmed, `-…` is not, `?…` is unrecognized. */
function verdictsOf(text: string): string {
  const { citations } = checkCitations(text, acts);
  return citations
    .map(({ act, unit, verdict }) => `${signs[verdict]}${[act, unit].filter((part) => part !== null).join(" ")}`)
    .join(" | ");
}

test.each<[string]>([
  ["NIS2, AI Act, GDPR, DORA a zákon o kybernetickej bezpečnosti"],
  ["Do 24 hodín, do 72 hodín a do 30 dní; 5 % obratu, 250 zamestnancov."],
  ["Dňa 3. marca 2026, 20. 11. 2026, 2026-11-20 a 1/2026"],
  ["NACE 62.01, 35.11 a IČO 35 763 469"],
  ["bod 3 dotazníka a bod a) zoznamu"],
  ["V prílohe e-mailu nájdete zoznam, príloha má 3 strany."],
  ["State of the art 24/7 monitoring; the art of war, 21 chapters"],
  ["Certifikácia podľa ISO/IEC 27001:2022 je výhodou."],
  ["článok o bezpečnosti a odsek o heslách"],
  ["The annex of the decree lists criteria; this article explains them."],
  ["{title} je názov"],
  ["https://eur-lex.europa.eu/eli/dir/2022/2555/oj"],
  [""],
])("no citation, so nothing to refuse: %s", (text) => {
  expect(checkCitations(text, acts)).toEqual({ valid: true, citations: [] });
});

test.each<[string, string]>([
  ["§ 24 a 72 hodín podľa zákona č. 69/2018 Z. z.", "+sk-69-2018 24"],
  ["§ 20 a 21. novembra podľa zákona č. 69/2018 Z. z.", "+sk-69-2018 20"],
  ["čl. 23 a 24 hodín podľa smernice (EÚ) 2022/2555", "+nis2 23"],
  ["Podle čl. 21 směrnice (EU) 2022/2555 a 10 měsíců poté", "+nis2 21"],
])("a number beside a citation is not always a part of it: %s", (text, verdicts) => {
  expect(verdictsOf(text)).toBe(verdicts);
});

test.each<[string, string]>([
  ["Úrad v § nenašiel nič", "?"],
  ["§ 20", "?20"],
  ["čl. 21", "?21"],
  ["Article 21", "?21"],
  ["Section 3", "?3"],
  ["Annex III", "?annex III"],
  ["príloha č. 1", "?annex 1"],
  ["podľa ods. 2 a písm. b)", "? | ?"],
  ["§ 20 tohto zákona", "?20"],
  ["čl. 21 uvedenej smernice", "?21"],
  ["Article 21 of this Directive", "?21"],
  ["Smernica (EÚ) 2022/2555 v čl. 21 tejto smernice", "+nis2 | ?21"],
  ["Article 5 of the GDPR and Article 21 of Directive (EU) 2022/2555", "?5 | +nis2 21"],
  ["čl. 5 GDPR a čl. 21 smernice (EÚ) 2022/2555", "?5 | +nis2 21"],
  ["čl. 21 NIS2", "?21"],
  ["Article 5 AI Act", "?5"],
  ["§ 20 Občianskeho zákonníka a § 20 zákona č. 69/2018 Z. z.", "?20 | +sk-69-2018 20"],
  ["Annex A.5.1 to ISO/IEC 27001:2022", "?annex A"],
  ["ISO/IEC 27001:2022, clause 6.1", "?"],
  ["clause 6.1 of ISO/IEC 27001", "?"],
  ["zákon č. 69/2018", "?"],
  ["zákon č. 69/2018 Sb.", "?"],
  ["zmluva č. 5/2023", "?"],
  ["rozhodnutie (EÚ) 2022/2555", "?"],
  ["Directive 2011/93/EU", "?"],
  ["nariadenie (EÚ) 2022/2554", "?"],
  ["Regulation (EC) 2022/2555", "?"],
  ["vykonávacie nariadenie (EÚ) 2024/1689", "?"],
  ["delegované nariadenie (EÚ) 2024/1689", "?"],
  ["nariadenie (EÚ) 2022/2555", "?"],
  ["Act No. 227/2025 Z. z.", "?"],
  ["69/2018 Z. z.", "?"],
  ["smernica (EÚ) 2022/25555", "?"],
  ["smernica (EÚ) 2022/2555a", "?"],
  ["§ 20/1 zákona č. 69/2018 Z. z.", "-sk-69-2018 20"],
  ["§ 020 zákona č. 69/2018 Z. z.", "-sk-69-2018 020"],
  ["Article 21.2 of Directive (EU) 2022/2555", "-nis2 21"],
  ["Article 21(2)(A) of Directive (EU) 2022/2555", "-nis2 21(2)(A)"],
  ["Article 21(2)(a-j) of Directive (EU) 2022/2555", "-nis2 21(2)"],
  ["Article 21(2)(aa) of Directive (EU) 2022/2555", "-nis2 21(2)(aa)"],
  ["Article 21(2)(a)(1) of Directive (EU) 2022/2555", "-nis2 21(2)(a)/1"],
  ["čl. 21 ods. 2 písm. a) b) c) smernice (EÚ) 2022/2555", "-nis2 21(2)(a)"],
  ["§ 21 smernice (EÚ) 2022/2555", "-nis2 21"],
  ["čl. 20 zákona č. 69/2018 Z. z.", "-sk-69-2018 20"],
  ["§ 20 zákona č. 366/2024 Z. z.", "-sk-366-2024 20"],
  ["Annex 1 to Directive (EU) 2022/2555", "-nis2 annex 1"],
  ["Annex I to Act No. 69/2018 Z. z.", "-sk-69-2018 annex I"],
  ["Annex to Regulation (EU) 2024/1689", "-ai-act annex"],
  ["Annex VIII, Section B, point 7, to Regulation (EU) 2024/1689", "+ai-act annex VIII | -ai-act"],
  ["Chapter IV of Directive (EU) 2022/2555", "-nis2"],
  ["Recital 5 of Directive (EU) 2022/2555", "-nis2"],
  ["third paragraph of Article 21 of Directive (EU) 2022/2555", "-nis2 21"],
  ["bod 99 zákona č. 264/2025 Sb.", "-cz-264-2025"],
  ["Article 6 of Directive (EU) 2022/2555, point (99)", "+nis2 6 | -nis2 6/99"],
  ["§ 20 zákona č. 69/2018 Z. z. Podľa § 24 treba hlásiť.", "+sk-69-2018 20 | ?24"],
  ["Podľa čl. 21. Smernica (EÚ) 2022/2555 platí.", "?21 | +nis2"],
  ["- § 20 zákona č. 69/2018 Z. z.\n- § 24", "+sk-69-2018 20 | ?24"],
  ["Article 21 of Directive (EU) 2022/2555 and 147 of Regulation (EU) 2024/1689", "+nis2 21 | -ai-act 147"],
  ["Section 20, subsection 9, of Act No. 69/2018 Coll.", "-sk-69-2018 20(9)"],
  ["Article 21(2), subparagraph 3, of Directive (EU) 2022/2555", "-nis2 21(2)"],
  ["Article 21 and Article 99 of the same Directive (EU) 2022/2555", "+nis2 21 | -nis2 99"],
  ["§ 20 a § 21 zákona č. 40/1964 Zb. a zákon č. 69/2018 Z. z.", "?20 | ?21 | +sk-69-2018"],
  ["§ 20 ZKB a § 20 zákona č. 69/2018 Z. z.", "?20 | +sk-69-2018 20"],
  ["príl. č. 9 k zákonu č. 69/2018 Z. z.", "-sk-69-2018 annex 9"],
  ["paragraf 99 zákona č. 69/2018 Z. z.", "-sk-69-2018 99"],
  ["{nis2 21(2)(a)} zostalo nerozvinuté", "?"],
])("in doubt a citation is not confirmed: %s", (text, verdicts) => {
  expect(verdictsOf(text)).toBe(verdicts);
  expect(checkCitations(text, acts).valid).toBe(false);
});
