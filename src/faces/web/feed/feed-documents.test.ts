import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { HOSTILE_TITLE } from "../../../../test/browser/feed.fixture.ts";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { publicCaching } from "../../../core/cache-control.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app } = webOver();
const services = servicesOver();
const get = (address: string, headers: Record<string, string> = {}) => app.request(address, { headers });
const read = async (address: string) => (await get(address)).text();

/** Every element of a well-formed document as its path and its text. @throws for anything else. */
function elementsOf(xml: string): { path: string; text: string; attributes: Record<string, string> }[] {
  const found: { path: string; text: string; attributes: Record<string, string> }[] = [];
  const open: { name: string; element: (typeof found)[number] }[] = [];
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const path = [...open.map((each) => each.name), name].join("/");
    const element = { path, text: "", attributes: { ...attributes } };
    found.push(element);
    open.push({ name, element });
  });
  parser.on("text", (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.element.text += text;
  });
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  return found;
}

describe("RSS 2.0", () => {
  test.each(LOCALES)("in %s is well formed and has what the format asks for", async (locale) => {
    const elements = elementsOf(await read(`/${locale}/regulatory-feed.rss`));
    const texts = (path: string) => elements.filter((each) => each.path === path).map(({ text }) => text);
    const one = (path: string) => {
      expect(texts(path), path).toHaveLength(1);
      return texts(path)[0] ?? "";
    };
    expect(elements[0]).toMatchObject({ path: "rss", attributes: { version: "2.0" } });
    expect(one("rss/channel/title")).not.toBe("");
    expect(one("rss/channel/description")).not.toBe("");
    expect(one("rss/channel/link")).toBe(`http://localhost:3000/${locale}/regulatory-feed`);
    expect(one("rss/channel/language")).toBe(locale);
    expect(elements.find(({ path }) => path === "rss/channel/atom:link")?.attributes).toEqual({
      href: `http://localhost:3000/${locale}/regulatory-feed.rss`,
      rel: "self",
      type: "application/rss+xml",
    });
    const items = texts("rss/channel/item");
    expect(items).toHaveLength(50);
    for (const element of ["title", "link", "guid", "pubDate", "dc:creator"])
      expect(texts(`rss/channel/item/${element}`), element).toHaveLength(items.length);
    const guids = texts("rss/channel/item/guid");
    expect(new Set(guids).size).toBe(guids.length);
    for (const date of [...texts("rss/channel/item/pubDate"), one("rss/channel/lastBuildDate")])
      expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
  });

  test("gives a hostile title as text, and as text of a text where readers expect HTML", async () => {
    const elements = elementsOf(await read("/en/regulatory-feed.rss?source=enisa"));
    const first = (name: string) => elements.find(({ path }) => path === `rss/channel/item/${name}`)?.text;
    expect(first("title")).toBe(HOSTILE_TITLE);
    expect(first("description")).toContain("&lt;script&gt;");
    expect(first("description")).not.toContain("<");
  });
});

const address = z.url({ protocol: /^https?$/ });

/** What version 1.1 of the format says is required, and the form of what we use beyond it. */
const jsonFeed = z.strictObject({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string().min(1),
  description: z.string().min(1),
  language: z.enum(LOCALES),
  home_page_url: address,
  feed_url: address,
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: z.string(),
      title: z.string().min(1),
      content_text: z.string().min(1),
      date_published: z.iso.datetime({ offset: true }),
      authors: z.array(z.strictObject({ name: z.string().min(1) })).min(1),
      tags: z.array(z.string()),
    }),
  ),
});

test.each(LOCALES)("JSON Feed 1.1 in %s has what the format asks for, with unique ids and no HTML", async (locale) => {
  const text = await read(`/${locale}/regulatory-feed.json`);
  const feed = jsonFeed.parse(JSON.parse(text));
  expect(feed.feed_url).toBe(`http://localhost:3000/${locale}/regulatory-feed.json`);
  expect(new Set(feed.items.map(({ id }) => id)).size).toBe(feed.items.length);
  expect(feed.items[0]?.title).toBe(HOSTILE_TITLE);
  expect(text).not.toContain("<");
});

test("every document has the items, the order and the number that its address asks for", async () => {
  const ids = async (query: string) =>
    jsonFeed.parse(JSON.parse(await read(`/sk/regulatory-feed.json${query}`))).items.map(({ id }) => id);
  const guids = async (query: string) =>
    elementsOf(await read(`/sk/regulatory-feed.rss${query}`))
      .filter(({ path }) => path === "rss/channel/item/guid")
      .map(({ text }) => text);
  for (const query of ["", "?limit=3", "?topic=NIS2", "?jurisdiction=CZ&topic=NIS2", "?source=nukib&limit=50"]) {
    expect(await guids(query), query).toEqual(await ids(query));
  }
  expect(await ids("?limit=3")).toHaveLength(3);
  expect((await ids("?source=dosah-timeline")).every((id) => id.startsWith("dosah-timeline:"))).toBe(true);
  expect(await ids("?topic=AML&jurisdiction=SK")).toEqual([]);
  const filtered = JSON.parse(await read("/cs/regulatory-feed.json?topic=NIS2&jurisdiction=CZ&utm_source=x"));
  expect(filtered.title).toBe("Regulační novinky: NIS2, Česko");
  expect(filtered.feed_url).toBe("http://localhost:3000/cs/regulatory-feed.json?jurisdiction=CZ&topic=NIS2");
  expect(filtered.home_page_url).toBe("http://localhost:3000/cs/regulatory-feed?jurisdiction=CZ&topic=NIS2");
});

