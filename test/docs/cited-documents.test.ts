import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorsOf, ROOT, readPage } from "./markdown.ts";

const FOLDERS = ["src", "test", "bench", "docs", "knowledge"];

/** Everything that people write and read; data such as recorded answers may name what it likes. */
const TEXT = /\.(ts|tsx|js|md|yaml|css)$/;

const files = [
  "README.md",
  "CONTRIBUTING.md",
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ).filter((path) => TEXT.test(path) && !path.includes("node_modules")),
];

/** The documents that a text names, with or without a folder; addresses of the web are left out. */
function documentsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w/.:-])(?:[\w.-]+\/)*[\w-]+\.md\b/g)].map(([name]) => name);
}

/** True where the document is in the repository: seen from the file that names it, or from the root. */
function exists(name: string, from: string): boolean {
  return [join(dirname(from), name), name].some((path) => existsSync(join(ROOT, path)));
}

/** Chapters of a document that nobody can open, since no file is named: a bare number behind a word for a paper. */
function unnamedDocumentsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bSPEC\b|\b[Dd]escription(?: \d+\.\d|,? section \d)/g)].map(([place]) => place);
}

/** A place of a page: the anchor of a heading, or the id of a row of a table. */
interface Place {
  readonly page: string;
  readonly place: string;
}

/** The places that a text cites: docs/limits.md#the-table, or the ids in backticks that follow the page's name. */
function placesIn(text: string): readonly Place[] {
  // A comment may go on in the next line, behind the sign that begins each of its lines.
  const plain = text.replace(/\n\s*(?:\*|\/\/|#) ?/g, " ");
  const anchors = [...plain.matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)].map(([, page = "", place = ""]) => ({
    page,
    place,
  }));
  const ids = [...plain.matchAll(/\b(docs\/[\w/-]+\.md),((?: `[^`]+`,?)+)/g)].flatMap(([, page = "", list = ""]) =>
    [...list.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => ({ page, place })),
  );
  return [...anchors, ...ids];
}

function isPlace({ page, place }: Place): boolean {
  const read = readPage(page);
  return anchorsOf(read).includes(place) || read.text.includes(`\n| \`${place}\` |`);
}

describe("comments and pages cite what is in the repository:", () => {
  // This file names documents that are not there.
  const texts = files
    .filter((path) => path !== "test/docs/cited-documents.test.ts")
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

  test("documents that exist", () => {
    const wrong = texts.flatMap(({ path, text }) =>
      documentsIn(text).flatMap((name) => (exists(name, path) ? [] : `${path}: ${name}`)),
    );
    expect(wrong).toEqual([]);
  });

  test("documents by their names", () => {
    expect(texts.flatMap(({ path, text }) => unnamedDocumentsIn(text).map((place) => `${path}: ${place}`))).toEqual([]);
  });

  test("places in them that exist", () => {
    const cited = texts.flatMap(({ path, text }) => placesIn(text).map((place) => ({ path, ...place })));
    expect(cited.filter((place) => !isPlace(place))).toEqual([]);
    expect(cited.length).toBeGreaterThan(30);
  });
});

describe("the check finds", () => {
  test("a document that is not there", () => {
    const text = "(see nowhere.md, docs/nowhere.md and https://example.org/a/b.md)";
    expect(documentsIn(text)).toEqual(["nowhere.md", "docs/nowhere.md"]);
    expect(exists("nowhere.md", "docs/limits.md")).toBe(false);
    expect(exists("limits.md", "docs/settings.md")).toBe(true);
    expect(exists("docs/limits.md", "src/main.ts")).toBe(true);
  });

  test("a place in a document without a name", () => {
    expect(unnamedDocumentsIn("(SPEC 3.3; description, section 8; description 4.2)")).toHaveLength(3);
    expect(unnamedDocumentsIn("§ 3 of the act; Article 6(3); the description of the API")).toEqual([]);
  });

  test("a place that is not there", () => {
    const page = "docs/specification.md";
    const text = `(${page}, \`errors.get\`,\n * \`no.such\`) \`other\`; ${page}#limits, ${page}#nowhere`;
    expect(placesIn(text).map(({ place }) => place)).toEqual(["limits", "nowhere", "errors.get", "no.such"]);
    expect(placesIn(text).map(isPlace)).toEqual([true, false, true, false]);
  });
});
