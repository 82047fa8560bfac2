import { expect, test, vi } from "vitest";
import type { FeedItem, FeedSourceRecord } from "../../core/feed-item.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import type { FeedKeeper } from "./aggregator.ts";
import { createAggregator, type FeedEvent } from "./aggregator.ts";
import type { FeedSource } from "./feed-source.ts";
import { encode, rss, rssItem } from "./sample.fixture.ts";

const START = Date.parse("2026-11-21T12:00:00Z");

function source(id: string, more: Partial<FeedSource> = {}): FeedSource {
  return {
    id,
    jurisdiction: "SK",
    urls: [`https://${id}.example/rss`],
    redirectHosts: [],
    everyMinutes: 60,
    onlyWithTopic: false,
    ...more,
  };
}

/** Keeps everything in memory, as a database would between two runs. */
function memoryKeeper(): FeedKeeper & { isBroken: boolean } {
  const items = new Map<string, readonly FeedItem[]>();
  const records = new Map<string, FeedSourceRecord>();
  let revision = 0;
  const keeper = {
    isBroken: false,
    load: async () => ({ items: [...items.values()].flat(), sources: [...records.values()] }),
    save: async (record: FeedSourceRecord, kept?: readonly FeedItem[]) => {
      if (keeper.isBroken) throw new Error("disk full");
      if (kept !== undefined) items.set(record.sourceId, kept);
      records.set(record.sourceId, record);
      revision++;
    },
    revision: async () => {
      if (keeper.isBroken) throw new Error("disk full");
      return revision;
    },
  };
  return keeper;
}

type Answer = string | Uint8Array | number | Error | ((url: URL, headers: Headers) => Response);

/** The world outside: what each address answers, and what was asked. */
function world(answers: Record<string, Answer>) {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    asked.push(url.href);
    const answer = answers[url.href] ?? 404;
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer(url, new Headers(headers));
    if (typeof answer === "number") return new Response("", { status: answer });
    return new Response(typeof answer === "string" ? answer : new Uint8Array(answer));
  };
  return { answers, asked, fetch };
}

function aggregate(sources: readonly FeedSource[], fetch: Fetch, keeper = memoryKeeper()) {
  const clock = { now: START };
  const events: FeedEvent[] = [];
  const aggregator = createAggregator({
    sources,
    keeper,
    fetch,
    userAgent: "Dosah/test",
    random: () => 0.5,
    now: () => new Date(clock.now),
    closing: new AbortController().signal,
    concernsUs: (title) => title.includes("NIS2"),
    onEvent: (event) => events.push(event),
  });
  return { aggregator, clock, events, keeper };
}

const good = rss(rssItem("Dobrá správa", "https://good.example/1"));
const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

test("one dead source never empties the feed, whatever it dies of", async () => {
  const deaths: Record<string, Answer> = {
    none: refused,
    gone: 404,
    page: "<html>",
    laughs: '<!DOCTYPE a [<!ENTITY b "c">]><rss/>',
    cut: good.slice(0, -30),
    bytes: encode(rss(rssItem("šťž", "https://x.example/1")), "windows-1250"),
    odd: () => {
      throw new RangeError("a bug");
    },
  };
  const answers = Object.fromEntries(
    Object.entries(deaths).map(([id, answer]) => [`https://${id}.example/rss`, answer]),
  );
  const { fetch } = world({ ...answers, "https://good.example/rss": good });
  const { aggregator, events } = aggregate([...Object.keys(deaths).map((id) => source(id)), source("good")], fetch);
  const outcomes = await aggregator.refresh();
  expect(Object.fromEntries(outcomes.map(({ sourceId, failure }) => [sourceId, failure]))).toEqual({
    none: "connect",
    gone: "http_status",
    page: "no_feed",
    laughs: "doctype",
    cut: "not_well_formed",
    bytes: "bad_encoding",
    odd: "broken_off",
    good: null,
  });
  expect(aggregator.items().map(({ item }) => item.title)).toEqual(["Dobrá správa"]);
  expect(events).toHaveLength(7);
});

