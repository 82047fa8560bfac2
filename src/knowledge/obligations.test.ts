import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { confirmText } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { editedCopiesOf } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadObligations } from "./obligations.ts";
import { knowledge } from "./shipped.fixture.ts";
import { knowledgeTexts } from "./texts.ts";

const DIR = join(KNOWLEDGE_DIR, "obligations");
const { acts } = knowledge;
const catalog = loadObligations(DIR, acts);
const editedCopy = editedCopiesOf(DIR);

test.each<[string, string, number, string, string, string]>([
  ["NIS2-20-1", "20(1)", 12, "direct", "direct", "direct"],
  ["NIS2-20-2", "20(2)", 12, "near", "direct", "near"],
  ["NIS2-21-1", "21(1)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-A", "21(2)(a)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-B", "21(2)(b)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-C", "21(2)(c)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-D", "21(2)(d)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-E", "21(2)(e)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-F", "21(2)(f)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-G", "21(2)(g)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-H", "21(2)(h)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-I-HR", "21(2)(i)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-I-ACC", "21(2)(i)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-I-AST", "21(2)(i)", 12, "direct", "direct", "direct"],
  ["NIS2-21-2-J", "21(2)(j)", 12, "near", "direct", "direct"],
  ["NIS2-21-3", "21(3)", 12, "direct", "direct", "near"],
  ["NIS2-21-4", "21(4)", 6, "near", "near", "near"],
  ["NIS2-21-5", "21(5)", 12, "direct", "direct", "direct"],
  ["NIS2-23-1", "23(1)", 12, "direct", "direct", "near"],
  ["NIS2-23-2", "23(2)", 12, "nearest_rule", "direct", "nearest_rule"],
  ["NIS2-23-3", "23(3)", 12, "direct", "direct", "direct"],
  ["NIS2-23-4-A", "23(4)(a)", 12, "direct", "direct", "nearest_rule"],
  ["NIS2-23-4-B", "23(4)(b)", 12, "direct", "direct", "nearest_rule"],
  ["NIS2-23-4-C", "23(4)(c)", 12, "direct", "direct", "nearest_rule"],
  ["NIS2-23-4-D", "23(4)(d)", 12, "direct", "direct", "near"],
  ["NIS2-23-4-E", "23(4)(e)", 12, "direct", "direct", "nearest_rule"],
  ["NIS2-27-2", "27(2)", 12, "near", "near", "none"],
  ["NIS2-27-3", "27(3)", 3, "direct", "direct", "none"],
  ["NIS2-29-1", "29(1)", 12, "nearest_rule", "near", "nearest_rule"],
  ["NIS2-29-4", "29(4)", 12, "none", "near", "none"],
])("%s is article %s, reviewed every %i months; SK %s, CZ %s, CIR %s", (code, article, months, SK, CZ, EU) => {
  const item = catalog.byCode.get(code);
  expect(item).toMatchObject({
    article: `nis2 ${article}`,
    reviewIntervalMonths: months,
    legalBasis: { SK: { match: SK }, CZ: { match: CZ }, EU: { match: EU } },
  });
});

test("the catalog has thirty items, in the order of the directive, and nothing fills a basis that was not found", () => {
  const codes = [...catalog.byCode.keys()];
  expect(codes).toHaveLength(30);
  expect([codes[0], codes.at(-1)]).toEqual(["NIS2-20-1", "NIS2-29-4"]);
  expect(catalog.byCode.get("NIS2-29-4")?.legalBasis).toMatchObject({
    SK: { references: [] },
    EU: { references: ["nis2 29(4)"] },
  });
});

test("for CZ the decrees of both regimes stand beside the act", () => {
  const all = [...catalog.byCode.values()].flatMap(({ legalBasis }) => legalBasis.CZ.references);
  for (const act of ["cz-264-2025", "cz-409-2025", "cz-410-2025"]) {
    expect(all.filter((reference) => reference.startsWith(`${act} `)).length).toBeGreaterThan(10);
  }
});

test("every text in every language passes the citation check", () => {
  const texts = knowledgeTexts(DIR);
  expect(texts).toHaveLength(30 * 2 * 3);
  const refused = texts.filter(({ text, locale }) => confirmText(expandCitations(text, locale, acts), acts) === null);
  expect(refused).toEqual([]);
});

