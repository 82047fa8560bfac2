import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RegisterDefinition } from "../sources/registers/definition.ts";
import { REGISTERS } from "../sources/registers/registers.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadSources } from "./sources.ts";

const sources = loadSources(KNOWLEDGE_DIR);

describe("the list of sources", () => {
  test("knows every register that can tell a fact, with its country, and the sample", () => {
    const registers: readonly RegisterDefinition[] = REGISTERS;
    const expected = registers.flatMap(({ id, country, file, live }) => {
      const own = file === undefined ? [] : [id];
      return [...new Set([...own, ...(live?.records ?? []).map(({ source }) => source)])].map((each) => [
        each,
        country,
      ]);
    });
    expect(sources.all.map(({ id, country }) => [id, country])).toEqual([...expected, ["sample", null]]);
  });

  test("says that RPO holds no size and that only the open-data register tells a category", () => {
    expect(sources.get("rpo")?.facts).not.toContain("size");
    expect(sources.all.filter(({ facts }) => facts.includes("category")).map(({ id }) => id)).toEqual([
      "nis2-register",
    ]);
  });

  test("names a licence only where the source states one", () => {
    expect(sources.all.filter(({ licence }) => licence === "CC BY 4.0").map(({ id }) => id)).toEqual([
      "res",
      "ares",
      "ares-res",
      "rpo",
    ]);
    expect(sources.get("ruz")?.licence).toBeNull();
  });

  test("does not know an id that nobody wrote down", () => {
    expect(sources.get("orsf")).toBeUndefined();
  });

  test.each([
    ["https://sk-nic.sk/novinky/", "https://sk-nic.sk/novinky/"],
    ["RES capture (public repo), https://ares.gov.cz/x/1", "https://ares.gov.cz/x/1"],
    ["FinStat export, github.com/winersk/Novekolo_05 Performeter.xlsx", "https://github.com/winersk/Novekolo_05"],
    ["operator tariff document (readgur.com/doc/198986)", "https://readgur.com/doc/198986"],
    ["said without an address", null],
  ])("a fact of the sample names who stated it: %s", (words, url) => {
    const source = sources.get(`sample:${words}`);
    expect(source?.name.sk).toBe(`Priložená vzorka skutočných firiem (${words})`);
    expect(source?.name.en).toBe(`Shipped sample of real firms (${words})`);
    expect(source?.url).toBe(url);
  });
});

describe("a mistake in the list of sources", () => {
  const entry = (id: string) => `- id: ${id}
  country: null
  url: null
  licence: null
  facts: [name]
  name: { sk: a, cs: b, en: c }
  operator: { sk: a, cs: b, en: c }
  terms: { sk: a, cs: b, en: c }
`;
  function load(text: string) {
    const dir = mkdtempSync(join(tmpdir(), "sources-"));
    writeFileSync(join(dir, "sources.yaml"), text);
    return loadSources(dir);
  }

  test.each([
    ["an id that stands twice", entry("sample") + entry("sample"), /sources\.yaml:9 1\.id: sample stands twice/],
    ["a list without the sample", entry("res"), /the source sample is missing/],
    [
      "a missing language",
      entry("sample").replace("name: { sk: a, cs: b, en: c }", "name: { sk: a, en: c }"),
      /name\.cs/,
    ],
    ["a fact that no register can tell", entry("sample").replace("[name]", "[turnover]"), /facts\.0/],
    ["an address without https", entry("sample").replace("url: null", "url: http://x.sk"), /url/],
  ])("%s stops the start", (_case, text, message) => {
    expect(() => load(text)).toThrow(KnowledgeError);
    expect(() => load(text)).toThrow(message);
  });
});
