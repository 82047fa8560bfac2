import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FEED_TOPICS, type FeedTopic } from "../../core/feed-item.ts";
import { loadTopicRules } from "../../knowledge/feed-topics.ts";
import { KNOWLEDGE_DIR, loadCsv } from "../../knowledge/load.ts";
import { createTermMatcher, createTopicClassifier } from "./classify-topics.ts";
import { type LabelledTitle, score } from "./labelled.ts";

const rules = loadTopicRules(KNOWLEDGE_DIR);
const classify = createTopicClassifier(rules);
const topicsOf = (title: string, summary = "") => classify(title, summary).map(({ topic }) => topic);

function labelled(file: string): LabelledTitle[] {
  const row = z.object({ lang: z.enum(["sk", "cs", "en"]), topics: z.string(), title: z.string().min(5) });
  return loadCsv(join(import.meta.dirname, file), row).map(({ lang, topics, title }) => {
    const given = topics === "" ? [] : topics.split(";");
    return { lang, title, topics: FEED_TOPICS.filter((topic) => given.includes(topic)) };
  });
}

const tuned = labelled("labelled-titles.csv");
const heldOut = labelled("held-out-titles.csv");

test("there are titles enough, in three languages, with and without a topic", () => {
  expect(tuned.length).toBeGreaterThanOrEqual(120);
  for (const lang of ["sk", "cs", "en"]) {
    const those = tuned.filter((title) => title.lang === lang);
    expect(those.filter(({ topics }) => topics.length > 0).length).toBeGreaterThan(20);
    expect(those.filter(({ topics }) => topics.length === 0).length).toBeGreaterThan(10);
  }
  expect(new Set([...tuned, ...heldOut].map(({ title }) => title)).size).toBe(tuned.length + heldOut.length);
});

test("a topic is right in every labelled title, and nearly all are found", () => {
  const { precision, recall } = score(tuned, topicsOf);
  expect(precision).toBe(1);
  expect(recall).toBeGreaterThanOrEqual(0.97);
});

test("titles that the rules were not made with get no wrong topic, and most of the right ones", () => {
  const { precision, recall } = score(heldOut, topicsOf);
  expect(precision).toBeGreaterThanOrEqual(0.97);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test("the score tells a wrong topic and a missed one apart", () => {
  const titles: LabelledTitle[] = [
    { lang: "en", title: "a", topics: ["NIS2"] },
    { lang: "en", title: "b", topics: ["DORA"] },
  ];
  expect(score(titles, () => ["NIS2"])).toMatchObject({ right: 1, wrong: 1, missed: 1, precision: 0.5, recall: 0.5 });
  expect(score(titles, () => [])).toMatchObject({ precision: null, recall: 0 });
  expect(score(titles, () => ["NIS2"], "DORA")).toMatchObject({ right: 0, wrong: 0, missed: 1 });
});

test.each<[string, string, string, FeedTopic[]]>([
  ["the summary counts like the title", "Novinka", "Nový zákon o kybernetické bezpečnosti platí.", ["NIS2"]],
  [
    "a term does not reach from the title into the summary",
    "Zákon o kybernetické",
    "bezpečnosti dětí na internetu",
    [],
  ],
  ["diacritics don't count", "zakon o kybernetickej bezpecnosti", "", ["NIS2"]],
  ["case does not count in words", "CYBER RESILIENCE ACT", "", ["CRA"]],
  ["case counts in an acronym", "Dora and Cra", "cyber security of products", []],
  ["punctuation does not count", "NIS-2, DORA: GDPR!", "", ["NIS2", "DORA", "GDPR"]],
  ["a word that only begins like a term is another word", "NIS20 and GDPRX", "", []],
  ["an exclusion in the summary counts", "CRA guidelines on cyber risk", "For credit rating agencies.", []],
  ["an exclusion takes its own rule only", "NIS2 and the EU Cybersecurity Act", "", ["NIS2"]],
  ["topics come in one order, each once", "GDPR, NIS2, smernica NIS2 a GDPR", "NIS2", ["NIS2", "GDPR"]],
])("%s", (_case, title, summary, topics) => {
  expect(topicsOf(title, summary)).toEqual(topics);
});

test.each([
  "zákon o kybernetickej bezpečnosti",
  "zákona o kybernetickej bezpečnosti",
  "zákonom o kybernetickej bezpečnosti",
  "zákone o kybernetické bezpečnosti",
  "vyhláška č. 227/2025 Z. z.",
  "vyhlášky č. 227/2025 Z. z.",
  "vyhlášce č. 409/2025 Sb.",
  "prevádzkovateľmi základných služieb",
  "poskytovatelům regulovaných služeb",
])("an inflected form is the same law: %s", (words) => {
  expect(topicsOf(`Novinky: ${words} v praxi`)).toEqual(["NIS2"]);
});

test("the reason names the rule and its own term, never the words of the item", () => {
  const foreign = "ZÁKONA o KYBERNETICKEJ bezpečnosti";
  expect(classify(`Podľa ${foreign}`, "")).toEqual([
    { topic: "NIS2", rule: "nis2-national-act", term: "zákon* o kybernetickej bezpečnosti" },
  ]);
});

describe("terms", () => {
  test.each<[string, string, boolean]>([
    ["a b", "x a b y", true],
    ["a b", "a x b", false],
    ["a b*", "a bcd", true],
    ["a b*", "a", false],
    ["=AB", "AB", true],
    ["=AB", "ab", false],
    ["2022/2555", "(EU) 2022/2555.", true],
    ["2022/2555", "2022 / 25555", false],
    ["čerň", "cern", true],
  ])("%j in %j: %s", (term, text, stands) => {
    expect(createTermMatcher([term])(text).has(term)).toBe(stands);
  });

  test("any text can be asked, and a text that holds a term has it wherever it stands", () => {
    const matcher = createTermMatcher(["zákon* o kybernetickej bezpečnosti", "=DORA"]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(matcher(`${before} zákonom o kybernetickej bezpečnosti ${after}`).size).toBeGreaterThan(0);
        matcher(before + after);
      }),
    );
  });
});

test("every rule gives a topic to some labelled title: none is there for show", () => {
  const used = new Set([...tuned, ...heldOut].flatMap(({ title }) => classify(title, "").map(({ rule }) => rule)));
  const idle = rules.rules.map(({ id }) => id).filter((id) => !used.has(id));
  expect(idle).toEqual([]);
});
