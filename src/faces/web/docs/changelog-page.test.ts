import { describe, expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { loadChangelog } from "../../../knowledge/changelog.ts";
import { KNOWLEDGE_DIR } from "../../../knowledge/load.ts";
import { knowledge } from "../../../knowledge/shipped.fixture.ts";
import { checkCitations } from "../../../rules/citations/check.ts";
import { itemsOf, READ } from "../../../sources/feeds/sample.fixture.ts";

const { app } = webOver();
const { acts } = knowledge;
const { versions } = loadChangelog(KNOWLEDGE_DIR, { acts, stated: {} });

describe.each(LOCALES)("the changelog in %s", (locale) => {
  test("shows each version with its parts, its day and confirmed provisions", async () => {
    const html = await (await app.request(`/${locale}/changelog`)).text();
    for (const { version, title, date } of versions) {
      expect(html).toContain(`id="v${version}"`);
      expect(html).toContain(title[locale]);
      expect(html).toContain(`datetime="${date}"`);
    }
    expect(html.match(/<div class="rung">/g)).toHaveLength(versions.flatMap(({ changes }) => changes).length);
    const notes = [...html.matchAll(/<ul class="citations"[^>]*>(.*?)<\/ul>/g)].map(([, list = ""]) =>
      list.replace(/<[^>]+>/g, "\n"),
    );
    const found = notes.flatMap((note) => checkCitations(note, acts).citations);
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
    for (const feed of ["changelog.rss", "changelog.json", "docs/open-data"])
      expect(html).toContain(`href="/${locale}/${feed}"`);
  });

  test.each(["changelog.rss", "changelog.json"])("%s is a feed of the same versions", async (path) => {
    const response = await app.request(`/${locale}/${path}`);
    expect(response.headers.get("content-type")).toContain(path.endsWith("rss") ? "rss+xml" : "feed+json");
    // Read after the day of the newest version: an item is never later than its reading.
    const items = await itemsOf(await response.text(), null, { ...READ, at: Date.parse("2030-01-01T00:00:00Z") });
    expect(items).toMatchObject(
      versions.map(({ version, title, date }) => ({
        key: `dosah-rules:${version}`,
        title: `${version}: ${title[locale]}`,
        url: `http://localhost:3000/${locale}/changelog#v${version}`,
        publishedAt: Date.parse(`${date}T00:00:00Z`),
      })),
    );
    // A reader shortens a long summary; that of the oldest version is short.
    const changed = versions.findLastIndex(({ changes }) => changes.some(({ part }) => part === "questionnaire"));
    expect(items[changed]?.summary).toContain({ sk: "Dotazník", cs: "Dotazník", en: "Questionnaire" }[locale]);
  });
});

describe.each(LOCALES)("the page of open data in %s", (locale) => {
  test("offers every file with its checksum, its licence and how to name the source", async () => {
    const html = await (await app.request(`/${locale}/docs/open-data`)).text();
    for (const file of ["obligations.json", "questionnaire.json", "nace-to-nis2.csv", "ai-act.json"]) {
      expect(html).toMatch(new RegExp(`<a href="/api/opendata/${file}" type="[^"]+" download`));
      expect(html).toMatch(new RegExp(`[0-9a-f]{64}  ${file}`));
    }
    expect(html).toContain("https://creativecommons.org/licenses/by/4.0/");
    expect(html).toContain({ sk: "Vychádza zo", cs: "Vychází ze", en: "Based on the" }[locale]);
    expect(html).toMatch(/curl -O (&#39;|')http:\/\/localhost:3000\/api\/opendata\/obligations\.json/);
    expect(html.match(/<code>(nace_|title_|condition_)/g)).toHaveLength(8);
  });
});
