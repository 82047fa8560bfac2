import { describe, expect, test } from "vitest";
import { chooseLinks } from "./choose-links.ts";
import { readPageText } from "./page-text.ts";
import { statedNumbers } from "./stated-number.ts";

const ICO = "25702556";

describe("a number that a page states", () => {
  test.each([
    ["IČO: 257 02 556", ICO],
    ["IČ/DIČ: 25702556 / CZ25702556", ICO],
    ["IČ: 686395", "00686395"],
    ["IČO – 25702556", ICO],
    ["ičo 25702556", ICO],
    ["IČO: CZ25702556", ICO],
    ["Identifikačné číslo organizácie: 25702556", ICO],
    ["Identifikační číslo osoby 25702556", ICO],
    ["Company ID: 25702556", ICO],
    ["ID No. 25702556", ICO],
    ["Reg. No 25702556", ICO],
    ["IČO:\u00a0257\u202f02\u00a0556", ICO],
    ["IČO\u200f:\u200f 2570\u200b2556", ICO],
    ["IČO 36631124 821 05 Bratislava", "36631124"],
  ])("is found in %j", (text, expected) => {
    expect(statedNumbers(text)).toEqual([expected]);
  });

  test.each([
    "DIČ: CZ25702556",
    "IČ DPH: CZ25702556",
    "IČO: 257025561",
    "tel. 25702556",
    "25702556",
    "MAGICO 25702556",
    "IČO: číslo je 25702556",
    "IČO: 257\n02556",
    "IČO 12345",
  ])("is not found in %j", (text) => {
    expect(statedNumbers(text)).toEqual([]);
  });
});

describe("what people see of a page", () => {
  test.each([
    ["<table><tr><td>IČO</td><td>257 02 556</td></tr></table>", true],
    ["<p>I<b>Č</b>O: <span>257</span> 02 556</p>", true],
    ["<p>I&#268;O:&nbsp;25702556</p>", true],
    ["<template>IČO: 25702556</template>", false],
    ["<script>IČO: 25702556</script>", false],
    ["<style>IČO: 25702556</style>", false],
    ["<!-- IČO: 25702556 -->", false],
    ['<p data-ico="IČO: 25702556" title="IČO: 25702556">x</p>', false],
    ["<p>IČO: 2570</p><p>2556</p>", false],
    ["<div>IČO: 2570<br>2556</div>", false],
  ])("%s states it: %s", (html, isStated) => {
    expect(statedNumbers(readPageText(html).text).includes(ICO)).toBe(isStated);
  });

  test("links to the pages of a firm are chosen by words and paths, the likeliest first, five of them, of the same domain", () => {
    const html = [
      '<a href="/privacy">Privacy</a>',
      '<a href="/o-nas">Kto sme</a>',
      '<a href="https://firma.sk/kontakt?a=1#x">Napíšte nám</a>',
      '<a href="https://www.firma.sk/Impressum">x</a>',
      '<a href="https://kontakt.sk/kontakt">Kontakt</a>',
      '<a href="http://firma.sk/contact">Contact</a>',
      '<a href="mailto:kontakt@firma.sk">Kontakt</a>',
      '<a href="/blog">Blog</a>',
      '<a href="/fakturacne%20udaje">Údaje</a>',
      '<a href="/x">Obchodné podmienky</a>',
      '<a href="/terms">Terms</a>',
    ].join("\n");
    const { links } = readPageText(html);
    const chosen = chooseLinks(links, { url: "https://firma.sk/", registrable: "firma.sk" }, []);
    expect(chosen.map(({ url }) => url)).toEqual([
      "https://firma.sk/kontakt?a=1",
      "https://www.firma.sk/Impressum",
      "https://firma.sk/fakturacne%20udaje",
      "https://firma.sk/o-nas",
      "https://firma.sk/x",
    ]);
  });
});
