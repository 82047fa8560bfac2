import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import type { Feed } from "../../../capabilities/feed/feed.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app } = webOver();
const services = servicesOver();

const page = async (address: string, on = app) => {
  const response = await on.request(address);
  return { response, html: await response.text() };
};

/** The pages over a feed that is like the usual one but for some of it. */
const over = (more: Partial<Feed>) => webOver({}, { ...services, feed: { ...services.feed, ...more } }).app;

/** What stands in the list of news, without filters, dates to come and the table. */
const news = (html: string) =>
  html.slice(html.indexOf('aria-labelledby="news-title"'), html.indexOf('aria-labelledby="subscribe-title"'));

/** The filters as they read: a name, its count, and where it leads (nowhere: no link). */
const choices = (html: string, row: string) => {
  const nav = html.slice(html.indexOf(`aria-label="${row}"`));
  return [
    ...nav
      .slice(0, nav.indexOf("</nav>"))
      .matchAll(/<li><(?:a href="([^"]*)"( aria-current="true")?|span class="is-empty")>([^<]*)<span[^>]*> (\d+)</g),
  ].map(([, to, current, name, count]) => ({
    name,
    count: Number(count),
    to: to?.replaceAll("&amp;", "&"),
    isCurrent: current !== undefined,
  }));
};

