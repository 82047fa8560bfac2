import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../../../rules/citations/check.ts";
import { reviewInterval } from "./obligation-entry.tsx";

const { app, asked } = webOver();
const { acts } = knowledge;
const pageOf = async (address: string) => (await app.request(address)).text();
const plain = (html: string) => html.replace(/<[^>]+>/g, "\n");
const codesOf = (html: string) =>
  [...html.matchAll(/<article class="obligation obligation-row-text" id="([^"]+)"/g)].map(([, code]) => code);

describe.each(LOCALES)("the catalog in %s", (locale) => {
  test("has all thirty obligations, each with an anchor of its code and three columns of law", async () => {
    const html = await pageOf(`/${locale}/obligations`);
    expect(codesOf(html)).toHaveLength(30);
    expect(new Set(codesOf(html)).size).toBe(30);
    expect(html.match(/class="basis-column"/g)).toHaveLength(90);
    expect(asked.at(-1)).toMatchObject({ name: "obligation_catalog", args: { locale }, limits: [] });
  });

  test("shows no reference to the law that is not confirmed", async () => {
    const html = await pageOf(`/${locale}/obligations`);
    const lists = [...html.matchAll(/<ul class="citations"[^>]*>(.*?)<\/ul>/g)].map(([, list = ""]) => plain(list));
    expect(lists).toHaveLength(89);
    for (const list of lists) {
      const { citations } = checkCitations(list, acts);
      expect(citations.length).toBeGreaterThan(0);
      expect(citations.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
    }
    const notes = plain(/<details class="how-to-read">(.*?)<\/details>/.exec(html)?.[1] ?? "");
    const { citations } = checkCitations(notes, acts);
    expect(citations.length).toBeGreaterThanOrEqual(3);
    expect(citations.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
  });

  test.each([
    ["20", 2],
    ["21", 16],
    ["23", 8],
    ["27", 2],
    ["29", 2],
  ])("article %s is a link that leaves its %i obligations", async (article, count) => {
    expect(await pageOf(`/${locale}/obligations`)).toContain(`href="/${locale}/obligations?article=${article}"`);
    const codes = codesOf(await pageOf(`/${locale}/obligations?article=${article}`));
    expect(codes).toHaveLength(count);
    expect(codes.every((code) => code?.startsWith(`NIS2-${article}-`))).toBe(true);
  });
});

test("an article that the catalog does not have leaves all of them", async () => {
  expect(codesOf(await pageOf("/sk/obligations?article=22"))).toHaveLength(30);
});

test("an obligation has an address of its own, whichever case it is written in, with its neighbours", async () => {
  for (const code of ["NIS2-23-4-A", "nis2-23-4-a"]) {
    const html = await pageOf(`/sk/obligations/${code}`);
    expect(html).toContain("<title>Včasné varovanie do 24 hodín (NIS2-23-4-A) · Dosah</title>");
    expect(html).toContain('href="/sk/obligations#NIS2-23-4-A"');
    expect(html).toContain('href="/sk/obligations/NIS2-23-3"');
    expect(html).toContain('href="/sk/obligations/NIS2-23-4-B"');
  }
  expect((await app.request("/sk/obligations/NIS2-99-1")).status).toBe(404);
});

test.each([
  ["SK", "Slovenské právo", "České právo"],
  ["CZ", "České právo", "Slovenské právo"],
])(
  "for %s only its law stands beside that of the Union, and every link keeps the choice",
  async (country, own, other) => {
    for (const address of [`/sk/obligations?country=${country}`, `/sk/obligations/NIS2-21-1?country=${country}`]) {
      const html = await pageOf(address);
      const columns = [...html.matchAll(/<h[24] class="basis-title">([^<]+)/g)].map(([, title]) => title);
      expect(new Set(columns)).toEqual(new Set([own, "Právo EÚ"]));
      expect(columns).not.toContain(other);
      const items = [...html.matchAll(/href="(\/sk\/obligations\/NIS2-[^"]+)"/g)].map(([, link = ""]) => link);
      expect(items.length).toBeGreaterThan(0);
      for (const link of items) expect(link).toContain(`?country=${country}`);
    }
  },
);

describe.each(LOCALES)("an obligation and its questions in %s", (locale) => {
  test("point at each other, and every anchor is there", async () => {
    const catalog = await pageOf(`/${locale}/obligations`);
    for (const code of codesOf(catalog).filter((_code, index) => index % 5 === 0)) {
      const html = await pageOf(`/${locale}/obligations/${code}`);
      const links = [...html.matchAll(/href="(\/\w\w\/questionnaire\/[^"]+)#([^"]+)"/g)];
      expect(links.length, code).toBeGreaterThan(0);
      for (const [, address = "", id] of links) {
        const area = await pageOf(address.replaceAll("&amp;", "&"));
        const start = area.indexOf(`<div class="question rung" id="${id}"`);
        expect(start, `${code} ${id}`).toBeGreaterThan(-1);
        const next = area.indexOf('<div class="question rung"', start + 1);
        expect(area.slice(start, next < 0 ? undefined : next)).toContain(`href="/${locale}/obligations/${code}"`);
      }
    }
  });

  test("the one that no question pre-fills says so", async () => {
    const html = await pageOf(`/${locale}/obligations/NIS2-21-5`);
    const words = { sk: "stav určíte sami", cs: "stav určíte sami", en: "set its status yourself" };
    expect(html).toContain(words[locale]);
    expect(html).not.toMatch(/\/questionnaire\/[^"]+#/);
  });
});

test("where nothing was found, that is said instead of an empty column", async () => {
  expect(await pageOf("/sk/obligations/NIS2-29-4")).toContain("Ustanovenie, ktoré by to upravovalo, sme nenašli.");
  expect(await pageOf("/sk/obligations/NIS2-21-1")).not.toContain("sme nenašli.</p><ul");
});

test("a text or a reference that is not confirmed is left out and said to be", async () => {
  const item = {
    code: "NIS2-20-1",
    article: null,
    name: null,
    description: null,
    reviewIntervalMonths: 12,
    legalBasis: { SK: [null], CZ: [], EU: [] },
    questions: [],
    legalBasisMatch: { SK: "direct", CZ: "none", EU: "none" },
  };
  const withheld = webOver({
    obligation_catalog: () => ({
      version: "1.0",
      count: 1,
      items: [item],
      sources: [],
      indicative: true,
      disclaimer: "x",
      dataAsOf: "2026-11-20",
    }),
  });
  const html = await (await withheld.app.request("/en/obligations")).text();
  expect(html).toContain("Obligation without a name");
  expect(html).toContain("The words are not shown");
  expect(html).toContain("<li>a citation that could not be confirmed</li>");
  expect(html).not.toMatch(/>null</);
});

test.each([
  [12, "raz za rok", "jednou za rok", "once a year"],
  [6, "každých 6 mesiacov", "každých 6 měsíců", "every 6 months"],
  [3, "každé 3 mesiace", "každé 3 měsíce", "every 3 months"],
  [1, "každý mesiac", "každý měsíc", "every month"],
])("%i months are said in words", (months, sk, cs, en) => {
  expect(LOCALES.map((locale) => reviewInterval(months, locale))).toEqual([sk, cs, en]);
});
