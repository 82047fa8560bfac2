import { expect, test } from "vitest";
import { hits, searchAnswer } from "../../../../test/browser/list-answers.fixture.ts";
import { FIRMS, webOver } from "../../../../test/browser/web.fixture.ts";

const { app, asked } = webOver();

test("a name leads to a list, each firm with its number and a link to its verdict", async () => {
  const html = await (await app.request("/sk/search?q=slov")).text();
  expect(html.match(/class="hit"/g)).toHaveLength(5);
  expect(html).toContain(`href="/sk/firma/sk/${FIRMS.important}"`);
  expect(html).toContain("Našlo sa 5 firiem");
  expect(html).toContain("firma bez zobrazeného názvu");
  expect(html).toContain("zaniknutá");
  expect(html).not.toContain("<script>alert");
});

test.each([
  [1, "Našla sa jedna firma", "Našla se jedna firma", "One firm found"],
  [3, "Našli sa 3 firmy", "Našly se 3 firmy", "3 firms found"],
  [5, "Našlo sa 5 firiem", "Našlo se 5 firem", "5 firms found"],
  [10, "Prvých desať firiem", "Prvních deset firem", "The first ten firms"],
])("%i firms are counted in the right form", async (count, sk, cs, en) => {
  const some = webOver({
    company_search: ({ query }) => {
      const all = hits(String(query));
      return { ...all, count, results: all.results.slice(0, count) };
    },
  });
  for (const [locale, title] of Object.entries({ sk, cs, en })) {
    expect(await (await some.app.request(`/${locale}/search?q=slov`)).text()).toContain(title);
  }
});

test("a firm of a register file shows its category, one that only a live register knows shows none", async () => {
  const html = await (await app.request("/sk/search?q=slov")).text();
  const items = html.split('<li class="hit">').slice(1);
  expect(items[0]).toContain("Dôležitý subjekt");
  expect(items[1]).toContain("Mimo pôsobnosti");
  expect(items[4]).not.toContain('class="category');
});

test("the one firm that was named is offered first, and others are similar names", async () => {
  const [alaco, ...rest] = hits("").results;
  const answer = (isExact: boolean[]) =>
    webOver({
      company_search: () =>
        searchAnswer(
          "alaco",
          [alaco, ...rest].map((hit, at) => ({ ...hit, exact: isExact[at] ?? false })),
        ),
    });
  const one = await (await answer([true]).app.request("/sk/search?q=alaco")).text();
  expect(one).toContain("Presná zhoda");
  expect(one.indexOf("ALACO")).toBeLessThan(one.indexOf("Podobné názvy"));
  expect(one.match(/class="hit"/g)).toHaveLength(5);
  for (const none of [[], [true, true]]) {
    expect(await (await answer(none).app.request("/sk/search?q=alaco")).text()).not.toContain("Presná zhoda");
  }
});

test.each(["IČO: 36045047", "SK36045047", "36 045 047"])("%s leads to the verdict", async (query) => {
  const one = webOver({
    company_search: ({ query: asked }) => searchAnswer(String(asked), hits("").results.slice(0, 1)),
  });
  const response = await one.app.request(`/sk/search?q=${encodeURIComponent(query)}`);
  expect(response.headers.get("location")).toBe("/sk/firma/sk/36045047");
});

test("a number with the sign of a country is looked up there, when no file holds it", async () => {
  const none = webOver({ company_search: ({ query }) => searchAnswer(String(query), []) });
  expect((await none.app.request("/cs/search?q=SK31322832")).headers.get("location")).toBe("/cs/firma/sk/31322832");
});

test("nothing found comes with next steps", async () => {
  const html = await (await app.request("/en/search?q=nobody")).text();
  expect(html).toContain("No firm was found");
  expect(html).toContain('href="/en/what-if"');
});

test.each([
  ["sk", "Nehľadali sme všade", "Slovensko: register teraz neodpovedá", "Česko: hľadanému zodpovedá viac firiem"],
  ["cs", "Nehledali jsme všude", "Slovensko: rejstřík teď neodpovídá", "Česko: hledanému odpovídá víc firem"],
  ["en", "Not everything was searched", "Slovakia: its register is not answering", "Czechia: more firms fit"],
])("what could not be searched is said beside the firms and instead of them (%s)", async (locale, title, ...gaps) => {
  const incomplete = [
    { country: "SK", reason: "source_unavailable", retryAfter: 30 },
    { country: "CZ", reason: "too_many_hits" },
  ];
  for (const results of [hits("").results, []]) {
    const some = webOver({ company_search: () => searchAnswer("slov", results, incomplete) });
    const html = await (await some.app.request(`/${locale}/search?q=slov`)).text();
    for (const words of [title, ...gaps]) expect(html).toContain(words);
  }
  expect(await (await app.request(`/${locale}/search?q=slov`)).text()).not.toContain(title);
});

test("a number with one firm leads straight to its verdict", async () => {
  const one = webOver({
    company_search: ({ query }) => ({ ...hits(String(query)), count: 1, results: hits("").results.slice(0, 1) }),
  });
  const response = await one.app.request("/sk/search?q=36%20045%20047");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/sk/firma/sk/36045047");
});

test("a number with one firm leads to the look-up of both countries while the other register is silent", async () => {
  const answering = (country: string) => [{ country, reason: "source_unavailable", retryAfter: 30 }];
  const to = async (country: string) => {
    const one = webOver({ company_search: () => searchAnswer("", hits("").results.slice(0, 1), answering(country)) });
    return (await one.app.request("/sk/search?q=36045047")).headers.get("location");
  };
  expect(await to("CZ")).toBe("/sk/firma/36045047");
  expect(await to("SK")).toBe("/sk/firma/sk/36045047");
});

test("a number that the mirror does not hold is looked up in the register itself", async () => {
  const none = webOver({ company_search: ({ query }) => searchAnswer(String(query), []) });
  expect((await none.app.request("/cs/search?q=45274649")).headers.get("location")).toBe("/cs/firma/45274649");
  expect((await none.app.request("/cs/search?q=45274649&country=CZ")).headers.get("location")).toBe(
    "/cs/firma/cz/45274649",
  );
});

test("too short a question is refused beside the field, before anything is counted", async () => {
  const before = asked.length;
  const response = await app.request("/sk/search?q=+ab+");
  expect(response.status).toBe(400);
  const html = await response.text();
  expect(html).toMatch(/id="q-error">Napíšte aspoň tri znaky/);
  expect(html).toMatch(/id="q"[^>]*value="ab"[^>]*aria-invalid="true"/);
  expect(asked.length).toBe(before);
});

test("what was typed stays in the field as text", async () => {
  const html = await (await app.request(`/sk/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
  expect(html).not.toContain("<script>alert");
  expect(html).toContain("&quot;&gt;&lt;script&gt;");
});

test("a country restricts the search and stays chosen", async () => {
  const html = await (await app.request("/sk/search?q=slov&country=CZ")).text();
  expect(asked.at(-1)?.args).toMatchObject({ query: "slov", country: "CZ" });
  expect(html).toContain('<input type="hidden" name="country" value="CZ"/>');
});
