import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseYamlFile } from "./yaml-file.ts";

test("a file is parsed once while its text stays, and again when it changed", () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-yaml-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "a.yaml");
  writeFileSync(file, "a: 1\n");
  const first = parseYamlFile(file);
  expect(parseYamlFile(file)).toBe(first);
  writeFileSync(file, "a: 2\n");
  expect(parseYamlFile(file).document.toJS()).toEqual({ a: 2 });
});
