import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NaceRevision } from "../core/nace.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadNaceCorrespondence } from "./nace-correspondence.ts";
import { loadNaceTitles } from "./nace-titles.ts";

const DIR = join(KNOWLEDGE_DIR, "nis2");
const correspondence = loadNaceCorrespondence(DIR);
const codes = (revision: NaceRevision, code: string) =>
  correspondence.candidates({ revision, code }).map((candidate) => candidate.code);

describe("what a class became and where it came from", () => {
  test.each<[string, NaceRevision, string, string[]]>([
    ["kept its number", "2", "0111", ["0111"]],
    ["got another number", "2", "6201", ["6210"]],
    ["came from another number", "2.1", "6210", ["6201"]],
    ["was divided", "2", "6312", ["6039", "6391"]],
    ["was joined from several", "2.1", "6110", ["6110", "6120", "6130"]],
    ["is new", "2.1", "4689", []],
    ["exists only in the other revision", "2", "6210", []],
    ["has a national fifth digit", "2", "62010", ["6210"]],
  ])("a class that %s: Rev. %s %s", (_case, revision, code, candidates) => {
    expect(codes(revision, code)).toEqual(candidates);
  });

  test("the table holds every class of both revisions, and no other code", () => {
    const titles = loadNaceTitles(DIR);
    const table = readFileSync(join(DIR, "nace-correspondence.csv"), "utf8").trim().split("\n").slice(1);
    const columns = [0, 1].map((column) => new Set(table.map((line) => line.split(",")[column] ?? "")));
    columns[0]?.delete("");
    expect(columns.map((found) => found.size)).toEqual([615, 651]);
    expect([...(columns[0] ?? [])].every((code) => titles.title({ revision: "2", code }, "en")?.code === code)).toBe(
      true,
    );
    expect([...(columns[1] ?? [])].every((code) => titles.title({ revision: "2.1", code }, "en")?.code === code)).toBe(
      true,
    );
  });
});

test.each([
  ["a code with dots", "01.11,0111,1:1", /nace-correspondence\.csv:2 rev2/],
  ["a class without its new number", "0111,,1:1", /2 rev21/],
  ["a kind that nobody knows", "0111,0111,moved", /2 kind/],
])("%s stops the start and says where", (_case, line, message) => {
  const dir = mkdtempSync(join(tmpdir(), "correspondence-"));
  writeFileSync(join(dir, "nace-correspondence.csv"), `rev2,rev21,kind\n${line}\n`);
  expect(() => loadNaceCorrespondence(dir)).toThrow(KnowledgeError);
  expect(() => loadNaceCorrespondence(dir)).toThrow(message);
});
