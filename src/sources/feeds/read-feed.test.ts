import fc from "fast-check";
import { expect, test } from "vitest";
import { readFeed } from "./ask-source.ts";
import { FeedUnreadable } from "./failure.ts";
import { encode, itemsOf, READ, rss, rssItem, sample } from "./sample.fixture.ts";

test("RSS 2.0 gives texts without markup, addresses and days", async () => {
  const [first, second, third] = await itemsOf(sample("rss2.constructed.xml"));
  expect(first).toMatchObject({
    key: "node-1",
    url: "https://urad.example/aktuality/1?utm_source=rss",
    title: "Nový zákon o kybernetické bezpečnosti & vyhlášky",
    summary: "Zákon platí. Další řádek",
    labels: ["Legislativa", "NIS2"],
    publishedAt: Date.parse("2026-11-20T07:30:00Z"),
    isDateEstimated: false,
    jurisdiction: "CZ",
  });
  expect(second).toMatchObject({
    url: "https://urad.example/aktuality/2",
    title: "Varování před podvody",
    summary: "Pozor!",
    publishedAt: Date.parse("2026-11-19T10:00:00Z"),
  });
  expect(third).toMatchObject({ url: "https://urad.example/aktuality/3", publishedAt: READ.at, isDateEstimated: true });
});

test("Atom gives the first publication, resolves addresses against its base and keeps plain text as it is", async () => {
  const [first, second] = await itemsOf(sample("atom.constructed.xml"));
  expect(first).toMatchObject({
    title: "Guidance on NIS2 published",
    summary: "Use <b> sparingly.",
    url: "https://agency.example/news/2026/guidance",
    publishedAt: Date.parse("2026-11-18T11:00:00Z"),
    labels: ["NIS2"],
  });
  expect(second).toMatchObject({
    title: "Second entry",
    summary: "Hello not the title",
    url: "https://agency.example/second",
  });
});

test("RSS 1.0 (RDF) is read, too", async () => {
  expect(await itemsOf(sample("rdf.constructed.xml"))).toMatchObject([
    {
      title: "Press release on DORA",
      publishedAt: Date.parse("2026-11-16"),
      labels: ["Supervision"],
      summary: "About oversight.",
    },
  ]);
});

test("of a JSON Feed, an item without a title and what is no item at all are left out", async () => {
  expect(await itemsOf(sample("json-feed.constructed.json"))).toMatchObject([
    { key: "7", title: "Guidelines on <b> tags", summary: "Text & more", labels: ["GDPR"] },
  ]);
});

test("the aggregated form gives each item its jurisdiction, and its source as a copied label", async () => {
  expect(await itemsOf(sample("aggregated.constructed.json"))).toMatchObject([
    {
      title: "Vyhláška k NIS2",
      jurisdiction: "SK",
      labels: ["Vestník", "vyhláška"],
      publishedAt: Date.parse("2026-11-14"),
    },
    { title: "Elsewhere", jurisdiction: "CZ" },
  ]);
});

test.each(["windows-1250", "iso-8859-2"])(
  "a feed in %s keeps its diacritics, by declaration or by header",
  async (encoding) => {
    const title = "Žluťoučký kůň: ľalia, šťava, vôňa";
    const declared = rss(rssItem(title, "https://urad.example/1"), `<?xml version="1.0" encoding="${encoding}"?>`);
    expect((await itemsOf(encode(declared, encoding)))[0]?.title).toBe(title);
    const silent = rss(rssItem(title, "https://urad.example/1"), "");
    expect((await itemsOf(encode(silent, encoding), `text/xml; charset=${encoding}`))[0]?.title).toBe(title);
    // The header says UTF-8 by habit, the document knows better.
    expect((await itemsOf(encode(declared, encoding), "text/xml; charset=utf-8"))[0]?.title).toBe(title);
  },
);

test("UTF-16 with its mark is read, too", async () => {
  const text = rss(rssItem("Správa", "https://urad.example/1"), '<?xml version="1.0" encoding="UTF-16"?>');
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (const [at, unit] of [...text].entries())
    new DataView(bytes.buffer).setUint16(2 + at * 2, unit.charCodeAt(0), true);
  expect((await itemsOf(bytes))[0]?.title).toBe("Správa");
});

const laughs = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;
const external = '<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

