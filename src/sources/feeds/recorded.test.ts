import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadFeeds } from "../../knowledge/feeds.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { itemsOf, sample } from "./sample.fixture.ts";

/** `<name>.constructed.<ending>` was made by us for a format, `<feed id>.<ending>` was read from that feed. */
const samples = readdirSync(join(import.meta.dirname, "recorded")).filter((name) => name !== "README.md");

test.each(samples)("the recorded sample %s gives items with a title and an address", async (name) => {
  const items = await itemsOf(sample(name));
  expect(items).not.toEqual([]);
  for (const { title, url } of items) expect([title, url]).toEqual([expect.stringMatching(/./), expect.any(String)]);
});

const feeds = loadFeeds(KNOWLEDGE_DIR);
const readFrom = samples.filter((name) => !name.includes(".constructed.")).map((name) => name.replace(/\.\w+$/, ""));

test("every sample that was read from a feed is named after an entry of knowledge/feeds.yaml with the day of reading", () => {
  const read = feeds.filter(({ readOn }) => readOn !== undefined).map(({ id }) => id);
  expect(readFrom.filter((id) => !read.includes(id))).toEqual([]);
});

test("every feed of knowledge/feeds.yaml that was read has a recorded sample", () => {
  const missing = feeds.filter(({ id, readOn }) => readOn !== undefined && !readFrom.includes(id));
  expect(missing.map(({ id }) => `src/sources/feeds/recorded/${id}.xml or .json`)).toEqual([]);
});
