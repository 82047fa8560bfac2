import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../test/browser/services.fixture.ts";
import { FEED_TOPICS, JURISDICTIONS } from "../../core/feed-item.ts";
import { LOCALES } from "../../core/locale.ts";
import { FAILURE_KINDS } from "../../outbound/failure.ts";
import { UNREADABLE_KINDS } from "../../sources/feeds/failure.ts";
import { failureWords } from "./failure-texts.ts";
import { regulatoryFeedBrowse } from "./regulatory-feed-browse.ts";

const services = servicesOver();
const browse = async (args: Record<string, unknown> = {}, over = services) =>
  regulatoryFeedBrowse.run(regulatoryFeedBrowse.input.parse(args), over);

test("pages follow each other without a gap or a repeat, and the last one is the rest", async () => {
  const whole = [await browse({ limit: 50 }), await browse({ limit: 50, page: 2 })];
  const { pages } = await browse({ limit: 7 });
  const ids: string[] = [];
  for (let page = 1; page <= pages; page++) {
    ids.push(...(await browse({ limit: 7, page })).items.map(({ id }) => id));
  }
  expect(ids).toEqual(whole.flatMap(({ items }) => items.map(({ id }) => id)));
  expect(await browse({ limit: 7, page: pages + 1 })).toMatchObject({ items: [], count: 0, total: ids.length, pages });
});

test("every choice counts what the same question with that choice gives", async () => {
  const asked = { topic: "NIS2", jurisdiction: "CZ" };
  const answer = await browse(asked);
  for (const { id, count } of answer.topics.values) expect((await browse({ ...asked, topic: id })).total).toBe(count);
  for (const { id, count } of answer.jurisdictions.values) {
    expect((await browse({ ...asked, jurisdiction: id })).total).toBe(count);
  }
  for (const { id, count } of answer.sources.values) expect((await browse({ ...asked, source: id })).total).toBe(count);
  expect(answer.topics.all).toBe((await browse({ jurisdiction: "CZ" })).total);
  expect(answer.jurisdictions.all).toBe((await browse({ topic: "NIS2" })).total);
  expect(answer.sources.all).toBe(answer.total);
  expect(answer.topics.values.map(({ id }) => id)).toEqual([...FEED_TOPICS]);
  expect(answer.jurisdictions.values.map(({ id }) => id)).toEqual([...JURISDICTIONS]);
});

test("a source that is asked for is among the choices even where it has nothing", async () => {
  const ids = async (args: Record<string, unknown>) => (await browse(args)).sources.values.map(({ id }) => id);
  expect(await ids({})).toEqual(["dosah-timeline", "nukib", "enisa"]);
  expect(await ids({ source: "dead" })).toContain("dead");
  await expect(browse({ source: "nobody" })).rejects.toMatchObject({ problem: { field: "source" } });
});

test("an item says the language of its text: that of its source, or of the answer", async () => {
  expect((await browse({ source: "nukib", locale: "en" })).items.at(-1)?.language).toBe("cs");
  // Another source brought it first: the words are those of that one.
  expect((await browse({ source: "nukib", locale: "en" })).items[0]).toMatchObject({
    language: "en",
    source: { id: "enisa" },
  });
  expect((await browse({ source: "dosah-timeline", locale: "en" })).items[0]?.language).toBe("en");
});

describe("the feed changed last", () => {
  const changedAt = async (today: string, fetchedAt: number | null) =>
    (await browse({}, { ...services, today: () => today, feed: { ...services.feed, fetchedAt: () => fetchedAt } }))
      .changedAt;

  test("when a source answered", async () => {
    expect(await changedAt("2026-11-21", Date.parse("2026-11-21T11:00:00Z"))).toBe("2026-11-21T11:00:00.000Z");
  });

  test("or when a day of the time line came", async () => {
    expect(await changedAt("2026-12-02", null)).toBe("2026-12-02T00:00:00.000Z");
  });

  test("and never in the future", async () => {
    expect((await changedAt("2026-10-01", null)) <= "2026-10-01T23:59:59Z").toBe(true);
  });
});

test.each(LOCALES)("every reason why a source fails has its own plain words in %s", (locale) => {
  const kinds = [...FAILURE_KINDS, ...UNREADABLE_KINDS, "not_kept"];
  const words = kinds.map((kind) => failureWords(kind, locale));
  expect(new Set(words).size).toBe(kinds.length);
  for (const word of words) expect(word).not.toMatch(/_|undefined/);
  expect(failureWords("constructor", locale)).toBe(failureWords("not_understood", locale));
});
