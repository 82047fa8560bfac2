import { describe, expect, test } from "vitest";
import { isLaterVersion, loadChangelog, PARTS } from "./changelog.ts";
import { editedKnowledge } from "./edited-copy.fixture.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { knowledge } from "./shipped.fixture.ts";

const { acts } = knowledge;
const shipped = loadChangelog(KNOWLEDGE_DIR, { acts, stated: {} });

const load = (dir: string, stated = {}) => loadChangelog(dir, { acts, stated });
const FILE = "changelog.yaml";

/** The shipped changelog with one more version above. */
function withVersion(
  head: string,
  change = "part: obligations, means: texts, files: [obligations], citations: [nis2 21]",
): string {
  const text = "text: { sk: Zmena., cs: Změna., en: A change. }";
  const entry = `- { ${head}, title: { sk: Nová, cs: Nová, en: New }, changes: [{ ${change}, ${text} }] }\n`;
  const newest = `- version: "${shipped.newest.version}"`;
  return editedKnowledge(FILE, newest, `${entry}${newest}`);
}

test("every part has a version, and the newest stands first", () => {
  expect(shipped.newest).toBe(shipped.versions[0]);
  for (const part of PARTS) expect(shipped.byPart[part].version).toMatch(/^\d+\.\d+$/);
});

test("a part has the version of the newest entry that names it, the others keep theirs", () => {
  const changelog = load(withVersion('version: "9.0", date: 2026-12-01'));
  expect(changelog.newest.version).toBe("9.0");
  expect(changelog.byPart.obligations).toMatchObject({ version: "9.0", date: "2026-12-01" });
  expect(changelog.byPart.questionnaire).toEqual(shipped.byPart.questionnaire);
});

test("versions are compared as numbers", () => {
  expect(isLaterVersion("1.10", "1.9")).toBe(true);
  expect(isLaterVersion("2.0", "1.9")).toBe(true);
  expect(isLaterVersion("1.9", "1.9")).toBe(false);
  expect(isLaterVersion("1.9", "1.10")).toBe(false);
});

describe("a mistake stops it with file and line:", () => {
  test.each([
    [
      "a version that is not later",
      () => withVersion(`version: "${shipped.newest.version}", date: 2026-12-01`),
      /:22 0\.version: must be later/,
    ],
    ["a day before the last version", () => withVersion('version: "9.0", date: 2026-01-01'), /:22 0\.date: must not/],
    ["a day that does not exist", () => withVersion('version: "9.0", date: 2026-02-30'), /:22 0\.date: a day/],
    [
      "a file that does not exist",
      () =>
        withVersion(
          'version: "9.0", date: 2026-12-01',
          "part: obligations, means: texts, files: [nothing.yaml], citations: [nis2]",
        ),
      /:22 0\.changes\.0\.files\.0: is no file/,
    ],
    [
      "a file of another part",
      () =>
        withVersion(
          'version: "9.0", date: 2026-12-01',
          "part: obligations, means: texts, files: [ai-act], citations: [nis2]",
        ),
      /:22 0\.changes\.0\.files\.0: ai-act does not belong to obligations/,
    ],
    [
      "a file outside the folder",
      () =>
        withVersion(
          'version: "9.0", date: 2026-12-01',
          "part: acts, means: texts, files: [../package.json], citations: [nis2]",
        ),
      /is no file/,
    ],
    [
      "a provision that does not exist",
      () =>
        withVersion(
          'version: "9.0", date: 2026-12-01',
          "part: acts, means: texts, files: [acts], citations: [nis2 99]",
        ),
      /:22 0\.changes\.0\.citations\.0: names no act/,
    ],
    [
      "a change that follows nothing",
      () => withVersion('version: "9.0", date: 2026-12-01', "part: acts, means: texts, files: [acts]"),
      /:22 0\.changes\.0(\.citations)?: names neither/,
    ],
    [
      "a missing language",
      () => editedKnowledge(FILE, `    cs: ${shipped.newest.title.cs}\n`, ""),
      /:24 0\.title\.cs:/,
    ],
    [
      "a part that no version names",
      () => editedKnowledge(FILE, "part: frameworks", "part: scope", [[FILE, "part: frameworks", "part: scope"]]),
      /does not belong|no version names the part frameworks/,
    ],
  ] as const)("%s", (_what, edit, message) => {
    const dir = edit();
    expect(() => load(dir)).toThrow(message);
    expect(() => load(dir)).toThrow(/changelog\.yaml:\d+/);
  });

  test("a version that the part's own file does not have", () => {
    expect(() => load(KNOWLEDGE_DIR, { obligations: shipped.byPart.obligations.version })).not.toThrow();
    expect(() => load(KNOWLEDGE_DIR, { obligations: "9.0" })).toThrow(
      new RegExp(
        `changelog\\.yaml:\\d+ \\d+\\.version: obligations says of itself that it is version 9\\.0, not ${shipped.byPart.obligations.version.replace(".", "\\.")}`,
      ),
    );
  });
});
