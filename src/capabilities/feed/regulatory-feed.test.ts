import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { FEED_TOPICS, JURISDICTIONS } from "../../core/feed-item.ts";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { formatDay } from "../../core/text.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import { bareOperator, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Caller } from "../calling/principal.ts";
import { asPublished } from "../published.fixture.ts";
import { type FeedFixture, offline, openFeedFixture, publisher } from "./regulatory-feed.fixture.ts";
import { regulatoryFeed } from "./regulatory-feed.ts";
import { regulatoryFeedCalendar } from "./regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./regulatory-feed-sources.ts";

const operator: Caller = { address: null };
const MARK = "FOREIGNMARK";

let world: FeedFixture;

afterEach(() => world.close());

function caller(of: FeedFixture) {
  return createCall({ services: of.services, operator: bareOperator }, unlimited);
}

async function ask(args: Record<string, unknown> = {}) {
  const { answer } = await caller(world)(regulatoryFeed, args, [], operator);
  return asPublished(regulatoryFeed, answer);
}

function item(at: number, title: string, day: string, more = ""): string {
  return `<item><title>${title}</title><link>https://x.example/${at}</link><pubDate>${new Date(day).toUTCString()}</pubDate>${more}</item>`;
}

const sk = Array.from({ length: 60 }, (_, at) =>
  item(
    at,
    `${MARK} NIS2 ${at}`,
    `2026-11-${String(1 + (at % 20)).padStart(2, "0")}`,
    `<description>${MARK}</description><category>${MARK}</category>`,
  ),
);
const cz = [
  item(100, "Úřad pro ochranu osobních údajů", "2026-11-20T10:00:00Z"),
  item(101, "Den otevřených dveří", "2026-11-19T10:00:00Z"),
];

/** Two publishers that answer, one that is dead. */
const network: Fetch = async (url) => {
  const items = { "sk.example": sk, "cz.example": cz }[url.hostname];
  if (items === undefined) return offline(url, {});
  return new Response(`<rss version="2.0"><channel>${items.join("")}</channel></rss>`);
};

const feeds = [publisher("sk"), publisher("cz", { jurisdiction: "CZ" }), publisher("dead", { jurisdiction: "EU" })];

async function online(): Promise<void> {
  world = openFeedFixture({ fetch: network, feeds });
  await world.feed.refresh({ force: true });
}

describe("offline, at the first start", () => {
  test.each(LOCALES)(
    "the feed shows Dosah's own time line in %s, newest first, and nothing to come",
    async (locale) => {
      world = openFeedFixture();
      await world.feed.refresh({ force: true });
      const answer = await ask({ locale, limit: 50 });
      expect(answer.count).toBeGreaterThan(20);
      expect(answer.fetchedAt).toBeNull();
      for (const each of answer.items) {
        expect(each).toMatchObject({
          own: true,
          source: { id: "dosah-timeline" },
          untrusted: { title: "", summary: "", labels: [] },
        });
        expect(each.title, each.id).toBeTruthy();
        expect(each.summary, each.id).toBeTruthy();
        expect(each.summary).not.toContain("{");
        expect(each.publishedAt <= "2026-11-21T23:59:59Z").toBe(true);
      }
      const days = answer.items.map(({ publishedAt }) => publishedAt);
      expect(days).toEqual(days.toSorted().toReversed());
      expect(regulatoryFeed.mcp?.summary(answer, locale)).toMatch(
        new RegExp(`^\\d+ .*${formatDay("2026-11-01", locale)}`),
      );
    },
  );

  test("a day of the time line shows from that very day", async () => {
    world = openFeedFixture({ now: () => new Date("2026-12-01T23:59:59Z") });
    expect((await ask()).items[0]?.id).toBe("dosah-timeline:cz-first-year-ends");
    world.close();
    world = openFeedFixture({ now: () => new Date("2026-12-02T00:00:00Z") });
    expect((await ask()).items[0]?.publishedAt).toBe("2026-12-02T00:00:00.000Z");
  });
});

test("20 items unless another number from 1 to 50 is asked for, newest first", async () => {
  await online();
  expect(await ask()).toMatchObject({ count: 20, fetchedAt: "2026-11-21T12:00:00.000Z", dataAsOf: "2026-11-21" });
  expect((await ask({ limit: 1 })).items).toHaveLength(1);
  const { items } = await ask({ limit: 50 });
  expect(items).toHaveLength(50);
  const days = items.map(({ publishedAt }) => publishedAt);
  expect(days).toEqual(days.toSorted().toReversed());
});

test.each([
  [{ limit: 0 }, "limit"],
  [{ limit: 51 }, "limit"],
  [{ limit: 1.5 }, "limit"],
  [{ limit: "many" }, "limit"],
  [{ jurisdiction: "PL" }, "jurisdiction"],
  [{ topics: "NIS2" }, "topics"],
])("%j is refused for its %s", async (args, _field) => {
  world = openFeedFixture();
  await expect(ask(args)).rejects.toBeInstanceOf(ServiceError);
});

test("each filter gives what has it, and only that", async () => {
  await online();
  for (const jurisdiction of JURISDICTIONS) {
    for (const each of (await ask({ jurisdiction, limit: 50 })).items) expect(each.jurisdiction).toBe(jurisdiction);
  }
  for (const topic of FEED_TOPICS) {
    for (const each of (await ask({ topic, limit: 50 })).items) expect(each.topics).toContain(topic);
  }
  expect((await ask({ jurisdiction: "CZ", topic: "GDPR" })).items.map(({ untrusted }) => untrusted.title)).toEqual([
    "Úřad pro ochranu osobních údajů",
  ]);
  expect(await ask({ jurisdiction: "OTHER" })).toMatchObject({ items: [], count: 0 });
});