test.each<[string, Uint8Array | string, string]>([
  ["a billion laughs", rss(rssItem("&c;", "https://urad.example/1"), laughs), "doctype"],
  ["an entity that reads a file", rss(rssItem("&x;", "https://urad.example/1"), external), "doctype"],
  [
    "any document type at all",
    rss("", '<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://n.example/rss.dtd">'),
    "doctype",
  ],
  ["an entity nobody declared", rss(rssItem("&bogus;", "https://urad.example/1")), "not_well_formed"],
  ["a truncated document", rss(rssItem("x", "https://urad.example/1")).slice(0, -25), "not_well_formed"],
  ["a document cut inside a tag", '<?xml version="1.0"?><rss><channel><item><ti', "not_well_formed"],
  ["crossed tags", "<rss><channel><item><title>x</item></title></channel></rss>", "not_well_formed"],
  [
    "bytes that are not the UTF-8 they say",
    encode(rss(rssItem("šťastný", "https://u.example/1")), "windows-1250"),
    "bad_encoding",
  ],
  ["an encoding nobody publishes in", rss("", '<?xml version="1.0" encoding="EBCDIC-CP-US"?>'), "bad_encoding"],
  ["a page", "<html><head><title>Not found</title></head></html>", "no_feed"],
  ["a broken page", "<!doctype html><p>Sorry", "no_feed"],
  ["JSON of another kind", '{"items": 5}', "no_feed"],
  ["cut JSON", '{"version": "https://jsonfeed.org/version/1", "items": [', "not_well_formed"],
  ["plain text", "Service unavailable", "no_feed"],
  ["nothing", "", "no_feed"],
  ["only a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf]), "no_feed"],
  ["a very deep document", `<rss>${"<a>".repeat(100_000)}`, "too_deep"],
  ["very deep JSON", `{"a":${"[".repeat(500_000)}`, "not_well_formed"],
  ["more items than anybody publishes", rss("<item/>".repeat(20_001)), "too_many_items"],
])("%s is a clear error", async (_case, document, kind) => {
  await expect(itemsOf(document)).rejects.toMatchObject({ name: "FeedUnreadable", kind });
});

test("a blank line before the declaration and a name of HTML do no harm", async () => {
  const items = await itemsOf(`\n\n${rss(rssItem("Dva&nbsp;body &ndash; jeden", "https://urad.example/1"))}`);
  expect(items[0]?.title).toBe("Dva body – jeden");
});

test("a prefix that nobody declared is understood where it is a usual one", async () => {
  const items = await itemsOf(rss(rssItem("x", "https://urad.example/1", "<dc:date>2026-11-01</dc:date>")));
  expect(items[0]?.publishedAt).toBe(Date.parse("2026-11-01"));
});

test("10,000 items are read, and other work gets its turn meanwhile", async () => {
  const many = rss(
    Array.from({ length: 10_000 }, (_, at) => rssItem(`Správa ${at}`, `https://urad.example/${at}`)).join(""),
  );
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const items = await itemsOf(many);
  clearInterval(timer);
  expect(items).toHaveLength(10_000);
  expect(turns).toBeGreaterThan(3);
});

test.each([
  ["a script in the title", "&lt;script&gt;alert(1)&lt;/script&gt;Správa", "Správa"],
  ["a script that was escaped twice", "&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;Správa", "Správa"],
  ["an image with a handler", "&lt;img src=x onerror=alert(1)&gt;Správa", "Správa"],
  ["markup in the document itself", "<b>Dôležitá</b> <i>správa</i>", "Dôležitá správa"],
])("%s leaves no markup behind", async (_case, title, plain) => {
  expect((await itemsOf(rss(rssItem(title, "https://urad.example/1"))))[0]?.title).toBe(plain);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.example",
  "ftp://a.example/x",
  "https://user:pass@a.example/",
  "http://",
  "//",
])("an item that leads to %s is left out, its neighbour is not", async (link) => {
  const items = await itemsOf(rss(rssItem("Zlá", link) + rssItem("Dobrá", "https://urad.example/1")));
  expect(items.map(({ title }) => title)).toEqual(["Dobrá"]);
});

test("a day in the future counts as the day we saw it, and says so", async () => {
  const items = await itemsOf(
    rss(rssItem("x", "https://urad.example/1", "<pubDate>Fri, 01 Jan 2038 00:00:00 GMT</pubDate>")),
  );
  expect(items[0]).toMatchObject({ publishedAt: READ.at, isDateEstimated: true });
});

test("a clock that is a little fast is no future", async () => {
  const items = await itemsOf(
    rss(rssItem("x", "https://urad.example/1", "<pubDate>Sat, 21 Nov 2026 12:05:00 GMT</pubDate>")),
  );
  expect(items[0]).toMatchObject({ publishedAt: READ.at, isDateEstimated: false });
});

const pieces = fc.constantFrom(
  "<rss>",
  "<channel>",
  "<item>",
  "</item>",
  "<title>",
  "</title>",
  "<link>",
  "</link>",
  "https://a.example/x",
  "&amp;",
  "&#0;",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "<feed xmlns='http://www.w3.org/2005/Atom'>",
  "<entry>",
  "</entry>",
  "<?x",
  "?>",
  "<!DOCTYPE x>",
  '{"version":"https://jsonfeed.org/version/1","items":[',
  '{"id":',
  "]}",
  "é",
  "\u0000",
  "\ud800",
  "<a b='",
  "'>",
  "]",
  "&",
  "<",
);

test("whatever arrives, items are plain and whole, or the error is one of our words", async () => {
  const documents = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => new TextEncoder().encode(parts.join(""))),
    fc
      .tuple(
        fc.constantFrom(
          "rss2.constructed.xml",
          "atom.constructed.xml",
          "rdf.constructed.xml",
          "aggregated.constructed.json",
        ),
        fc.nat(),
        pieces,
      )
      .map(([name, at, piece]) => {
        const text = new TextDecoder().decode(sample(name));
        const cut = at % text.length;
        return new TextEncoder().encode(text.slice(0, cut) + piece + text.slice(cut + (at % 7)));
      }),
  );
  await fc.assert(
    fc.asyncProperty(documents, async (bytes) => {
      try {
        for (const item of await itemsOf(bytes)) {
          expect(item.title).not.toBe("");
          expect(URL.parse(item.url)?.protocol).toMatch(/^https?:$/);
          expect(item.publishedAt).toBeLessThanOrEqual(READ.at);
          expect(item.title + item.summary + item.labels.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
        }
      } catch (error) {
        if (!(error instanceof FeedUnreadable)) throw error;
      }
    }),
  );
});

test("reading needs no more than the bytes: no header at all is fine", async () => {
  const { items } = await readFeed(sample("rss2.constructed.xml"), null);
  expect(items).toHaveLength(3);
});