describe("items", () => {
  test("stand by the day they have in Slovakia and Czechia, newest first", async () => {
    const midnight = Date.parse("2026-11-19T23:00:00Z");
    const [first] = services.feed.entries();
    const entries = () => (first === undefined ? [] : [{ ...first, publishedAt: midnight }]);
    const { html } = await page("/sk/regulatory-feed?source=enisa", over({ entries }));
    expect(news(html)).toContain('<time datetime="2026-11-20">20. novembra 2026</time>');
    const days = [...news((await page("/sk/regulatory-feed")).html).matchAll(/<h3 id="day-([\d-]+)"/g)].map(
      ([, day]) => day,
    );
    expect(days.length).toBeGreaterThan(5);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  test("name source, further sources, place, summary, and why each topic is there", async () => {
    const { html } = await page("/en/regulatory-feed?topic=GDPR&jurisdiction=EU&source=enisa");
    expect(news(html)).toContain("ENISA (also NÚKIB) · European Union");
    expect(news(html)).toContain("<b>GDPR</b>: The text names the GDPR.");
    expect(news(html)).toContain("<code>gdpr-name</code>");
    expect((await page("/cs/regulatory-feed?source=nukib")).html).toContain('<bdi lang="cs">Shrnutí.</bdi>');
  });

  test("of a publisher are escaped, turn no direction, and their links carry nothing of ours", async () => {
    const { html } = await page("/sk/regulatory-feed?source=enisa");
    expect(html).toContain("&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;");
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<img|javascript:|[\u202a-\u202e\u2066-\u2069\u200b]/);
    for (const [link] of news(html).matchAll(/<a href="https:\/\/[^>]*>/g))
      expect(link).toMatch(/ rel="noopener nofollow ugc">$/);
    expect(news(html)).toContain('<bdi lang="en">No web address</bdi>');
    expect(news(html)).not.toMatch(/<a[^>]*><bdi lang="en">No web address/);
    expect(news(html)).toContain("položka bez čitateľného názvu");
    expect(news(html)).toContain("zdroj nemá použiteľný dátum");
    expect(html).not.toContain('<p class="feed-summary"></p>');
  });

  test("of the time line are Dosah's own: marked as such, not foreign, with the official text", async () => {
    const { html } = await page("/sk/regulatory-feed?source=dosah-timeline");
    const own = news(html);
    expect(own.match(/class="feed-item is-own"/g)).toHaveLength(20);
    expect(own.match(/class="own-mark">Časová os služby Dosah</g)).toHaveLength(20);
    expect(own).not.toContain("<bdi");
    for (const [, link] of own.matchAll(/<h4><a href="([^"]*)"/g))
      expect(link).toMatch(/^https:\/\/(eur-lex\.europa\.eu|www\.slov-lex\.sk|e-sbirka\.gov\.cz)\//);
    expect(own).not.toContain("{");
  });
});

test.each([
  ["sk", "Čo nás čaká", "2. decembra 2026", "o 11 dní"],
  ["cs", "Co nás čeká", "2. prosince 2026", "za 11 dní"],
  ["en", "What comes next", "2 December 2026", "in 11 days"],
])("in %s the dates to come stand in a section of their own, nearest first", async (locale, title, day, distance) => {
  const { html } = await page(`/${locale}/regulatory-feed`);
  const coming = html.slice(html.indexOf('class="feed-coming"'), html.indexOf('class="feed-news"'));
  expect(coming).toContain(title);
  expect(coming).toContain(day);
  expect(coming).toContain(distance);
  const days = [...coming.matchAll(/<time datetime="([^"]*)"/g)].map(([, date]) => date ?? "");
  expect(days).toEqual(days.toSorted());
  expect(days[0]).toBe("2026-12-02");
  expect(days.at(-1)).toBe("2030-12-31");
  expect(news(html)).not.toContain("2026-12-02");
});

describe("filters", () => {
  test("are links with counts that keep each other, and one is the way back to all", async () => {
    const { html } = await page("/en/regulatory-feed?topic=NIS2&jurisdiction=CZ&limit=5&page=2");
    expect(choices(html, "Topic")).toContainEqual({
      name: "NIS2",
      to: "/en/regulatory-feed?jurisdiction=CZ&topic=NIS2&limit=5",
      isCurrent: true,
      count: expect.any(Number),
    });
    expect(choices(html, "Topic")[0]).toMatchObject({ name: "all", to: "/en/regulatory-feed?jurisdiction=CZ&limit=5" });
    expect(choices(html, "Where")[0]).toMatchObject({ to: "/en/regulatory-feed?topic=NIS2&limit=5", isCurrent: false });
    expect(choices(html, "Source").map(({ name }) => name)).toEqual(["all", "Dosah time line", "NÚKIB"]);
    expect(html).toContain('<a href="/en/regulatory-feed?limit=5">Clear all filters</a>');
    expect((await page("/en/regulatory-feed")).html).not.toContain("Clear all filters");
  });

  test("count what is really behind the link", async () => {
    const { html } = await page("/en/regulatory-feed?limit=50");
    for (const row of ["Topic", "Where", "Source"]) {
      for (const { name, count, to } of choices(html, row)) {
        if (to === undefined) expect(count).toBe(0);
        else {
          const behind = news((await page(to)).html);
          expect(behind.match(/<article/g)?.length ?? 0, `${row} ${name}`).toBe(Math.min(count, 50));
        }
      }
    }
  });

  test("say what is chosen in the window title, in three languages", async () => {
    for (const [locale, title] of [
      ["sk", "Regulačné novinky: NIS2, Česko, NÚKIB · Dosah"],
      ["cs", "Regulační novinky: NIS2, Česko, NÚKIB · Dosah"],
      ["en", "Regulatory news: NIS2, Czechia, NÚKIB · Dosah"],
    ]) {
      const { html } = await page(`/${locale}/regulatory-feed?topic=NIS2&jurisdiction=CZ&source=nukib`);
      expect(html).toContain(`<title>${title}</title>`);
    }
  });

  test("are carried by the documents for feed readers, on the page and in its head", async () => {
    const { html } = await page("/sk/regulatory-feed?topic=NIS2&jurisdiction=SK&page=1");
    for (const [type, path] of [
      ["application/rss+xml", "/sk/regulatory-feed.rss?jurisdiction=SK&amp;topic=NIS2"],
      ["application/feed+json", "/sk/regulatory-feed.json?jurisdiction=SK&amp;topic=NIS2"],
      ["text/calendar", "/sk/regulatory-calendar.ics?jurisdiction=SK&amp;topic=NIS2"],
    ]) {
      expect(html).toMatch(new RegExp(`<link rel="alternate" type="${type?.replace("+", "\\+")}" title="[^"]+"`));
      expect(html).toContain(`href="http://localhost:3000${path}"/>`);
      expect(html).toContain(`<a href="${path}">`);
    }
  });
});

describe("pages", () => {
  test("lead to each other by links that keep the filters, and show every item once", async () => {
    const seen: string[] = [];
    let next: string | undefined = "/sk/regulatory-feed?jurisdiction=CZ&limit=8";
    while (next !== undefined) {
      const { html }: { html: string } = await page(next);
      seen.push(...[...news(html).matchAll(/<h4>(.*?)<\/h4>/g)].map(([, title]) => title ?? ""));
      next = /<a href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  });

  test("past the last say so with the way back, as a page that does not exist", async () => {
    const { response, html } = await page("/en/regulatory-feed?page=500");
    expect(response.status).toBe(404);
    expect(html).toContain("This page is past the last item.");
    expect(html).toContain('<a href="/en/regulatory-feed">To the first page</a>');
  });
});

test("where nothing matches, each way on leads to something", async () => {
  const { response, html } = await page("/en/regulatory-feed?topic=AML&jurisdiction=SK&source=dosah-timeline");
  expect(response.status).toBe(200);
  expect(news(html)).toContain("No item matches this choice.");
  expect(news(html)).toContain('href="/en/regulatory-feed?jurisdiction=SK&amp;source=dosah-timeline">all topics');
  expect(news(html)).toContain('href="/en/regulatory-feed?topic=AML&amp;source=dosah-timeline">everywhere');
  expect(news(html)).not.toContain("all sources");
  expect(news(html)).toContain('<a href="/en/regulatory-feed">all news</a>');
});

test.each(LOCALES)(
  "offline, in %s, the time line shows and the page says why there is nothing else",
  async (locale) => {
    const fresh = () =>
      services.feed.sources().map((source) => ({ ...source, answeredAt: null, failedAt: null, failuresInARow: 0 }));
    const offline = over({ entries: () => [], fetchedAt: () => null, sources: fresh });
    const { response, html } = await page(`/${locale}/regulatory-feed`, offline);
    expect(response.status).toBe(200);
    expect(html).toContain(
      { sk: "Žiadny zdroj ešte neodpovedal", cs: "Žádný zdroj ještě neodpověděl", en: "No source has answered yet" }[
        locale
      ],
    );
    expect(news(html).match(/class="feed-item is-own"/g)).toHaveLength(20);
    expect(html).not.toContain("1970");
  },
);

describe("the table of sources", () => {
  test("has a caption and a row for each source: last answer, items, failure in plain words, next attempt", async () => {
    const { html } = await page("/sk/regulatory-feed");
    const table = html.slice(html.indexOf("<table"), html.indexOf("</table>"));
    expect(table).toContain("<caption>Odkiaľ novinky pochádzajú");
    expect(table.match(/<th scope="row">/g)).toHaveLength(5);
    expect(table).toContain("zlyháva: kanál je poškodený alebo neúplný");
    expect(table).toContain('<time datetime="2026-11-21T13:00:00.000Z">21. 11. 2026, 14:00</time>');
    expect(table).toContain("v zozname vypnutý");
    expect(table).toContain("ešte sme sa nepýtali");
    expect(table).not.toMatch(/1970|not_well_formed/);
  });

  test("is announced at the top when a source is down, and only then", async () => {
    expect((await page("/sk/regulatory-feed")).html).toContain("Teraz neodpovedá zdroj Mlčiaci úrad");
    const well = () => services.feed.sources().filter(({ id }) => id !== "dead");
    expect((await page("/sk/regulatory-feed", over({ sources: well }))).html).not.toContain("Teraz neodpoved");
    const many = () =>
      Array.from({ length: 4 }, () => services.feed.sources().filter(({ id }) => id === "dead")).flat();
    expect((await page("/sk/regulatory-feed", over({ sources: many }))).html).toContain(
      "Teraz neodpovedá 4 z 4 zdrojov",
    );
  });
});

describe("a question that makes no sense", () => {
  test.each([
    ["topic=nis2", "topic"],
    ["jurisdiction=PL", "jurisdiction"],
    ["source=nobody", "source"],
    ["source=%00", "source"],
    ["limit=0", "limit"],
    ["limit=51", "limit"],
    ["limit=1.5", "limit"],
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=999999999", "page"],
    ["topic=NIS2&topic=DORA", "topic"],
  ])("%s is a 400 that names its field and the way out", async (query, field) => {
    for (const document of field === "page" ? [""] : ["", ".rss", ".json"]) {
      const { response, html } = await page(`/en/regulatory-feed${document}?${query}`);
      expect(response.status).toBe(400);
      expect(html).toContain(
        field === "source" && query.endsWith("nobody") ? "no source of that id" : `Send ${field}:`,
      );
      expect(html).toContain(`<a href="/en/regulatory-feed${document}">Start again</a>`);
    }
  });

  test("a tail that a link got on its way is no such question", async () => {
    const { response } = await page("/sk/regulatory-feed?utm_source=x&fbclid=y&topic=");
    expect(response.status).toBe(200);
  });

  test("whatever the query is, there is an answer, never a fault of ours", async () => {
    const name = fc.constantFrom("topic", "jurisdiction", "source", "limit", "page", "when", "__proto__", "x");
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("NIS2", "SK", "enisa", "2", "all", ""));
    const path = fc.constantFrom(
      "regulatory-feed",
      "regulatory-feed.rss",
      "regulatory-feed.json",
      "regulatory-calendar.ics",
    );
    await fc.assert(
      fc.asyncProperty(path, fc.array(fc.tuple(name, value), { maxLength: 5 }), async (to, pairs) => {
        const query = pairs
          .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join("="))
          .join("&");
        const response = await app.request(`/cs/${to}?${query}`);
        expect([200, 400, 404]).toContain(response.status);
        expect(await response.text()).not.toMatch(/<script(?![^>]*\ssrc=)/);
      }),
    );
  });
});

test("the bare address leads to the visitor's language and keeps its question", async () => {
  for (const path of [
    "/regulatory-feed",
    "/regulatory-feed.rss",
    "/regulatory-feed.json",
    "/regulatory-calendar.ics",
  ]) {
    const response = await app.request(`${path}?topic=NIS2`, { headers: { "Accept-Language": "cs" } });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(`/cs${path}?topic=NIS2`);
    expect(response.headers.get("vary")).toContain("Accept-Language");
  }
});

test("search engines are given the feed and each single filter, not every combination and page", async () => {
  const isIndexed = async (query: string) => !(await page(`/en/regulatory-feed${query}`)).html.includes("noindex");
  expect(await isIndexed("")).toBe(true);
  expect(await isIndexed("?topic=NIS2")).toBe(true);
  expect(await isIndexed("?topic=NIS2&jurisdiction=CZ")).toBe(false);
  expect(await isIndexed("?page=2")).toBe(false);
});
