import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadFeeds } from "../../knowledge/feeds.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { itemsOf, sample } from "./sample.fixture.ts";

/** `<name>.constructed.<ending>` was made by us for a format, `<feed id>.<ending>` was read from that feed. */
const samples = readdirSync(join(import.meta.dirname, "recorded")).filter((name) => name !== "README.md");
const ids = loadFeeds(KNOWLEDGE_DIR).map(({ id }) => id);

describe.each(samples)("the recorded sample %s", (name) => {
  test("gives items with a title and an address", async () => {
    const items = await itemsOf(sample(name));
    expect(items).not.toEqual([]);
    for (const { title, url } of items) expect([title, url]).toEqual([expect.stringMatching(/./), expect.any(String)]);
  });

  test.skipIf(name.includes(".constructed."))("is named after a feed of knowledge/feeds.yaml", () => {
    expect(ids).toContain(name.replace(/\.\w+$/, ""));
  });
});
