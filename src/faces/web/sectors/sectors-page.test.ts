import { expect, test } from "vitest";
import { stats } from "../../../../test/browser/list-answers.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";

const { app } = webOver();

const page = async (path: string) => (await app.request(path)).text();
const sectorsIn = (html: string) => [...html.matchAll(/data-sector="([\w-]+)"/g)].map(([, id = ""]) => id);

test.each(LOCALES)("the 18 sectors are tiles in %s, each of which leads to its page", async (locale) => {
  const sectors = sectorsIn(await page(`/${locale}/sectors`));
  expect(new Set(sectors).size).toBe(18);
  for (const sector of sectors) {
    const html = await page(`/${locale}/sectors/${sector}`);
    for (const part of ["data-who", "data-thresholds", "data-not-in"]) expect(html, sector).toContain(part);
    expect(html, sector).toContain(`/${locale}/what-if?sector=${sector}`);
    expect(html, sector).toMatch(/2022\/2555/);
  }
});

test("what people take for health care is said not to be, with its code", async () => {
  const html = await page("/en/sectors/health");
  for (const code of ["47.74", "47.78", "87.30", "87.90"]) expect(html).toContain(`data-code="${code}"`);
  expect(html).toMatch(/what-if\?find=hospital/);
});

test.each(LOCALES)("each sector says who is in it, and has five everyday words and more (%s)", async (locale) => {
  for (const sector of sectorsIn(await page(`/${locale}/sectors`))) {
    const html = await page(`/${locale}/sectors/${sector}`);
    const [words = ""] = /<section[^>]*data-words.*?<\/section>/s.exec(html) ?? [];
    expect((words.match(/what-if\?find=/g) ?? []).length, sector).toBeGreaterThanOrEqual(5);
    expect(html, sector).toMatch(/data-who[^>]*><h2>[^<]*<\/h2><p class="prose">[^<]{20,}/);
  }
});

test("of a code that is not in stand the words, why, and the way to its verdict", async () => {
  const html = await page("/sk/sectors/transport");
  expect(html).toMatch(
    /<li data-code="49\.41"><a href="\/sk\/what-if\?country=SK&amp;code=49\.41[^>]*>[^<]+<\/a>.*?nie dopravcovia/s,
  );
});

test.each(LOCALES)(
  "under the sizes of every sector stand the national exceptions, each with its provision (%s)",
  async (locale) => {
    for (const sector of sectorsIn(await page(`/${locale}/sectors`))) {
      const html = await page(`/${locale}/sectors/${sector}`);
      const [sizes = ""] = /<section[^>]*data-thresholds.*?<\/section>/s.exec(html) ?? [];
      const said = [...sizes.matchAll(/data-exception="(SK|CZ)"[^>]*>(.*?)<\/li>/gs)].map(([, country, words]) => [
        country,
        words,
      ]);
      if (sector !== "public-administration")
        expect(
          said.map(([country]) => country),
          sector,
        ).toContain("SK");
      for (const [country, words] of said)
        expect(words, sector).toMatch(country === "SK" ? /§ 1[78]|17\(1\)|18\(1\)/ : /408\/2025/);
    }
  },
);

test("the points of the Czech decree name the service and what it asks beside the size", async () => {
  const html = await page("/sk/sectors/energy");
  expect(html).toMatch(
    /data-exception="CZ"[^>]*><b>Výroba elektriny \(licencia\): <\/b>výrobňa od 100 MW: režim vyšších povinností[^<]*\(/,
  );
  expect(html).toMatch(/<b>Prenosová sústava: <\/b>režim vyšších povinností pri každej veľkosti/);
  expect(html).toMatch(
    /<b>Čerpacie stanice \(od 100\): <\/b>od 100 verejných čerpacích staníc; režim nižších povinností/,
  );
});

test("firms of an imported register are counted, and fewer than five have no figure", async () => {
  const html = await page("/sk/sectors/energy");
  expect(html).toMatch(/data-counts.*Slovensko: kľúčové 31, dôležité 744/s);
  expect(await page("/sk/sectors/space")).toMatch(/kľúčové menej než 5/);
  const sample = webOver({ nis2_stats: ({ country }) => stats(country === "CZ" ? "CZ" : "SK", "sk", true) });
  expect(await (await sample.app.request("/sk/sectors/energy")).text()).not.toContain("data-counts");
});

test("no sector has that name: 404", async () => {
  expect((await app.request("/sk/sectors/farming")).status).toBe(404);
});

test("the sector of the address is open on the form", async () => {
  const html = await page("/en/what-if?sector=health");
  expect(html).toMatch(/<details open="?"?><summary>Health<\/summary>/);
});
