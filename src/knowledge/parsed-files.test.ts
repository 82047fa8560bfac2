import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KNOWLEDGE_DIR } from "./load.ts";
import { csvRows, parsedYaml, writeParsedFiles } from "./parsed-files.ts";

let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-parsed-"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** What the build writes of these files. */
function written(files: Readonly<Record<string, string>>): readonly unknown[] {
  const from = join(dir, "knowledge");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(from, name, ".."), { recursive: true });
    writeFileSync(join(from, name), text);
  }
  writeParsedFiles(from, join(dir, "parsed.json"));
  return Object.values(JSON.parse(readFileSync(join(dir, "parsed.json"), "utf8")));
}

test("a YAML file is kept as its value, one with a mistake or with what JSON cannot hold is not", () => {
  const right = "list:\n  - a\n  - 2026-11-23\n  - 1.5\n";
  expect(written({ "acts/right.yaml": right, "twice.yaml": "a: 1\na: 2\n", "no-number.yaml": "a: .nan\n" })).toEqual([
    { list: ["a", "2026-11-23", 1.5] },
  ]);
});

test("a CSV file is kept as its rows, each with its line", () => {
  expect(written({ "rows.csv": "a,b\n1,x\n\n2,y\n" })).toEqual([
    [
      { record: { a: "1", b: "x" }, line: 2 },
      { record: { a: "2", b: "y" }, line: 4 },
    ],
  ]);
});

test("the same knowledge gives the same bytes", () => {
  writeParsedFiles(KNOWLEDGE_DIR, join(tmpdir(), `dosah-parsed-${process.pid}-1.json`));
  writeParsedFiles(KNOWLEDGE_DIR, join(tmpdir(), `dosah-parsed-${process.pid}-2.json`));
  const [one, other] = [1, 2].map((at) => {
    const file = join(tmpdir(), `dosah-parsed-${process.pid}-${at}.json`);
    const text = readFileSync(file, "utf8");
    rmSync(file);
    return text;
  });
  expect(one).toBe(other);
  expect(one?.length).toBeGreaterThan(500_000);
});

test("run from its sources, the program parses the files themselves", () => {
  expect(parsedYaml("a: 1\n")).toBeUndefined();
  expect(csvRows("a\n1\n")).toEqual([{ record: { a: "1" }, line: 2 }]);
});
