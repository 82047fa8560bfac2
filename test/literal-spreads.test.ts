import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** An object that is written out and spread at once: it saves a line and hides which properties there are. */
const LITERAL_OBJECT = /\.\.\.\{\s*[\w"[]/;

/** The same of an array. An array that a method is called on, or into which a parameter is taken apart, is none. */
const LITERAL_ARRAY = /\.\.\.\[(?:"(?:[^"\\]|\\.)*"|[^"[\]]|\[[^[\]]*\])*\](?!\s*[.?:[])/;

const isSpread = (source: string) => LITERAL_OBJECT.test(source) || LITERAL_ARRAY.test(source);

test("no object and no array is spread where it is written", () => {
  const files = execFileSync("git", ["ls-files", "--", "*.ts", "*.tsx"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => file !== "" && !file.endsWith("literal-spreads.test.ts"));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => isSpread(readFileSync(`${ROOT}${file}`, "utf8")))).toEqual([]);
  expect(isSpread("const a = { ...{ id, name }, ok };")).toBe(true);
  expect(isSpread('const a = [...["id", "]"], ...rest];')).toBe(true);
  expect(isSpread("const a = [...[id, [name]]];")).toBe(true);
  expect(isSpread("const a = [...[...ids].map(String), ...(ok ? [id] : [])];")).toBe(false);
});
