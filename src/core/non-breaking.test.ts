import { expect, test } from "vitest";
import { keepShortWords, nonBreaking } from "./non-breaking.ts";

test.each([
  ["§ 17 ods. 1 písm. c) bod 5 zákona č. 69/2018 Z. z.", "§_17 ods._1 písm._c) bod_5 zákona č._69/2018_Z._z."],
  ["§ 14 odst. 1 písm. a) zákona č. 264/2025 Sb.", "§_14 odst._1 písm._a) zákona č._264/2025_Sb."],
  ["čl. 2 ods. 1 smernice (EÚ) 2022/2555", "čl._2 ods._1 smernice (EÚ)_2022/2555"],
  ["Article 6, point 35, of Directive (EU) 2022/2555", "Article_6, point_35, of Directive (EU)_2022/2555"],
  ["Stav údajov: 20. novembra 2026", "Stav údajov: 20._novembra_2026"],
  ["State of the data: 1 January 2016", "State of the data: 1_January_2016"],
])("a reference and a day stay on one line: %s", (text, expected) => {
  expect(nonBreaking(text).replaceAll("\u00a0", "_")).toBe(expected);
});

test("other words may break anywhere, and no word is changed", () => {
  const text = "Firma má 60 zamestnancov a obrat 12 mil. eur; obvod 2026 bodov.";
  expect(nonBreaking(text)).toBe(text);
});

test.each([
  ["sk", "podiel 25 až 50 % v inej firme", "podiel 25 až 50_% v_inej firme"],
  ["cs", "podíl 25 % a více", "podíl 25_% a_více"],
  ["en", "a share of 25 % or more", "a share of 25_% or more"],
] as const)("in %s a percent sign stays on the line of its number", (locale, text, expected) => {
  expect(keepShortWords(text, locale).replaceAll("\u00a0", "_")).toBe(expected);
});
