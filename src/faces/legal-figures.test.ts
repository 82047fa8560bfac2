import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SizeThresholds } from "../knowledge/nis2.ts";
import { knowledge } from "../knowledge/shipped.fixture.ts";

const { sizeThresholds } = knowledge.nis2;

/** Faces and capabilities as a reader of their pages and answers sees them; tests may name the figures. */
const sources = globSync("{faces,capabilities}/**/*.{ts,tsx}", { cwd: join(import.meta.dirname, "..") }).filter(
  (file) => !/\.(test|contract|fixture)\./.test(file),
);

/** What a line about the size of an enterprise speaks of, in every language of the pages. */
const SIZE_WORDS =
  /staff|employee|headcount|zamestnan|zaměstnan|turnover|obrat|balance|bilan|ceiling|mil\.|million|milión|milion|eur\b|€|micro|mikro|medium|stredn|středn/i;

/** A number that a reader could type, in a sentence or in a request of the documentation. It may be any number. */
const EXAMPLE = /(?:napríklad|například|for example) [\d ]+|nace: \[.*employees: \d+/g;

const MILLIONS = /mil\.|mili[oó]n|million|€\d+.?m\b/i;

const NUMBER = /(?<![\w.,–-])\d+(?:[_\s\u00a0,]\d{3})*(?!\w)/g;

/** Every figure of the thresholds as a text may write it: staff, amounts in EUR and in millions. */
function figuresOf(entries: readonly SizeThresholds[]): ReadonlySet<number> {
  const figures = new Set<number>();
  for (const { micro, small, medium } of entries) {
    for (const { staffBelow, turnoverUpTo, balanceSheetUpTo } of [micro, small, medium]) {
      figures.add(staffBelow);
      for (const amount of [turnoverUpTo, balanceSheetUpTo]) figures.add(amount).add(amount / 1_000_000);
    }
  }
  return figures;
}

/**
 * The lines of a source on which a figure of the thresholds stands. A figure of three digits or more counts wherever
 * it stands; a smaller one is too common a number (`slice(0, 10)`) and counts on a line about sizes only, one of a
 * single digit (`NACE Rev. 2`) on a line about millions.
 */
function linesWithFigures(source: string, figures: ReadonlySet<number>): string[] {
  return source
    .split("\n")
    .filter((line) =>
      [...line.replaceAll(EXAMPLE, "").matchAll(NUMBER)]
        .map(([number]) => Number(number.replace(/\D/g, "")))
        .some((number) => figures.has(number) && (number < 10 ? MILLIONS : number < 100 ? SIZE_WORDS : /./).test(line)),
    );
}

const figures = figuresOf(sizeThresholds);

describe("a figure of knowledge/nis2/size-thresholds.yaml", () => {
  test.each(sources)("does not stand in src/%s", (file) => {
    const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
    expect(linesWithFigures(source, figures)).toEqual([]);
  });

  test("is looked for in the sources of all faces and capabilities", () => {
    for (const file of ["faces/web/verdict/thresholds.tsx", "faces/cli/cli.ts", "capabilities/index.ts"]) {
      expect(sources).toContain(file);
    }
  });

  test.each([
    '  { size: "micro", staff: 10, turnover: 2, balance: 2 },',
    "const LARGE = 250;",
    "  medium: { turnoverUpTo: 50_000_000 },",
    '  sk: "Bilančná suma do 43 mil. €",',
    '  en: "Enterprises with 50 employees or more",',
    '  cs: "250 zaměstnanců",',
  ])("is found where it stands: %s", (line) => {
    expect(linesWithFigures(`const before = 1;\n${line}\n`, figures)).toEqual([line]);
  });

  test.each([
    "  return instant.slice(0, 10);",
    "const PAGE = 50;",
    '<circle cx="12" cy="12" r="10" />',
    'const example = { country: "CZ", nace: [{ code: "35.11", revision: "2" }], employees: 50 };',
    'en: "Write the number of employees as a whole number, for example 250.",',
  ])("is not seen in another number: %s", (line) => {
    expect(linesWithFigures(line, figures)).toEqual([]);
  });
});
