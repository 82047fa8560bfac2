import { expect, test } from "vitest";
import { typesetText } from "./typeset.ts";

const shown = (text: string, locale: "sk" | "cs" | "en") => typesetText(text, locale).replaceAll("\u00a0", "_");

test.each([
  ["sk", "Opatrenia v podniku a s tým spojené riziká", "Opatrenia v_podniku a_s_tým spojené riziká"],
  ["sk", "Zápisnica z 3. 11. 2026 (k bodu 4)", "Zápisnica z_3._11._2026 (k_bodu 4)"],
  ["sk", "pokuta 300 až 500 000 eur alebo 2 % obratu", "pokuta 300 až 500_000_eur alebo 2_% obratu"],
  ["sk", "Alfa s. r. o. a. s., Z. z., typ A a B", "Alfa s. r. o. a. s., Z. z., typ A_a_B"],
  ["sk", "§ 19 ods. 6 písm. a) zákona č. 69/2018 Z. z.", "§_19 ods._6 písm._a) zákona č._69/2018_Z._z."],
  ["cs", "I v Česku o úřadu, u soudu i k zákonu", "I_v_Česku o_úřadu, u_soudu i_k_zákonu"],
  ["cs", "do 31. prosince 2026 a do 10 miliónů", "do 31._prosince_2026 a_do 10 miliónů"],
  ["en", "A firm in a group of 1 500 people", "A firm in a group of 1_500 people"],
] as const)("%s: what is read as one stays on one line: %s", (locale, text, expected) => {
  expect(shown(text, locale)).toBe(expected);
});

test("nothing but blanks is changed, and line breaks stay", () => {
  const text = "a \nv\tz <b>k</b> =1+1 o  o https://a.sk/v z";
  expect(typesetText(text, "sk").replaceAll("\u00a0", " ")).toBe(text);
  expect(typesetText("v\nz", "sk")).toBe("v\nz");
});
