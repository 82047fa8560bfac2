import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { companySearch } from "../../src/capabilities/companies/company-search.ts";
import { nis2ScopeCheck } from "../../src/capabilities/scope/nis2-scope-check.ts";
import { startFacts } from "../../src/capabilities/scope/start-facts.ts";
import type { Category } from "../../src/core/company.ts";
import { COUNTRIES } from "../../src/core/country.ts";
import { hasValidCheckDigit } from "../../src/core/ico.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadSample } from "../../src/knowledge/sample.ts";
import { openTestServices } from "./service.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Where numbers of firms are offered to be tried. */
const OFFERING = [
  "README.md",
  ...readdirSync(join(ROOT, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
  ...["docs/docs-agents-page", "docs/docs-rest-page"].map((name) => `src/faces/web/${name}.tsx`),
  "src/capabilities/calling/parameters.ts",
];

/** Nobody listens there: every live register refuses the connection, as on a machine without internet. */
const NOWHERE = "http://127.0.0.1:1";

async function withoutInternet() {
  return openTestServices({ env: { REGISTERS: "auto", ARES_URL: NOWHERE, RPO_URL: NOWHERE, RUZ_URL: NOWHERE } });
}

test("a first start without internet decides half of the Slovak and a quarter of the Czech firms that it knows", async () => {
  const dosah = await withoutInternet();
  try {
    const { companies } = loadSample(join(KNOWLEDGE_DIR, "sample"));
    for (const country of COUNTRIES) {
      const categories: Category[] = [];
      for (const { ico } of companies.filter((company) => company.country === country)) {
        const { answer } = await dosah.call(nis2ScopeCheck, { ico, country }, [], { address: null });
        expect(answer.isSample).toBe(true);
        categories.push(answer.category);
      }
      const definite = categories.filter((category) => category !== "unknown").length;
      expect(definite / categories.length, country).toBeGreaterThanOrEqual(country === "SK" ? 0.5 : 0.25);
      expect(new Set(categories), country).toEqual(new Set(["essential", "important", "out_of_scope", "unknown"]));
    }
  } finally {
    await dosah.close();
  }
});

test("every firm that the README, the pages and the docs offer as an example is decided without internet", async () => {
  const dosah = await withoutInternet();
  const categoryOf = async (ico: string, country?: string) => {
    const args = country === undefined ? { ico } : { ico, country };
    return (await dosah.call(nis2ScopeCheck, args, [], { address: null })).answer.category;
  };
  try {
    for (const file of OFFERING) {
      for (const [number] of readFileSync(join(ROOT, file), "utf8").matchAll(/(?<![\w.]|max-age=)\d{8}(?![\w.])/g)) {
        if (!hasValidCheckDigit(number)) continue;
        expect(await categoryOf(number), `${file}: ${number}`).not.toBe("unknown");
      }
    }
    const readme = readFileSync(join(ROOT, "README.md"), "utf8");
    const typed = [...readme.matchAll(/`([^`]+)` \((essential|important|out of scope)\)/g)];
    expect(typed.map(([, , words]) => words)).toEqual(["essential", "important", "out of scope"]);
    for (const [, query, words = ""] of typed) {
      const { answer } = await dosah.call(companySearch, { query }, [], { address: null });
      const [first] = answer.results;
      expect(await categoryOf(first?.ico ?? "", first?.country), query).toBe(words.replaceAll(" ", "_"));
    }
    const { answer } = await dosah.call(startFacts, {}, [], { address: null });
    const shown = await Promise.all(answer.examples.map(({ ico, country }) => categoryOf(ico, country)));
    expect(answer.examples.map(({ category }) => category)).toEqual(shown);
    expect(new Set(shown)).toEqual(new Set(["essential", "important", "out_of_scope"]));
  } finally {
    await dosah.close();
  }
});
