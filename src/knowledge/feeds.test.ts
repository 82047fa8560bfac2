import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadTopicRules } from "./feed-topics.ts";
import { loadFeeds } from "./feeds.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-feeds-"));
});

afterAll(() => rmSync(dir, { recursive: true }));

function file(text: string): string {
  const path = join(dir, "feeds.yaml");
  writeFileSync(path, text);
  return path;
}

test("the shipped list has both countries and the Union, over https only", () => {
  const feeds = loadFeeds(KNOWLEDGE_DIR);
  expect(new Set(feeds.filter(({ enabled }) => enabled).map(({ jurisdiction }) => jurisdiction))).toEqual(
    new Set(["SK", "CZ", "EU"]),
  );
  for (const { urls, id } of feeds) for (const url of urls) expect(new URL(url).protocol, id).toBe("https:");
});

test("what is sure only a little is not asked by default", () => {
  for (const { confidence, enabled, id } of loadFeeds(KNOWLEDGE_DIR))
    if (confidence === "low") expect(enabled, id).toBe(false);
});

test("an operator's list replaces the shipped one; a name may be one text", () => {
  const feeds = loadFeeds(
    KNOWLEDGE_DIR,
    file(
      "- id: mine\n  name: Mine\n  jurisdiction: OTHER\n  urls: [http://feeds.local:8080/all.json]\n  language: en\n",
    ),
  );
  expect(feeds).toEqual([
    {
      id: "mine",
      name: { sk: "Mine", cs: "Mine", en: "Mine" },
      jurisdiction: "OTHER",
      language: "en",
      urls: ["http://feeds.local:8080/all.json"],
      site: "http://feeds.local:8080",
      enabled: true,
      everyMinutes: 60,
      onlyWithTopic: false,
      redirectHosts: [],
      confidence: "high",
    },
  ]);
});

test("an empty list is a list: nobody is asked", () => {
  expect(loadFeeds(KNOWLEDGE_DIR, file("[]"))).toEqual([]);
});

const valid = "  name: X\n  jurisdiction: SK\n  urls: [https://a.example/rss]\n  language: sk\n";

test.each([
  ["an address that is no web address", `- id: aa\n${valid.replace("https://a.example/rss", "file:///etc/passwd")}`],
  ["an unknown jurisdiction", `- id: aa\n${valid.replace("SK", "PL")}`],
  ["asking every second", `- id: aa\n${valid}  everyMinutes: 0\n`],
  ["an id twice", `- id: aa\n${valid}- id: aa\n${valid}`],
  ["the id of the time line", `- id: dosah-timeline\n${valid}`],
  ["a word nobody knows", `- id: aa\n${valid}  ofen: 5\n`],
  ["no list at all", "id: aa\n"],
])("%s stops the start and says where", (_case, text) => {
  expect(() => loadFeeds(KNOWLEDGE_DIR, file(text))).toThrow(KnowledgeError);
  expect(() => loadFeeds(KNOWLEDGE_DIR, file(text))).toThrow(/feeds\.yaml:\d+/);
});

test("a topic rule without a term, twice, or for no topic is refused", () => {
  const rule = (id: string, more = "any: { all: [x] }") =>
    `  - id: ${id}\n    topic: NIS2\n    why: { sk: a, cs: b, en: c }\n    ${more}\n`;
  const rules = (text: string) => {
    writeFileSync(join(dir, "feed-topics.yaml"), `version: "1.0"\nchangedOn: 2026-01-01\nrules:\n${text}`);
    return () => loadTopicRules(dir);
  };
  expect(rules(rule("a"))).toThrow(/a topic has no rule/);
  expect(rules(rule("a", "any: {}"))).toThrow(/at least one term/);
  expect(rules(rule("a") + rule("a"))).toThrow(/stands twice/);
  expect(rules(rule("a", 'any: { all: ["(x|y)+"] }'))).toThrow(/words/);
});
