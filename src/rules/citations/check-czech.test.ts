import { join } from "node:path";
import { expect, test } from "vitest";
import { loadActs } from "../../knowledge/acts.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { checkCitations } from "./check.ts";

const acts = loadActs(join(KNOWLEDGE_DIR, "acts"));
const signs = { confirmed: "+", not_confirmed: "-", unrecognized: "?" };

/** Each citation as its sign, act and place: `+nis2 21(2)(a)` is confirmed, `-…` is not, `?…` is unrecognized. */
function verdictsOf(text: string): string {
  const { citations } = checkCitations(text, acts);
  return citations
    .map(({ act, unit, verdict }) => `${signs[verdict]}${[act, unit].filter((part) => part !== null).join(" ")}`)
    .join(" | ");
}

// A citation that exists, then its neighbour that does not.
test.each<[string, string]>([
  ["čl. 21 odst. 2 písm. a) směrnice (EU) 2022/2555", "+nis2 21(2)(a)"],
  ["čl. 21 odst. 6 písm. a) směrnice (EU) 2022/2555", "-nis2 21(6)(a)"],
  ["§ 13 zákona č. 264/2025 Sb.", "+cz-264-2025 13"],
  ["§ 74 zákona č. 264/2025 Sb.", "-cz-264-2025 74"],
  ["§ 14 odst. 1 písm. a) bod 6 zákona č. 264/2025 Sb.", "+cz-264-2025 14(1)(a)/6"],
  ["§ 14 odst. 1 písm. c) bod 6 zákona č. 264/2025 Sb.", "-cz-264-2025 14(1)(c)/6"],
  ["§ 3 odst. 2 písm. b) vyhlášky č. 410/2025 Sb.", "+cz-410-2025 3(2)(b)"],
  ["§ 3 odst. 2 písm. d) vyhlášky č. 410/2025 Sb.", "-cz-410-2025 3(2)(d)"],
  ["čl. 3 odst. 4 přílohy doporučení 2003/361/ES", "+sme-recommendation annex:3(4)"],
  ["čl. 3 odst. 6 přílohy doporučení 2003/361/ES", "-sme-recommendation annex:3(6)"],
  ["článek 21 směrnice (EU) 2022/2555", "+nis2 21"],
  ["článek 210 směrnice (EU) 2022/2555", "-nis2 210"],
  ["podle článku 23 odst. 4 směrnice (EU) 2022/2555", "+nis2 23(4)"],
  ["podle článku 23 odst. 12 směrnice (EU) 2022/2555", "-nis2 23(12)"],
  ["příloha III bod 4 písm. a) nařízení (EU) 2024/1689", "+ai-act annex III/4(a)"],
  ["příloha III bod 4 písm. c) nařízení (EU) 2024/1689", "-ai-act annex III/4(c)"],
  ["bod 8 písm. b) přílohy III nařízení (EU) 2024/1689", "+ai-act annex III/8(b)"],
  ["bod 8 písm. c) přílohy III nařízení (EU) 2024/1689", "-ai-act annex III/8(c)"],
  ["příloha č. 5 k vyhlášce č. 409/2025 Sb.", "+cz-409-2025 annex 5"],
  ["příloha č. 7 k vyhlášce č. 409/2025 Sb.", "-cz-409-2025 annex 7"],
  ["v příloze č. 3 k vyhlášce č. 410/2025 Sb.", "+cz-410-2025 annex 3"],
  ["v příloze č. 4 k vyhlášce č. 410/2025 Sb.", "-cz-410-2025 annex 4"],
  ["příloha bod 2.1 prováděcího nařízení (EU) 2024/2690", "+cir-2024-2690 annex/2.1"],
  ["příloha bod 3.7 prováděcího nařízení (EU) 2024/2690", "-cir-2024-2690 annex/3.7"],
  ["bod 2.1 přílohy prováděcího nařízení Komise (EU) 2024/2690", "+cir-2024-2690 annex/2.1"],
  ["bod 2.1 přílohy nařízení Komise (EU) 2024/2690", "?annex/2.1"],
  ["příloha k vyhlášce č. 408/2025 Sb.", "+cz-408-2025 annex"],
  ["příloha k vyhlášce č. 410/2025 Sb.", "-cz-410-2025 annex"],
  ["bod 16.12 přílohy k vyhlášce č. 408/2025 Sb.", "+cz-408-2025 annex/16.12"],
  ["bod 23.1 přílohy k vyhlášce č. 408/2025 Sb.", "-cz-408-2025 annex/23.1"],
  ["příloha vyhlášky č. 408/2025 Sb., bod 18.9", "+cz-408-2025 annex | +cz-408-2025 annex/18.9"],
  ["příloha vyhlášky č. 408/2025 Sb., bod 18.10", "+cz-408-2025 annex | -cz-408-2025 annex/18.10"],
  ["nařízení Evropského parlamentu a Rady (EU) 2024/1689", "+ai-act"],
  ["nařízení Komise (EU) 2024/1689", "?"],
  ["směrnicí (EU) 2022/2555", "+nis2"],
  ["směrnicí (EU) 2024/1689", "?"],
  ["s nařízením (EU) 2026/1744", "+ai-omnibus"],
  ["s nařízením (EU) 2026/1745", "?"],
  ["v doporučení Komise 2003/361/ES", "+sme-recommendation"],
  ["v doporučení Komise 2003/361", "?"],
  ["zákonem č. 264/2025 Sb.", "+cz-264-2025"],
  ["zákonem č. 181/2014 Sb.", "?"],
  ["vyhlášce NÚKIB č. 334/2025 Sb.", "+cz-334-2025"],
  ["vyhlášce NÚKIB č. 227/2025 Z. z.", "?"],
  ["vyhláška Národního úradu pro kybernetickou a informační bezpečnost č. 409/2025 Sb.", "+cz-409-2025"],
  ["vyhláška Národního bezpečnostního úřadu č. 409/2025 Sb.", "?"],
  ["§ 4 odst. 1 písm. a) bod 15 zákona č. 264/2025 Sb.", "+cz-264-2025 4(1)(a)/15"],
  ["§ 4 odst. 1 písm. a) bod 16 zákona č. 264/2025 Sb.", "-cz-264-2025 4(1)(a)/16"],
  ["§ 5 písm. a) bod 4 zákona č. 264/2025 Sb.", "+cz-264-2025 5(a)/4"],
  ["§ 5 písm. a) bod 5 zákona č. 264/2025 Sb.", "-cz-264-2025 5(a)/5"],
  ["§ 59 odst. 1 písm. o) zákona č. 264/2025 Sb.", "+cz-264-2025 59(1)(o)"],
  ["§ 59 odst. 1 písm. p) zákona č. 264/2025 Sb.", "-cz-264-2025 59(1)(p)"],
  ["§ 14 odst. 1 písm. a) body 1 až 14 zákona č. 264/2025 Sb.", "+cz-264-2025 14(1)(a)/1 | +cz-264-2025 14(1)(a)/14"],
  ["§ 14 odst. 1 písm. a) body 1 až 15 zákona č. 264/2025 Sb.", "+cz-264-2025 14(1)(a)/1 | -cz-264-2025 14(1)(a)/15"],
  [
    "§ 14 odst. 1 písm. a) bod 6 a písm. b) bod 11 zákona č. 264/2025 Sb.",
    "+cz-264-2025 14(1)(a)/6 | +cz-264-2025 14(1)(b)/11",
  ],
  [
    "§ 14 odst. 1 písm. a) bod 6 a písm. b) bod 12 zákona č. 264/2025 Sb.",
    "+cz-264-2025 14(1)(a)/6 | -cz-264-2025 14(1)(b)/12",
  ],
  ["bod 6 písm. a) odst. 1 § 14 zákona č. 264/2025 Sb.", "+cz-264-2025 14(1)(a)/6"],
  ["bod 15 písm. a) odst. 1 § 14 zákona č. 264/2025 Sb.", "-cz-264-2025 14(1)(a)/15"],
  ["§ 7 písm. f) vyhlášky č. 409/2025 Sb.", "+cz-409-2025 7(f)"],
  ["§ 7 písm. i) vyhlášky č. 409/2025 Sb.", "-cz-409-2025 7(i)"],
  ["§ 3 písm. f) vyhlášky č. 409/2025 Sb.", "+cz-409-2025 3(f)"],
  ["§ 3 odst. 1 písm. f) vyhlášky č. 409/2025 Sb.", "-cz-409-2025 3(1)(f)"],
  ["§ 2 odst. 2 písm. g) vyhlášky č. 334/2025 Sb.", "+cz-334-2025 2(2)(g)"],
  ["§ 2 odst. 2 písm. h) vyhlášky č. 334/2025 Sb.", "-cz-334-2025 2(2)(h)"],
  ["§ 59 odst. 4 písm. a) a b) zákona č. 264/2025 Sb.", "+cz-264-2025 59(4)(a) | +cz-264-2025 59(4)(b)"],
  ["§ 59 odst. 4 písm. a) a f) zákona č. 264/2025 Sb.", "+cz-264-2025 59(4)(a) | -cz-264-2025 59(4)(f)"],
  [
    "§ 13 odst. 4, § 14 a § 18 odst. 1 zákona č. 264/2025 Sb.",
    "+cz-264-2025 13(4) | +cz-264-2025 14 | +cz-264-2025 18(1)",
  ],
  [
    "§ 13 odst. 6, § 14 a § 18 odst. 1 zákona č. 264/2025 Sb.",
    "-cz-264-2025 13(6) | +cz-264-2025 14 | +cz-264-2025 18(1)",
  ],
  [
    "§ 6 odst. 1 zákona č. 264/2025 Sb.; § 2 odst. 2 písm. a) vyhlášky č. 334/2025 Sb.",
    "+cz-264-2025 6(1) | +cz-334-2025 2(2)(a)",
  ],
  [
    "§ 6 odst. 5 zákona č. 264/2025 Sb.; § 8 odst. 2 písm. a) vyhlášky č. 334/2025 Sb.",
    "-cz-264-2025 6(5) | -cz-334-2025 8(2)(a)",
  ],
  ["čl. 5 odst. 1 písm. bb) nařízení (EU) 2024/1689", "+ai-act 5(1)(bb)"],
  ["čl. 5 odst. 1 písm. i) nařízení (EU) 2024/1689", "-ai-act 5(1)(i)"],
  ["čl. 26 odst. 7 nařízení (EU) 2024/1689", "+ai-act 26(7)"],
  ["čl. 60b nařízení (EU) 2024/1689", "-ai-act 60b"],
  ["čl. 6 body 1 až 41 směrnice (EU) 2022/2555", "+nis2 6/1 | +nis2 6/41"],
  ["čl. 6 body 1 až 42 směrnice (EU) 2022/2555", "+nis2 6/1 | -nis2 6/42"],
  ["zákon č. 264/2025 Sb., ve znění pozdějších předpisů", "+cz-264-2025"],
  ["zákon č. 265/2025 Sb., ve znění pozdějších předpisů", "?"],
  ["zákon č. 69/2018 Sb. z.", "+sk-69-2018"],
  ["zákon č. 69/2018 Sb.", "?"],
  [
    "§ 13 českého zákona č. 264/2025 Sb. a § 20 slovenského zákona č. 69/2018 Z. z.",
    "+cz-264-2025 13 | +sk-69-2018 20",
  ],
  [
    "§ 13 českého zákona č. 264/2025 Sb. a § 26 slovenského zákona č. 69/2018 Z. z.",
    "+cz-264-2025 13 | -sk-69-2018 26",
  ],
  ["Zákon č. 264/2025 Sb., § 13, provádí směrnici (EU) 2022/2555, čl. 21.", "+cz-264-2025 13 | +nis2 21"],
  ["Zákon č. 264/2025 Sb., § 13, provádí směrnici (EU) 2022/2555, čl. 47.", "+cz-264-2025 13 | -nis2 47"],
  ["§ 20 odst. 1 a čl. 21 odst. 2 směrnice (EU) 2022/2555", "-nis2 20(1) | +nis2 21(2)"],
])("a Czech citation: %s", (text, verdicts) => {
  expect(verdictsOf(text)).toBe(verdicts);
  expect(checkCitations(text, acts).valid).toBe(verdicts.split(" | ").every((verdict) => verdict.startsWith("+")));
});
