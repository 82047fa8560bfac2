import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "dosah-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("makes a folder and those above it, and leaves one that is there", () => {
  const folder = join(emptyFolder(), "a", "b");
  makeFolder(folder);
  writeFileSync(join(folder, "kept"), "");
  makeFolder(folder);
  expect(statSync(join(folder, "kept")).isFile()).toBe(true);
});

test("says what the system says where a file is in the way", () => {
  const file = join(emptyFolder(), "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, "below"))).toThrow(/ENOTDIR/);
});

test.skipIf(!existsSync("/proc/self"))("says so too where the system has no room for a folder", () => {
  expect(() => makeFolder("/proc/dosah")).toThrow(/ENOENT.*mkdir/);
  expect(() => makeFolder("/proc/dosah/data")).toThrow(/ENOENT.*mkdir/);
});