test("a source that breaks later keeps what it gave before", async () => {
  const outside = world({ "https://good.example/rss": good });
  const { aggregator, clock } = aggregate([source("good")], outside.fetch);
  await aggregator.refresh();
  for (const answer of [500, "<rss><channel>", refused] satisfies Answer[]) {
    outside.answers["https://good.example/rss"] = answer;
    clock.now += 86_400_000 * 14;
    const [outcome] = await aggregator.refresh();
    expect(outcome?.result).toBe("failed");
    expect(aggregator.items()).toHaveLength(1);
  }
  expect(aggregator.records()[0]).toMatchObject({ failuresInARow: 3, answeredAt: START });
});

test("the feed survives a restart without any source", async () => {
  const keeper = memoryKeeper();
  await aggregate([source("good")], world({ "https://good.example/rss": good }).fetch, keeper).aggregator.refresh();
  const { aggregator } = aggregate([source("good")], world({}).fetch, keeper);
  await aggregator.reload();
  expect(aggregator.items().map(({ item }) => item.title)).toEqual(["Dobrá správa"]);
  expect(aggregator.records()[0]?.answeredAt).toBe(START);
});

test("what another process kept shows with the next look at what is kept", async () => {
  const keeper = memoryKeeper();
  const { fetch } = world({ "https://good.example/rss": good });
  const serving = aggregate([source("good")], fetch, keeper).aggregator;
  expect(serving.items()).toEqual([]);
  await aggregate([source("good")], fetch, keeper).aggregator.refresh();
  expect(serving.items()).toEqual([]);
  await serving.reload();
  expect(serving.items()).toHaveLength(1);
});

test("a full disk costs nothing but the keeping: the feed goes on in memory and what is newer is not lost later", async () => {
  const outside = world({ "https://good.example/rss": good });
  const { aggregator, events, keeper, clock } = aggregate([source("good")], outside.fetch);
  await aggregator.refresh();
  keeper.isBroken = true;
  clock.now += 3_600_000;
  outside.answers["https://good.example/rss"] = rss(rssItem("Novšia", "https://good.example/2"));
  await aggregator.refresh({ force: true });
  expect(aggregator.items()).toHaveLength(2);
  expect(events.some(({ kind }) => kind === "not_kept")).toBe(true);
  keeper.isBroken = false;
  await aggregator.reload();
  expect(aggregator.items()).toHaveLength(2);
});

test("only sources whose time has come are asked, unless all are wanted", async () => {
  const outside = world({ "https://a.example/rss": good, "https://b.example/rss": good });
  const { aggregator, clock } = aggregate([source("a"), source("b", { everyMinutes: 180 })], outside.fetch);
  expect(aggregator.nextAt()).toBe(0);
  await aggregator.refresh();
  expect(aggregator.nextAt()).toBe(START + 60 * 60_000);
  clock.now += 61 * 60_000;
  expect((await aggregator.refresh()).map(({ sourceId }) => sourceId)).toEqual(["a"]);
  expect(await aggregator.refresh()).toEqual([]);
  expect(await aggregator.refresh({ force: true })).toHaveLength(2);
});

test("two refreshes at once ask each source once", async () => {
  const outside = world({ "https://a.example/rss": good });
  const { aggregator } = aggregate([source("a")], outside.fetch);
  await Promise.all([aggregator.refresh(), aggregator.refresh()]);
  expect(outside.asked).toHaveLength(1);
});

test("at most four sources are asked at the same time", async () => {
  let open = 0;
  let most = 0;
  const fetch: Fetch = async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 2));
    open--;
    return new Response(good);
  };
  const sources = Array.from({ length: 12 }, (_, at) => source(`s${at}`));
  expect(await aggregate(sources, fetch).aggregator.refresh()).toHaveLength(12);
  expect(most).toBe(4);
});

test("validators go back to the address that gave them, and an unchanged feed keeps its items", async () => {
  const headersSeen: (string | null)[] = [];
  const outside = world({
    "https://a.example/rss": (_url, headers) => {
      headersSeen.push(headers.get("if-none-match"));
      const isKnown = headers.get("if-none-match") === '"v1"';
      return isKnown ? new Response(null, { status: 304 }) : new Response(good, { headers: { etag: '"v1"' } });
    },
  });
  const { aggregator } = aggregate([source("a")], outside.fetch);
  await aggregator.refresh();
  const [again] = await aggregator.refresh({ force: true });
  expect(again?.result).toBe("unchanged");
  expect(headersSeen).toEqual([null, '"v1"']);
  expect(aggregator.items()).toHaveLength(1);
});