test("a filter looks at all items, not only at the newest ones", async () => {
  await online();
  expect((await ask({ topic: "CRA", jurisdiction: "SK", limit: 1 })).count).toBe(0);
  expect((await ask({ topic: "CER", limit: 1 })).items[0]?.own).toBe(true);
});

test("copied text stands under untrusted and nowhere else", async () => {
  await online();
  const answer = await ask({ jurisdiction: "SK" });
  expect(answer.items[0]).toMatchObject({
    own: false,
    title: null,
    summary: null,
    untrusted: { summary: MARK, labels: [MARK] },
  });
  const trusted = { ...answer, items: answer.items.map(({ untrusted: _untrusted, ...rest }) => rest) };
  expect(JSON.stringify(trusted)).not.toContain(MARK);
  for (const locale of LOCALES) expect(regulatoryFeed.mcp?.summary(answer, locale)).not.toContain(MARK);
});

test("an item says which published rule gave its topic, in the reader's language", async () => {
  await online();
  const { items, topicRulesVersion } = await ask({ topic: "GDPR", locale: "cs", limit: 1 });
  expect(topicRulesVersion).toMatch(/^\d+\.\d+$/);
  expect(items[0]?.topicReasons).toEqual([
    {
      topic: "GDPR",
      rule: "gdpr-data-protection",
      term: "ochran* osobních údajů",
      why: "Text hovoří o ochraně osobních údajů.",
    },
  ]);
});

test("a dead source is one line of the refresh and of the sources; the feed goes on", async () => {
  world = openFeedFixture({ fetch: network, feeds: [...feeds, publisher("off", { enabled: false })] });
  const { answer } = await caller(world)(regulatoryFeedRefresh, {}, [], operator);
  expect(answer).toMatchObject({ added: 62, failed: 1 });
  expect(answer.sources.map(({ id, result }) => `${id} ${result}`)).toEqual(["sk read", "cz read", "dead failed"]);
  const { answer: status } = await caller(world)(regulatoryFeedSources, {}, [], operator);
  expect(status.sources.map(({ id, state, items, failure }) => ({ id, state, items, failure }))).toEqual([
    { id: "sk", state: "ok", items: 60, failure: null },
    { id: "cz", state: "ok", items: 2, failure: null },
    { id: "dead", state: "failing", items: 0, failure: "connect" },
    { id: "off", state: "off", items: 0, failure: null },
  ]);
  expect((await ask()).count).toBe(20);
});

test("a refresh is the operator's alone", async () => {
  world = openFeedFixture();
  await expect(caller(world)(regulatoryFeedRefresh, {}, [], { address: "203.0.113.1" })).rejects.toBeInstanceOf(
    ServiceError,
  );
});

test("weeks later, restarted and with every source down, the feed is still there", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-feed-"));
  try {
    world = openFeedFixture({ fetch: network, feeds, dir });
    await world.feed.refresh({ force: true });
    world.close();
    world = openFeedFixture({ feeds, dir, now: () => new Date("2027-01-15T00:00:00Z") });
    await world.feed.refresh({ force: true });
    const { items, fetchedAt } = await ask({ jurisdiction: "CZ", limit: 2 });
    expect(items.map(({ untrusted }) => untrusted.title)).toEqual([
      "Úřad pro ochranu osobních údajů",
      "Den otevřených dveří",
    ]);
    expect(fetchedAt).toBe("2026-11-21T12:00:00.000Z");
  } finally {
    world.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test("the latest 50, of one source where it is named", async () => {
  await online();
  const latest = async (args: Record<string, unknown>) =>
    (await caller(world)(regulatoryFeedLatest, args, [], operator)).answer;
  expect((await latest({})).count).toBe(50);
  expect((await latest({ source: "cz" })).items.map(({ source }) => source.id)).toEqual(["cz", "cz"]);
  expect((await latest({ source: "dosah-timeline" })).items.every(({ own }) => own)).toBe(true);
  expect((await latest({ source: "dead" })).count).toBe(0);
  await expect(latest({ source: "nobody" })).rejects.toMatchObject({
    problem: { code: "invalid_arguments", field: "source" },
  });
});

test("the calendar has the days to come, oldest first, and the archive those that came", async () => {
  world = openFeedFixture();
  const days = async (args: Record<string, unknown>) =>
    (await caller(world)(regulatoryFeedCalendar, args, [], operator)).answer;
  const coming = await days({});
  expect(coming.items.map(({ date }) => date)).toEqual(coming.items.map(({ date }) => date).toSorted());
  expect(coming.items[0]?.date).toBe("2026-12-02");
  expect((await days({ topic: "CRA" })).items.every(({ date }) => date === "2027-12-11")).toBe(true);
  const all = await days({ when: "all" });
  expect(all.count).toBe(coming.count + (await days({ when: "past" })).count);
});

test("the offers are those of the specification: three rows of limits for the tool, the row of pages for REST", () => {
  world = openFeedFixture();
  expect(regulatoryFeed.mcp?.cost).toEqual({
    rows: ["regulatory_feed", "external_sources", "external_sources_shared"],
  });
  expect(regulatoryFeed.rest).toMatchObject([
    { method: "GET", path: "/api/opendata/regulatory-feed", cost: { rows: ["web_page"] } },
  ]);
  expect(regulatoryFeedLatest.rest).toMatchObject([
    { method: "GET", path: "/api/regulatory-feed", cost: { rows: ["web_page"] } },
  ]);
});
