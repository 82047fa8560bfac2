import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkedResult, noteResult, writeCheckedFiles } from "./checked-files.ts";
import { KNOWLEDGE_DIR, loadYaml } from "./load.ts";

let dir = "";
let folder = "";
let written = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-checked-"));
  folder = join(dir, "knowledge");
  written = join(dir, "checked.json");
  mkdirSync(join(folder, "acts"), { recursive: true });
  writeFileSync(join(folder, "acts", "one.yaml"), "a: 1\n");
  writeFileSync(join(folder, "two.yaml"), "b: 2\n");
  writeFileSync(join(folder, "README.md"), "What stands here.\n");
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Writes what a build that reads these two files finds. */
function build(
  results: Readonly<Record<string, unknown>> = { "acts/one.yaml": { a: 1 }, "two.yaml": [{ b: 2 }] },
): void {
  writeCheckedFiles(
    folder,
    () => {
      for (const [path, result] of Object.entries(results)) noteResult(join(folder, path), result);
    },
    written,
  );
}

const result = (path: string, of = folder) => checkedResult(of, join(of, path), written);

test("a file gives what the build found, in whatever place the folder is", () => {
  build();
  expect(result("acts/one.yaml")).toEqual({ a: 1 });
  expect(result("two.yaml")).toEqual([{ b: 2 }]);
  const elsewhere = join(dir, "elsewhere");
  cpSync(folder, elsewhere, { recursive: true });
  expect(result("two.yaml", elsewhere)).toEqual([{ b: 2 }]);
});

test("a file that no build read, or one outside the folder, gives nothing", () => {
  build({ "two.yaml": [], "../outside.yaml": { c: 3 } });
  expect(result("two.yaml")).toEqual([]);
  for (const path of ["acts/one.yaml", "toString", "__proto__", "../outside.yaml"])
    expect(result(path)).toBeUndefined();
});

const CHANGES: Readonly<Record<string, () => void>> = {
  "a text was changed": () => writeFileSync(join(folder, "two.yaml"), "b: 3\n"),
  "a text of another file was changed": () => writeFileSync(join(folder, "acts", "one.yaml"), "a: 2\n"),
  "a file was added": () => writeFileSync(join(folder, "acts", "new.yaml"), ""),
  "a file was taken away": () => rmSync(join(folder, "README.md")),
  "a file has another name": () => renameSync(join(folder, "acts", "one.yaml"), join(folder, "acts", "other.yaml")),
  "a link leads nowhere": () => symlinkSync(join(dir, "nowhere"), join(folder, "link.yaml")),
  "bytes moved from one file to the next": () => {
    writeFileSync(join(folder, "acts", "one.yaml"), "a: 1\nb");
    writeFileSync(join(folder, "two.yaml"), ": 2\n");
  },
  "what was written is cut off": () => writeFileSync(written, readFileSync(written).subarray(0, 40)),
  "what was written is something else": () => writeFileSync(written, "null"),
  "nothing was written": () => rmSync(written),
};

for (const [change, make] of Object.entries(CHANGES)) {
  test(`nothing counts as checked where ${change}`, () => {
    build();
    make();
    expect(result("acts/one.yaml")).toBeUndefined();
    expect(result("two.yaml")).toBeUndefined();
  });
}

test("what JSON would change is not kept", () => {
  build({ "two.yaml": new Map([["a", 1]]), "acts/one.yaml": { a: undefined } });
  expect(result("two.yaml")).toBeUndefined();
  expect(result("acts/one.yaml")).toBeUndefined();
});

test("a build that finds a mistake leaves nothing, also not what one before it found", () => {
  build();
  const failing = () => {
    throw new Error("two.yaml:1 b: is wrong");
  };
  expect(() => writeCheckedFiles(folder, failing, written)).toThrow("b: is wrong");
  expect(result("acts/one.yaml")).toBeUndefined();
  // What is read afterwards is no longer noted.
  noteResult(join(folder, "two.yaml"), 1);
  build({ "acts/one.yaml": { a: 1 } });
  expect(result("two.yaml")).toBeUndefined();
});

test("a file that is read in two ways with two results stops the build", () => {
  const twice = (results: readonly unknown[]) => () => {
    for (const each of results) noteResult(join(folder, "two.yaml"), each);
  };
  expect(() => writeCheckedFiles(folder, twice([{ b: 2 }, { b: "2" }]), written)).toThrow("read in two ways");
  writeCheckedFiles(folder, twice([{ b: 2 }, { b: 2 }]), written);
  expect(result("two.yaml")).toEqual({ b: 2 });
});

test("run from its sources, the program checks every file itself", () => {
  expect(checkedResult(KNOWLEDGE_DIR, join(KNOWLEDGE_DIR, "limits.yaml"))).toBeUndefined();
  const refusing = { safeParse: () => ({ success: false, error: { issues: [{ path: [], message: "refused" }] } }) };
  expect(() => loadYaml(join(KNOWLEDGE_DIR, "limits.yaml"), refusing as never)).toThrow("refused");
});
