import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

const said = { id: z.string().min(1), says: z.string().min(1) };

const why = z.string().min(10);

/** An entry has exactly one way to be dealt with. */
const promise = z.union([
  z.strictObject({ ...said, keptBy: z.record(z.string(), z.array(z.string().min(3)).min(1)) }),
  z.strictObject({ ...said, issue: z.number().int().positive() }),
  z.strictObject({ ...said, later: why }),
  z.strictObject({ ...said, notTested: why }),
]);

const requirements = z
  .array(z.strictObject({ section: z.string(), title: z.string(), promises: z.array(promise).min(1) }))
  .parse(parse(readFileSync(join(ROOT, "test/requirements.yaml"), "utf8")));

/** The sections of `test/requirements.yaml`: the first word of every id in `docs/specification.md`. */
const SECTIONS = [
  "service",
  "text",
  "results",
  "company",
  "obligation",
  "questionnaire",
  "account-data",
  "trust-profile",
  "ai-class",
  "states",
  "mcp",
  "oauth",
  "tools",
  "nis2_scope_check",
  "company_search",
  "nis2_obligations",
  "nis2_questionnaire",
  "regulatory_feed",
  "nis2_stats",
  "ai_act_classify",
  "supplier_trust_profile",
  "my_organizations",
  "my_scans",
  "my_scan_detail",
  "my_obligations",
  "rest",
  "keys",
  "safety",
  "events",
  "errors",
  "limits",
  "versioning",
  "command-line",
  "pages",
  "scan",
];

/** Here every sentence that can be kept today has a test. */
const TESTED_WHOLLY = [
  "results",
  "company",
  "obligation",
  "questionnaire",
  "ai-class",
  "states",
  "mcp",
  "nis2_scope_check",
  "company_search",
  "nis2_obligations",
  "nis2_questionnaire",
  "nis2_stats",
  "ai_act_classify",
  "errors",
  "limits",
  "safety",
];

const sources = new Map<string, string>();

/** True when the file has a string that is exactly this title, in any quotes. */
function hasTitle(file: string, title: string): boolean {
  const path = join(ROOT, file);
  if (!existsSync(path)) return false;
  const source = sources.get(path) ?? readFileSync(path, "utf8");
  sources.set(path, source);
  return ['"', "'", "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}

test("every section is there once, in its order", () => {
  expect(requirements.map(({ section }) => section)).toEqual(SECTIONS);
});

test("every sentence has a name of its own in its section, and is written down once", () => {
  for (const { section, promises } of requirements) {
    for (const key of ["id", "says"] as const) {
      // The same parameter may stand in several tools, never twice in one.
      const values = promises.map((each) => each[key]);
      expect(new Set(values).size, `${section}: ${key}`).toBe(values.length);
    }
  }
});

describe.each(requirements.map((each) => [each.section, each.promises] as const))("section %s", (section, promises) => {
  const kept = promises.flatMap((each) => ("keptBy" in each ? [each] : []));

  test.each(kept.map((each) => [each.id, each.keptBy] as const))("%s names tests that exist", (_id, keptBy) => {
    for (const [file, titles] of Object.entries(keptBy)) {
      expect(file).toMatch(/^(src|test)\/.+\.(test|contract)\.tsx?$/);
      for (const title of titles) expect(hasTitle(file, title), `${file}: ${title}`).toBe(true);
    }
  });

  test("says of what has no test why", () => {
    if (!TESTED_WHOLLY.includes(section)) return;
    expect(promises.filter((each) => "notTested" in each).map(({ id }) => id)).toEqual([]);
  });
});

test("a title that no test has is found out", () => {
  expect(hasTitle("test/requirements.test.ts", "every section is there once, in its order")).toBe(true);
  const shorter = ["every section", "is there once"].join(" ");
  expect(hasTitle("test/requirements.test.ts", shorter)).toBe(false);
  expect(hasTitle("test/nowhere.test.ts", "anything")).toBe(false);
});
