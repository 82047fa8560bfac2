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

test("every sample that was read from a feed is named after an entry of knowledge/feeds.yaml", () => {
  const ids = loadFeeds(KNOWLEDGE_DIR).map(({ id }) => id);
  const read = samples.filter((name) => !name.includes(".constructed."));
  expect(read.filter((name) => !ids.includes(name.replace(/\.\w+$/, "")))).toEqual([]);
});
