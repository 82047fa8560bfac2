import { describe, expect, test } from "vitest";
import { itemsOf, READ, rss } from "./sample.fixture.ts";

interface ExpectedItem {
  /** Text as its author means it: a format that is XML or holds HTML escapes it by its own rules. */
  readonly title: string;
  readonly link: string;
  readonly date?: string;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const dated = (date: string | undefined, element: string) =>
  date === undefined ? "" : `<${element}>${date}</${element}>`;

/** How each format that we read tells the same items. */
const formats: Readonly<Record<string, (items: readonly ExpectedItem[]) => string>> = {
  "RSS 2.0": (items) =>
    rss(
      items
        .map(
          ({ title, link, date }) =>
            `<item><title>${escaped(title)}</title><link>${escaped(link)}</link>${dated(date, "pubDate")}</item>`,
        )
        .join(""),
    ),
  Atom: (items) =>
    `<feed xmlns="http://www.w3.org/2005/Atom">${items
      .map(
        ({ title, link, date }) =>
          `<entry><title type="html">${escaped(title)}</title><link href="${escaped(link)}"/><id>${escaped(link)}</id>${dated(date, "published")}</entry>`,
      )
      .join("")}</feed>`,
  "RSS 1.0": (items) =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">${items
      .map(
        ({ title, link, date }) =>
          `<item rdf:about="${escaped(link)}"><title>${escaped(title)}</title><link>${escaped(link)}</link>${dated(date, "dc:date")}</item>`,
      )
      .join("")}</rdf:RDF>`,
  "JSON Feed": (items) =>
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "T",
      items: items.map(({ title, link, date }) => ({ id: link, url: link, title, date_published: date })),
    }),
  "the aggregated form": (items) =>
    JSON.stringify({
      generatedAt: "2026-11-20T00:00:00Z",
      items: items.map(({ title, link, date }, id) => ({ id: `${id}`, title, url: link, publishedAt: date })),
    }),
};

describe.each(Object.entries(formats))("%s", (_name, write) => {
  const good = { title: "Dobrá správa", link: "https://urad.example/dobra", date: "2026-11-20T10:00:00Z" };

  test("gives title, address and day", async () => {
    expect(await itemsOf(write([good]))).toMatchObject([
      { title: good.title, url: good.link, publishedAt: Date.parse(good.date), isDateEstimated: false },
    ]);
  });

  test("with a script in a title gives a text that no page could take for markup", async () => {
    const items = await itemsOf(write([{ ...good, title: "Správa <script>alert(1)</script><img src=x onerror=y>" }]));
    expect(items).toHaveLength(1);
    expect(items[0]?.title).toMatch(/^Správa/);
    // Formats whose titles are plain text keep the letters; what matters is that they stay letters.
    expect(JSON.stringify(items)).not.toMatch(/\p{Cc}/u);
  });

  test("with what turns writing round in a title gives the title without it", async () => {
    const [item] = await itemsOf(write([{ ...good, title: "a\u202eb\u200bc" }]));
    expect(item?.title).toBe("abc");
  });

  test("resolves relative addresses, and leaves out an item that leads to a script", async () => {
    const items = await itemsOf(
      write([
        { ...good, link: "/a/1" },
        { ...good, link: "javascript:alert(1)" },
      ]),
    );
    expect(items.map(({ url }) => url)).toEqual(["https://urad.example/a/1"]);
  });

  test("with a day in the future counts it from when we saw it, and says so", async () => {
    const [item] = await itemsOf(write([{ ...good, date: "2099-01-01T00:00:00Z" }]));
    expect(item).toMatchObject({ publishedAt: READ.at, isDateEstimated: true });
  });

  test("cut off anywhere is a clear error, or no more than the items that were whole", async () => {
    const whole = write([good, { ...good, title: "Druhá", link: "https://urad.example/2" }]);
    for (let end = 1; end < whole.length; end += 7) {
      const items = await itemsOf(whole.slice(0, end)).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ name: "FeedUnreadable" });
        return [];
      });
      expect(items).toEqual([]);
    }
  });

  test("with 10,000 items is read whole", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ ...good, link: `https://urad.example/${at}` }));
    expect(await itemsOf(write(many))).toHaveLength(10_000);
  });
});