/** The lines of a calendar, put together again, checked for what RFC 5545 asks of every line. */
function linesOf(ics: string): string[] {
  expect(ics).toMatch(/\r\n$/);
  expect(ics.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of ics.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = ics.replaceAll("\r\n ", "").split("\r\n").slice(0, -1);
  for (const line of lines) expect(line).toMatch(/^[A-Z-]+(;[A-Z]+=[A-Z-]+)*:/);
  return lines;
}

/** The events of a calendar as properties by name; begin and end must match. */
function eventsOf(ics: string): Record<string, string>[] {
  const events: Record<string, string>[] = [];
  const open: string[] = [];
  for (const line of linesOf(ics)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).split(";")[0] ?? "";
    const value = line.slice(colon + 1);
    if (name === "BEGIN") {
      open.push(value);
      if (value === "VEVENT") events.push({});
    } else if (name === "END") expect(open.pop()).toBe(value);
    else if (open.at(-1) === "VEVENT") Object.assign(events.at(-1) ?? {}, { [name]: value });
  }
  expect(open).toEqual([]);
  return events;
}

describe("the calendar", () => {
  test.each(LOCALES)(
    "in %s has every day of the time line once, whole-day, with all that RFC 5545 asks for",
    async (locale) => {
      const ics = await read(`/${locale}/regulatory-calendar.ics`);
      const lines = linesOf(ics);
      expect(lines.slice(0, 3)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dosah//Regulatory calendar//EN"]);
      const events = eventsOf(ics);
      expect(events).toHaveLength(services.feed.milestones.length);
      expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
      for (const { UID, DTSTAMP, DTSTART, DTEND, SUMMARY, URL: url } of events) {
        expect(UID).toMatch(/^[a-z0-9-]+@localhost$/);
        expect(DTSTAMP).toMatch(/^\d{8}T\d{6}Z$/);
        expect(DTSTART).toMatch(/^\d{8}$/);
        expect(Number(DTEND)).toBeGreaterThan(Number(DTSTART));
        expect(SUMMARY).toMatch(/^(?:[^,;\\]|\\[,;n\\])+$/);
        expect(url).toMatch(/^https:\/\//);
      }
    },
  );

  test("has the same ids every day and in every language, so that nothing is doubled", async () => {
    const ids = async (on: typeof app, locale: string) =>
      eventsOf(await (await on.request(`/${locale}/regulatory-calendar.ics`)).text()).map(({ UID }) => UID);
    const later = webOver({}, { ...services, today: () => "2027-12-31" }).app;
    expect(await ids(later, "sk")).toEqual(await ids(app, "en"));
  });

  test("does not change while the time line does not, so that a reader has nothing to load", async () => {
    const later = webOver({}, { ...services, today: () => "2027-12-31" }).app;
    const text = await read("/sk/regulatory-calendar.ics");
    expect(await (await later.request("/sk/regulatory-calendar.ics")).text()).toBe(text);
  });

  test("carries the filters of the page and says so; only the days to come where they are asked for", async () => {
    const ics = await read("/sk/regulatory-calendar.ics?jurisdiction=SK&topic=NIS2&when=coming");
    expect(linesOf(ics)).toContain("NAME:Dosah: Kalendár regulácie: NIS2\\, Slovensko");
    expect(eventsOf(ics).map(({ DTSTART }) => DTSTART)).toEqual(["20261231", "20261231", "20261231"]);
    expect((await get("/sk/regulatory-calendar.ics?when=soon")).status).toBe(400);
  });

  test("without a day is a valid calendar all the same", async () => {
    const ics = await read("/sk/regulatory-calendar.ics?topic=AML&jurisdiction=SK");
    expect(eventsOf(ics)).toEqual([]);
    // RFC 5545, 3.6: at least one component.
    expect(linesOf(ics)).toContain("BEGIN:VTIMEZONE");
  });
});

describe.each([
  ["/sk/regulatory-feed.rss", "application/rss+xml; charset=utf-8"],
  ["/sk/regulatory-feed.json", "application/feed+json; charset=utf-8"],
  ["/sk/regulatory-calendar.ics", "text/calendar; charset=utf-8"],
])("%s", (path, type) => {
  test("has its type, may be kept for minutes, and is open to pages of other sites", async () => {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("cache-control")).toBe(publicCaching());
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("is not sent again to who has it, by its tag or by its time", async () => {
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    const changed = first.headers.get("last-modified") ?? "";
    expect(Date.parse(changed)).toBeLessThanOrEqual(Date.parse("2026-11-21T12:00:00Z"));
    const earlier = new Date(Date.parse(changed) - 1_000).toUTCString();
    for (const [headers, status] of [
      [{ "If-None-Match": etag }, 304],
      [{ "If-Modified-Since": changed }, 304],
      [{ "If-Modified-Since": earlier }, 200],
      [{ "If-Modified-Since": "yesterday" }, 200],
      // The tag is the more exact question.
      [{ "If-None-Match": '"other"', "If-Modified-Since": changed }, 200],
    ] as const) {
      const response = await get(path, { ...headers });
      expect(response.status, JSON.stringify(headers)).toBe(status);
      if (status === 304) {
        expect(await response.text()).toBe("");
        expect(response.headers.get("cache-control")).toBe(publicCaching());
      }
    }
  });

  test("answers HEAD like GET, without a body", async () => {
    const response = await app.request(path, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(await response.text()).toBe("");
  });
});

test("a new answer of a source is a new document", async () => {
  const fetchedAt = () => Date.parse("2026-11-21T11:30:00Z");
  const later = webOver({}, { ...services, feed: { ...services.feed, fetchedAt } }).app;
  const changed = (await get("/sk/regulatory-feed.rss")).headers.get("last-modified") ?? "";
  const response = await later.request("/sk/regulatory-feed.rss", { headers: { "If-Modified-Since": changed } });
  expect(response.status).toBe(200);
});
