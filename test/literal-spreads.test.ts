import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** An object that is written out and spread at once: it saves a line and hides which properties there are. */
const LITERAL_SPREAD = /\.\.\.\{\s*[\w"[]/;

test("no object is spread where it is written", () => {
  const files = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => file !== "" && !file.endsWith("literal-spreads.test.ts"));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => LITERAL_SPREAD.test(readFileSync(`${ROOT}${file}`, "utf8")))).toEqual([]);
  expect(LITERAL_SPREAD.test("const a = { ...{ id, name }, ok };")).toBe(true);
});