test("the second spelling of an address is tried when the first gives no feed, and remembered", async () => {
  const outside = world({ "https://a.example/two": good });
  const { aggregator } = aggregate(
    [source("a", { urls: ["https://a.example/one", "https://a.example/two"] })],
    outside.fetch,
  );
  expect((await aggregator.refresh())[0]?.result).toBe("read");
  await aggregator.refresh({ force: true });
  expect(outside.asked).toEqual(["https://a.example/one", "https://a.example/two", "https://a.example/two"]);
});

test("of a feed of everything only what concerns us is kept", async () => {
  const items = rssItem("About NIS2", "https://a.example/1") + rssItem("About steel", "https://a.example/2");
  const { aggregator } = aggregate(
    [source("a", { onlyWithTopic: true })],
    world({ "https://a.example/rss": rss(items) }).fetch,
  );
  await aggregator.refresh();
  expect(aggregator.items().map(({ item }) => item.title)).toEqual(["About NIS2"]);
});

test("new items are counted once", async () => {
  const outside = world({ "https://a.example/rss": good });
  const { aggregator } = aggregate([source("a")], outside.fetch);
  expect((await aggregator.refresh())[0]?.added).toBe(1);
  expect((await aggregator.refresh({ force: true }))[0]?.added).toBe(0);
});

test("the items of a source that left the list don't show", async () => {
  const keeper = memoryKeeper();
  const { fetch } = world({ "https://a.example/rss": good });
  await aggregate([source("a")], fetch, keeper).aggregator.refresh();
  const { aggregator } = aggregate([source("b")], fetch, keeper);
  await aggregator.reload();
  expect(aggregator.items()).toEqual([]);
});

test("one source is asked when it is due, and what came of it counts only where it could be kept", async () => {
  const outside = world({ "https://a.example/rss": good, "https://b.example/rss": good });
  const { aggregator, clock, keeper } = aggregate([source("a"), source("b")], outside.fetch);
  const lost = aggregator.refreshSource("a", async () => {
    throw new Error("another instance has it");
  });
  await expect(lost).rejects.toThrow("another instance has it");
  expect([aggregator.items(), aggregator.nextAt()]).toEqual([[], 0]);
  expect(await aggregator.refreshSource("a", keeper.save)).toMatchObject({ sourceId: "a", result: "read", added: 1 });
  expect(await aggregator.refreshSource("a", keeper.save)).toBeUndefined();
  expect(await aggregator.refreshSource("nobody", keeper.save)).toBeUndefined();
  expect(outside.asked).toEqual(["https://a.example/rss", "https://a.example/rss"]);
  clock.now += 61 * 60_000;
  outside.answers["https://a.example/rss"] = 500;
  expect(await aggregator.refreshSource("a", keeper.save)).toMatchObject({ result: "failed", failure: "http_status" });
  expect(aggregator.items()).toHaveLength(1);
});

test("a wait that a source asks for is kept", async () => {
  const busy = () => new Response("", { status: 429, headers: { "retry-after": "3000" } });
  const { aggregator } = aggregate([source("a")], world({ "https://a.example/rss": busy }).fetch);
  await aggregator.refresh();
  expect(aggregator.nextAt()).toBe(START + 3_000_000);
});

test("shutting down is no failure of a source", async () => {
  const closing = new AbortController();
  const onEvent = vi.fn();
  const aggregator = createAggregator({
    sources: [source("a")],
    keeper: memoryKeeper(),
    userAgent: "x",
    random: () => 0,
    onEvent,
    fetch: async (_url, { signal }) => {
      closing.abort();
      signal?.throwIfAborted();
      return new Response(good);
    },
    now: () => new Date(START),
    closing: closing.signal,
    concernsUs: () => true,
  });
  expect((await aggregator.refresh())[0]?.failure).toBe("closed");
  expect(aggregator.records()[0]?.failuresInARow).toBe(0);
  expect(onEvent).not.toHaveBeenCalled();
});
