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
    for (const { version, title, date } of versions.slice(0, 20)) {
      expect(html).toContain(`id="v${version}"`);
      expect(html).toContain(title[locale]);
      expect(html).toContain(`datetime="${date}"`);
    }
    const listed = versions.slice(0, 20).flatMap(({ changes }) => changes);
    expect(html.match(/<div class="rung">/g)).toHaveLength(listed.length);
    const notes = [...html.matchAll(/<ul class="citations"[^>]*>(.*?)<\/ul>/g)].map(([, list = ""]) =>
      list.replace(/<[^>]+>/g, "\n"),
    );
    const found = notes.flatMap((note) => checkCitations(note, acts).citations);
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter(({ verdict }) => verdict !== "confirmed")).toEqual([]);
    for (const feed of ["changelog.rss", "changelog.json", "docs/open-data"])
      expect(html).toContain(`href="/${locale}/${feed}"`);
  });

  test("groups the changes of a version by what they mean, and names no file", async () => {
    const html = await (await app.request(`/${locale}/changelog`)).text();
    expect(html).not.toContain("knowledge/");
    const words = { sk: "Mení výsledok", cs: "Mění výsledek", en: "Changes results" }[locale];
    const of = (version: string) =>
      html.split("<details").find((part) => part.includes(`data-version="${version}"`)) ?? "";
    const groups = [...of("1.13").matchAll(/data-means="(\w+)"[^>]*><h3>([^<]+)/g)].map(([, means, name]) => [
      means,
      name,
    ]);
    expect(groups.map(([means]) => means)).toEqual(["result", "texts", "data"]);
    expect(groups[0]?.[1]).toBe(words);
    for (const { version, changes } of versions.slice(0, 20)) {
      const given = [...of(version).matchAll(/data-means="(\w+)"/g)].map(([, means]) => means);
      expect(given.toSorted(), version).toEqual([...new Set(changes.map(({ means }) => means))].sort());
    }
  });

  test("shows twenty versions, and the older ones on the next page", async () => {
    const many = webOver({
      rule_changelog: (_args, language) => {
        const [one] = versions;
        if (one === undefined) throw new Error("there is no version");
        return {
          version: "2.44",
          date: "2026-11-27",
          versions: Array.from({ length: 45 }, (_, index) => ({
            version: `2.${44 - index}`,
            date: "2026-11-27",
            title: one.title[language],
            changes: [],
          })),
          parts: [],
          indicative: true,
          disclaimer: "",
          dataAsOf: "2026-11-27",
        };
      },
    });
    const shown = async (query: string) => {
      const html = await (await many.app.request(`/${locale}/changelog${query}`)).text();
      return { html, versions: [...html.matchAll(/data-version="([\d.]+)"/g)].map(([, version]) => version) };
    };
    const first = await shown("");
    expect([first.versions.length, first.versions[0], first.versions.at(-1)]).toEqual([20, "2.44", "2.25"]);
    expect(first.html).toMatch(/changelog\?page=2" rel="next"/);
    const last = await shown("?page=3");
    expect(last.versions).toEqual(["2.4", "2.3", "2.2", "2.1", "2.0"]);
    expect(last.html).toMatch(/changelog\?page=2" rel="prev"/);
    expect(last.html).not.toContain('rel="next"');
    expect((await shown("?page=9")).versions[0]).toBe("2.44");
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
