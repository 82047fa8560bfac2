import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadSample } from "../../src/knowledge/sample.ts";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";

let built: BuiltDosah;

beforeAll(() => {
  built = buildDosah();
  // Files of its own, to change some.
  rmSync(join(built.dir, "knowledge"));
  cpSync(KNOWLEDGE_DIR, join(built.dir, "knowledge"), { recursive: true });
});
afterAll(() => built.remove());

/** Everything as plain values; what only works (functions) is made of these. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return [...value].map(plain);
  if (value instanceof Set) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof RegExp) return String(value);
  if (typeof value === "function") return "function";
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === "dir" ? "" : plain(part)]));
}

const dist = (module: string) => import(join(built.dir, "dist", "knowledge", module));

describe("the built program, whose files the build has checked,", () => {
  test("knows the same as one that checks every file itself", async () => {
    const [{ loadKnowledge: known }, { loadLimits: limits }, { loadSample: sample }] = await Promise.all([
      dist("knowledge.js"),
      dist("limits.js"),
      dist("sample.js"),
    ]);
    expect(plain(known())).toEqual(plain(loadKnowledge()));
    expect(limits(join(built.dir, "knowledge"))).toEqual(loadLimits(KNOWLEDGE_DIR));
    expect(sample(join(built.dir, "knowledge", "sample"))).toEqual(loadSample(join(KNOWLEDGE_DIR, "sample")));
  });

  test("takes what was checked for it, and checks everything again when one file was changed", async () => {
    const { checkedResult } = await dist("checked-files.js");
    const { KNOWLEDGE_DIR: folder } = await dist("load.js");
    const limits = join(folder, "limits.yaml");
    expect(Object.keys(checkedResult(folder, limits))).toContain("mcp_endpoint");
    const { loadYaml } = await dist("load.js");
    const refusing = { safeParse: () => ({ success: false, error: { issues: [{ path: [], message: "refused" }] } }) };
    expect(() => loadYaml(limits, refusing)).not.toThrow();
    writeFileSync(join(folder, "README.md"), "Changed.\n");
    // Another process reads anew; here another name of the same folder does.
    expect(checkedResult(folder.replace(/\/$/, ""), limits)).toBeUndefined();
  });
});
