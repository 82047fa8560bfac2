import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { firmPage, hits } from "../../../../test/browser/list-answers.fixture.ts";
import { FIRMS, problem, webOver } from "../../../../test/browser/web.fixture.ts";
import type { SearchList } from "../../../capabilities/companies/search-list.ts";

const { app, asked } = webOver();

const [alaco, ...others] = hits("").results;
if (alaco === undefined) throw new Error("the fixture has hits");

/** The page over an answer of the list of firms. */
async function shown(answer: SearchList, address = "/sk/search?q=slov"): Promise<string> {
  return (await webOver({ search_list: () => answer }).app.request(address)).text();
}

/** Firms of a long list. */
const some = (count: number) => Array.from({ length: count }, () => alaco);

test("a name leads to a list, each firm with its number and a link to its verdict", async () => {
  const html = await (await app.request("/sk/search?q=slov")).text();
  expect(html.match(/data-hit="/g)).toHaveLength(5);
  expect(html).toContain(`data-hit="SK${FIRMS.important}" data-match="starts"`);
  expect(html).toContain(`href="/sk/firma/sk/${FIRMS.important}"`);
  expect(html).toMatch(/<section data-column="firms" data-count="5" data-more="false"><h1[^>]*>5 firiem</);
  expect(html).toContain("firma bez zobrazeného názvu");
  expect(html).toContain("zaniknutá");
  expect(html).not.toContain("<script>alert");
  expect(html).toContain('name="robots" content="noindex');
});

test("a firm in scope by the directive alone has no duties in Czechia, and the hit says so", async () => {
  const firm = { ...alaco, country: "CZ" as const, category: "important" as const };
  const regulated = await shown(firmPage([{ ...firm, nationalRegime: { id: "none" as const } }]));
  expect(regulated).toContain("Dôležitý subjekt, v Česku bez povinností");
  expect(await shown(firmPage([firm]))).not.toContain("bez povinností");
});

test.each([
  [1, "1 firma", "1 firma", "1 firm"],
  [3, "3 firmy", "3 firmy", "3 firms"],
  [5, "5 firiem", "5 firem", "5 firms"],
])("%i firms are counted in the right form", async (count, sk, cs, en) => {
  for (const [locale, title] of Object.entries({ sk, cs, en })) {
    expect(await shown(firmPage(some(count)), `/${locale}/search?q=slov`)).toMatch(new RegExp(`<h1[^>]*>${title}<`));
  }
});

describe("a long list", () => {
  const second = firmPage(some(10), { count: 200, isMore: true });

  test("says which firms are shown, and leads to the pages beside", async () => {
    const html = await shown(second, "/sk/search?q=slov&country=sk&page=2");
    expect(html).toMatch(/<h1[^>]*>11 až 20 z viac než 200 firiem</);
    expect(html).toContain(
      '<a rel="prev" data-page="1" href="/sk/search?q=slov&amp;country=SK">Predchádzajúce, 1 – 10',
    );
    expect(html).toContain(
      '<a rel="next" data-page="3" href="/sk/search?q=slov&amp;country=SK&amp;page=3">Ďalšie, 21 – 30',
    );
    expect(html).toContain("Pridajte mesto alebo ďalšie slovo");
    expect(await shown(firmPage(some(2), { count: 12 }), "/cs/search?q=slov&page=2")).toMatch(/>11 až 12 z 12 firem</);
  });

  test("ends: after the last page stands the way back to the first", async () => {
    const html = await shown(firmPage([], { count: 12 }), "/sk/search?q=slov&page=3");
    expect(html).toContain("Ďalšie firmy už nie sú");
    expect(html).toContain('<a href="/sk/search?q=slov">Na stranu 1</a>');
  });

  test.each(["0", "21", "-1", "1.5", "x", "100"])("has no page %s", async (page) => {
    const response = await app.request(`/sk/search?q=slov&page=${page}`);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toMatch(/data-error="page">Strana: 1 až 20\./);
    expect(html).toContain('<a href="/sk/search?q=slov">Na stranu 1</a>');
    expect(html).toContain("<title>Chyba: ");
  });
});

describe("filters", () => {
  test("are links that keep the rest and begin at the first page", async () => {
    const html = await (await app.request("/sk/search?q=slov&country=cz&category=in_scope&page=1")).text();
    expect(asked.findLast(({ name }) => name === "search_list")?.args).toMatchObject({
      query: "slov",
      country: "CZ",
      category: "in_scope",
    });
    expect(html).toContain(
      '<a href="/sk/search?q=slov&amp;country=CZ&amp;category=in_scope" aria-current="true">Česko',
    );
    expect(html).toContain('<a href="/sk/search?q=slov&amp;category=in_scope">Obe krajiny');
    expect(html).toContain('<a href="/sk/search?q=slov&amp;country=CZ&amp;category=unknown">Neurčené');
    expect(html).toContain('<input type="hidden" name="country" value="CZ"/>');
    expect(await (await app.request("/sk/search?q=slov&category=essential")).text()).toMatch(
      /aria-current="true">Kľúčový subjekt/,
    );
  });

  test("of a country that is none is left out, a category that is none is refused with the five", async () => {
    expect((await app.request("/sk/search?q=slov&country=PL")).status).toBe(200);
    const response = await app.request("/sk/search?q=slov&category=big");
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("essential, important, out_of_scope, unknown, in_scope");
  });

  test("say when more firms fit than they looked at", async () => {
    expect(await shown(firmPage(some(3), { isFilterCut: true }))).toContain("prvých 1000 firiem");
  });
});

test("similar names stand behind the others, under their own heading", async () => {
  const similar = others.slice(0, 1).map((hit) => ({ ...hit, match: "similar" as const }));
  const html = await shown(firmPage([alaco], { similar }));
  expect(html).toMatch(/<h1[^>]*>1 firma a 1 podobný názov</);
  expect(html.indexOf("ALACO")).toBeLessThan(html.indexOf(">Podobné názvy<"));
  expect(html).toContain('data-match="similar"');
  expect(await shown(firmPage([alaco, ...others]))).not.toContain("Podobné názvy");
  expect(await shown(firmPage([], { similar }))).toMatch(/<h1[^>]*>1 podobný názov</);
});

test("a firm found by a former name says it, with its last day", async () => {
  const former = {
    ...alaco,
    match: "former" as const,
    formerUntil: "2020-05-01",
    untrusted: { ...alaco.untrusted, formerName: "Pekáreň <b>Košice</b>" },
  };
  const line = async (locale: string) =>
    (await shown(firmPage([former]), `/${locale}/search?q=slov`)).match(/data-former[^>]*>(.*?)<\/span>/)?.[1];
  expect(await line("sk")).toBe("predtým <bdi>Pekáreň &lt;b&gt;Košice&lt;/b&gt;</bdi>, do 1. mája 2020");
  expect(await line("cs")).toMatch(/^dříve .*, do 1\. května 2020$/);
  expect(await line("en")).toMatch(/^formerly .*, until 1 May 2020$/);
});

describe("activities stand beside the firms", () => {
  test("each with its code, what NIS2 makes of it, and a link with the country of the language", async () => {
    const html = await (await app.request("/sk/search?q=autodoprava+nobody")).text();
    expect(html).toContain('href="#activities"');
    const first = await (await app.request("/sk/search?q=autodoprava")).text();
    expect(first).toMatch(/<h2[^>]*>Alebo podľa činnosti</);
    expect(first).toContain('<li class="hit" data-activity="4941" data-revision="2" data-nis2="none">');
    expect(first).toContain('<a href="/sk/what-if?country=SK&amp;code=4941&amp;rev=2" data-choose');
    expect(first).toContain("NACE 49.41 · nie je činnosťou NIS2");
    expect(await (await app.request("/cs/search?q=autodoprava")).text()).toContain(
      "/cs/what-if?country=CZ&amp;code=4941",
    );
    expect(await (await app.request("/cs/search?q=autodoprava&country=SK")).text()).toContain(
      "/cs/what-if?country=SK&amp;code=4941",
    );
  });

  test("in English with a link for each country", async () => {
    const html = await (await app.request("/en/search?q=bakery")).text();
    for (const country of ["SK", "CZ"])
      expect(html).toContain(`/en/what-if?country=${country}&amp;code=1071&amp;rev=2`);
  });

  test("first where no firm is found, and for a code", async () => {
    const nothing = await (await app.request("/sk/search?q=nobody+pekáreň")).text();
    expect(nothing.indexOf('data-column="activities"')).toBeLessThan(nothing.indexOf('data-column="firms"'));
    expect(nothing).toMatch(/<h1[^>]*>Alebo podľa činnosti</);
    const code = await shown(
      firmPage([alaco], { reading: { kind: "activity_code", text: "Toto je kód činnosti." } }),
      "/sk/search?q=25.62",
    );
    expect(code.indexOf('data-column="activities"')).toBeLessThan(code.indexOf('data-column="firms"'));
    expect(code).toContain("Ktorú z nich máte na mysli?");
    expect(code.match(/data-activity="2562"/g)).toHaveLength(2);
    expect(code.match(/<h1/g)).toHaveLength(1);
  });

  test("and are absent where they cannot be asked; one page counts once", async () => {
    const broken = webOver({ activity_list: problem("internal") });
    const response = await broken.app.request("/sk/search?q=autodoprava");
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('data-column="activities"');
    expect(broken.asked.flatMap(({ limits }) => limits)).toEqual(["web_lookup"]);
  });
});

describe("where nothing is found stand ways on", () => {
  test("the nearest first: activities, without a filter, fewer words, facts by hand, registers", async () => {
    const nothing = firmPage([], {
      untrusted: { domain: null, word: null, shorter: "pekáreň" },
      incomplete: [{ country: "SK", reason: "sample_only" }],
    });
    const html = await shown(nothing, "/sk/search?q=pekáreň+vltava&country=SK");
    expect([...html.matchAll(/data-way="([a-z-]+)"/g)].map(([, way]) => way)).toEqual([
      "activities",
      "wider",
      "shorter",
      "what-if",
      "sources",
    ]);
    expect(html).toContain(
      '<a href="/sk/search?q=pek%C3%A1re%C5%88&amp;country=SK" data-way="shorter"><bdi>pekáreň</bdi>',
    );
    expect(html).toContain("/sk/what-if?find=pek%C3%A1re%C5%88+vltava&amp;country=SK");
    expect(html).toContain('<a href="/sk/search?q=pek%C3%A1re%C5%88+vltava" data-way="wider">Hľadať v oboch krajinách');
  });

  test("always at least one", async () => {
    const html = await (await app.request("/en/search?q=nobody")).text();
    expect(html).toContain("No firm was found");
    expect(html).toMatch(/href="\/en\/what-if[^"]*" data-way="what-if"/);
  });
});

describe("what was typed is explained", () => {
  const read = (kind: SearchList["reading"]["kind"], text: string | null, untrusted = {}) =>
    firmPage([], { reading: { kind, text }, untrusted: { domain: null, word: null, shorter: null, ...untrusted } });

  test("before all else; a number of another country leads to facts by hand", async () => {
    const html = await shown(
      read("vat_foreign", "Toto je číslo pre DPH z inej krajiny (Nemecko)."),
      "/sk/search?q=DE123456789",
    );
    expect(html).toMatch(/data-reading="vat_foreign">Toto je číslo[^<]*<a href="\/sk\/what-if"/);
    expect(html.indexOf("data-reading")).toBeLessThan(html.indexOf("data-column"));
    expect(html).toMatch(/<h1[^>]*>Čo teraz</);
    expect(html).not.toContain('data-column="activities"');
  });

  test("an address leads to the scan of its domain, and its word is set apart", async () => {
    const html = await shown(
      read("web", "Hľadali sme názov „eset“.", { domain: "eset.com", word: "eset" }),
      "/sk/search?q=www.eset.com",
    );
    expect(html).toContain("Hľadali sme názov „<bdi>eset</bdi>“.");
    expect(html).toContain('href="/sk/scan?domain=eset.com"');
  });

  test("a number that may hold a birth number is repeated nowhere on the page but in its own address", async () => {
    const html = await shown(read("tax_cz_person", "Toto je DIČ fyzické osoby."), "/cs/search?q=CZ7801011234");
    expect(html.replace(/<(?:link|a)\b[^>]*(?:hreflang|lang)=[^>]*>/g, "")).not.toContain("7801011234");
  });

  test("a plain name is not", async () => {
    expect(await shown(firmPage([alaco]))).not.toContain("data-reading");
  });
});

test.each([
  ["sk", "Nehľadali sme všade", "Slovensko: register teraz neodpovedá", "Česko: hľadanému zodpovedá viac firiem"],
  ["cs", "Nehledali jsme všude", "Slovensko: rejstřík teď neodpovídá", "Česko: hledanému odpovídá víc firem"],
  ["en", "Not everything was searched", "Slovakia: its register is not answering", "Czechia: more firms fit"],
])("what could not be searched is said beside the firms and instead of them (%s)", async (locale, title, ...gaps) => {
  const incomplete = [
    { country: "SK", reason: "source_unavailable", retryAfter: 30 },
    { country: "CZ", reason: "too_many_hits" },
  ] as const;
  for (const firms of [hits("").results, []]) {
    const html = await shown(firmPage(firms, { incomplete: [...incomplete] }), `/${locale}/search?q=slov`);
    for (const words of [title, ...gaps]) expect(html).toContain(words);
  }
  expect(await (await app.request(`/${locale}/search?q=slov`)).text()).not.toContain(title);
});

test("a gap of both countries is said once", async () => {
  const incomplete = (["CZ", "SK"] as const).map((country) => ({ country, reason: "sample_only" as const }));
  expect(await shown(firmPage([], { incomplete }))).toContain("Slovensko a Česko: registre tu nie sú načítané");
});

test("a number that leads to a firm leads straight to its verdict", async () => {
  const to = async (leadsTo: SearchList["leadsTo"]) => {
    const one = webOver({ search_list: () => firmPage([], { leadsTo }) });
    const response = await one.app.request("/sk/search?q=36045047");
    return [response.status, response.headers.get("location")];
  };
  const ico = "36045047" as NonNullable<SearchList["leadsTo"]>["ico"]; // a number as they are read
  expect(await to({ ico, country: "SK" })).toEqual([303, "/sk/firma/sk/36045047"]);
  expect(await to({ ico })).toEqual([303, "/sk/firma/36045047"]);
});

test("too short a question is refused beside the field", async () => {
  const response = await app.request("/sk/search?q=+a+");
  expect(response.status).toBe(400);
  const html = await response.text();
  expect(html).toMatch(/id="q-error" data-error="q">Napíšte aspoň dva znaky/);
  expect(html).toMatch(/id="q"[^>]*value="a"[^>]*aria-invalid="true"/);
  expect(html).toContain("<title>Chyba: ");
  expect((await app.request(`/sk/search?q=${"a".repeat(201)}`)).status).toBe(400);
});

test("the one field works without a script: a form with a label, a help and the longest text", async () => {
  for (const path of ["/sk", "/sk/search", "/sk/no-such-page"]) {
    const html = await (await app.request(path)).text();
    const [form = ""] = html.match(/<form[^>]*data-search.*?<\/form>/s) ?? [];
    expect(form, path).toMatch(/<form action="\/sk\/search" method="get"/);
    expect(form, path).toContain('<label for="q">Názov firmy, IČO, alebo čo robíte</label>');
    expect(form, path).toContain("Napríklad pekáreň vltava, 31322832, autodoprava.");
    expect(form, path).toMatch(/name="q"[^>]*maxlength="200" required/);
    expect(form, path).not.toMatch(/minlength|placeholder/);
  }
});

test("a page with both columns is light", async () => {
  const firms = Array.from({ length: 10 }, (_, index) => hits("").results[index % 5] ?? alaco);
  const html = await shown(firmPage(firms, { count: 200, isMore: true }), "/sk/search?q=výroba");
  expect(html).toContain('data-column="activities"');
  expect(gzipSync(html).length).toBeLessThan(12_000);
});

test("what was typed stays in the field as text", async () => {
  const html = await (await app.request(`/sk/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&quot;&gt;&lt;script&gt;");
});