test("every reference, written out in any language, passes the citation check", () => {
  for (const { article, legalBasis } of catalog.byCode.values()) {
    const { SK, CZ, EU } = legalBasis;
    for (const reference of [article, ...[SK, CZ, EU].flatMap(({ references }) => references)]) {
      for (const locale of ["sk", "cs", "en"] as const) {
        const text = expandCitations(`{${reference}}`, locale, acts);
        expect(confirmText(text, acts)).toBe(text);
      }
    }
  }
});

describe("a mistake stops the start and says where it is", () => {
  test.each<[string, string, string, string, RegExp]>([
    [
      "a citation of a place that does not exist",
      "article-20.yaml",
      "sk-69-2018 20(4)(h)",
      "sk-69-2018 20(4)(z)",
      /article-20\.yaml:\d+ 0\.legalBasis\.SK\.references\.0: names no act/,
    ],
    [
      "a citation of an act that is not registered",
      "article-29.yaml",
      "cz-334-2025 3(4)(c)",
      "cz-181-2014 3",
      /article-29\.yaml:\d+ 1\.legalBasis\.CZ\.references\.2: names no act/,
    ],
    [
      "Czech law in the Slovak column",
      "article-20.yaml",
      "- sk-227-2025 5(7)",
      "- cz-409-2025 4",
      /0\.legalBasis\.SK\.references\.3: is no law of SK/,
    ],
    [
      "a missing language",
      "article-23.yaml",
      "    cs: Hlášení kybernetických bezpečnostních incidentů s významným dopadem\n",
      "",
      /article-23\.yaml:\d+ 0\.name\.cs/,
    ],
    ["an empty text", "article-20.yaml", "    sk: Školenie vedenia", '    sk: ""', /article-20\.yaml:\d+ 1\.name\.sk/],
    [
      "a reference in a text that does not exist",
      "article-20.yaml",
      "sk: Školenie vedenia",
      'sk: "Školenie {nis2 20(7)}"',
      /1\.name\.sk: \{nis2 20\(7\)\} is neither a value/,
    ],
    [
      "an item too few",
      "catalog.yaml",
      "article: 21, items: 16",
      "article: 21, items: 17",
      /article-21\.yaml:\d+ : catalog\.yaml says 17 items, here are 16/,
    ],
    [
      "a code that stands twice",
      "article-20.yaml",
      "code: NIS2-20-2",
      "code: NIS2-20-1",
      /article-20\.yaml:\d+ 1\.code: NIS2-20-1 stands twice/,
    ],
    ["a code of another article", "article-20.yaml", "code: NIS2-20-2", "code: NIS2-21-9", /1\.code: a code NIS2-20-/],
    [
      "an item in the wrong file",
      "article-27.yaml",
      "article: nis2 27(2)",
      "article: nis2 29(1)",
      /is not in Article 27/,
    ],
    [
      "an EU basis that does not start with the article",
      "article-20.yaml",
      "        - nis2 20(1)\n",
      "",
      /0\.legalBasis\.EU\.references: must start with the article of the item, nis2 20\(1\)/,
    ],
    [
      "a basis that is said to be missing, yet stands there",
      "article-20.yaml",
      "match: near",
      "match: none",
      /1\.legalBasis\.SK\.match: is none exactly when/,
    ],
    [
      "a basis that is said to be there, yet is missing",
      "article-29.yaml",
      "match: none",
      "match: near",
      /1\.legalBasis\.SK\.match: is none exactly when/,
    ],
    [
      "an interval of no months",
      "article-27.yaml",
      "reviewIntervalMonths: 3",
      "reviewIntervalMonths: 0",
      /1\.reviewIntervalMonths/,
    ],
    [
      "a field nobody knows",
      "article-29.yaml",
      "reviewIntervalMonths: 12",
      "reviewMonths: 12",
      /article-29\.yaml:\d+ 0/,
    ],
  ])("%s", (_case, file, passage, replacement, message) => {
    const dir = editedCopy(file, passage, replacement);
    expect(() => loadObligations(dir, acts)).toThrow(KnowledgeError);
    expect(() => loadObligations(dir, acts)).toThrow(message);
  });
});
