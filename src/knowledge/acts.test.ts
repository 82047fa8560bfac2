import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadActs } from "./acts.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";

const shipped = join(KNOWLEDGE_DIR, "acts");

const folders: string[] = [];

/** A folder with copies of shipped acts, each changed as the test says. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "acts-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const decree = readFileSync(join(shipped, "sk-227-2025.yaml"), "utf8");

describe("the shipped acts", () => {
  const acts = loadActs(shipped);

  test("are the closed list, each with the number of articles or sections that it has", () => {
    const sizes = acts.acts.map(({ id, units }) => [
      id,
      [...units].filter((unit) => /^(\d+[a-z]*|[IVX]+)$/.test(unit)).length,
    ]);
    expect(Object.fromEntries(sizes)).toEqual({
      nis2: 46,
      "sk-69-2018": 54,
      "sk-366-2024": 7,
      "sk-227-2025": 11,
      "sk-226-2025": 3,
      "sk-367-2024": 8,
      "sk-95-2019": 1,
      "sk-576-2004": 1,
      "sk-578-2004": 1,
      "cz-264-2025": 73,
      "cz-408-2025": 4,
      "cz-409-2025": 29,
      "cz-410-2025": 15,
      "cz-334-2025": 7,
      "cz-372-2011": 1,
      "cz-266-2025": 14,
      "cir-2024-2690": 16,
      "ai-act": 119,
      "ai-omnibus": 4,
      "sme-recommendation": 4,
      gdpr: 99,
      cra: 5,
      cer: 6,
      "sk-452-2021": 1,
      "cz-127-2005": 1,
    });
  });

  test("are as of the day on which the oldest was compared", () => {
    expect(acts.asOf).toBe("2026-11-20");
  });

  test.each<[string, string, boolean]>([
    ["nis2", "21(2)(j)", true],
    ["nis2", "21(2)(k)", false],
    ["nis2", "6/41", true],
    ["nis2", "6/42", false],
    ["nis2", "6(1)", false],
    ["nis2", "2(2)(a)/iii", true],
    ["nis2", "2(2)(f)/iii", false],
    ["nis2", "annex I/11", true],
    ["nis2", "annex I/12", false],
    ["nis2", "annex I/1(e)", true],
    ["nis2", "annex I/2(e)", false],
    ["nis2", "annex II/7", true],
    ["nis2", "annex II/5(f)", true],
    ["nis2", "annex II/5(g)", false],
    ["sk-69-2018", "3(1)(ab)", true],
    ["sk-69-2018", "3(1)(ac)", false],
    ["sk-69-2018", "5(1)(ag)", true],
    ["sk-69-2018", "5(1)(z)", true],
    ["sk-69-2018", "5(1)(ah)", false],
    ["sk-69-2018", "23", false],
    ["sk-69-2018", "25", false],
    ["sk-69-2018", "26", false],
    ["sk-69-2018", "28", false],
    ["sk-69-2018", "17(1)(c)/9", true],
    ["sk-69-2018", "17(1)(c)/10", false],
    ["sk-69-2018", "annex 3", true],
    ["sk-69-2018", "annex 4", false],
    ["cz-264-2025", "14(1)(a)/14", true],
    ["cz-264-2025", "14(1)(a)/15", false],
    ["cz-264-2025", "14(1)(b)/11", true],
    ["cz-264-2025", "4(1)(a)/15", true],
    ["cz-264-2025", "4(1)(a)/16", false],
    ["cz-264-2025", "5(a)/4", true],
    ["cz-264-2025", "5(a)/5", false],
    ["cz-408-2025", "annex/16.18", true],
    ["cz-408-2025", "annex/16.19", false],
    ["cz-408-2025", "annex/22.1", true],
    ["cz-408-2025", "annex/23", false],
    ["cir-2024-2690", "annex/6.10.4", true],
    ["cir-2024-2690", "annex/6.10.5", false],
    ["cir-2024-2690", "annex/5.2.1", false],
    ["cir-2024-2690", "annex/13.3.3", true],
    ["ai-act", "4a", true],
    ["ai-act", "4a(2)", true],
    ["ai-act", "4a(3)", false],
    ["ai-act", "3/14b", true],
    ["ai-act", "3/14c", false],
    ["ai-act", "60a(1)", false],
    ["ai-act", "5(1)(bb)", true],
    ["ai-act", "5(1a)(b)", true],
    ["ai-act", "5(1b)", true],
    ["ai-act", "6(1c)", true],
    ["ai-act", "10(5)", false],
    ["ai-act", "10(6)", true],
    ["ai-act", "99(4)(da)", true],
    ["ai-act", "99(6a)", true],
    ["ai-act", "111(4)", true],
    ["ai-act", "annex XIV", true],
    ["ai-act", "annex XV", false],
    ["ai-act", "annex III/2", true],
    ["ai-act", "annex III/2(a)", false],
    ["sme-recommendation", "annex:2(3)", true],
    ["sme-recommendation", "annex:2(4)", false],
    ["gdpr", "99", true],
    ["gdpr", "35(1)", false],
    ["gdpr", "28(3)", true],
    ["gdpr", "28(4)", false],
    ["gdpr", "4/7", true],
    ["gdpr", "4/8", false],
    ["cra", "13(19)", true],
    ["cra", "13(18)", false],
    ["cra", "14(2)(c)", true],
    ["cra", "14(2)(d)", false],
    ["cra", "15", false],
    ["cra", "annex I", false],
    ["cra", "annex I part II/5", true],
    ["cra", "annex I part II/3", false],
    ["cra", "annex I part I/1", false],
  ])("%s %s: %s", (id, unit, exists) => {
    expect(acts.byId.get(id)?.units.has(unit)).toBe(exists);
  });

  test("the annex of the decree on regulated services has 102 points in 22 parts", () => {
    const points = [...(acts.byId.get("cz-408-2025")?.units ?? [])].filter((unit) => unit.startsWith("annex/"));
    expect(points.filter((point) => point.includes("."))).toHaveLength(102);
    expect(points.filter((point) => !point.includes("."))).toHaveLength(22);
  });
});

describe("a mistake in an act", () => {
  test.each<[string, string, string]>([
    ["a file that is not named after its act", decree.replace("id: sk-227-2025", "id: sk-228-2025"), ":2 id: "],
    ["a missing language", decree.replace(/ {2}en: .*\n/, ""), "names.en"],
    ["a field that nobody knows", `${decree}remarks: none\n`, "remarks"],
    ["a day that does not exist", decree.replace("checkedOn: 2026-11-20", "checkedOn: 2026-11-31"), "checkedOn: a day"],
    ["a national act without its gazette", decree.replace(/gazettes: .*\n/, ""), "names its gazette"],
    [
      "letters of a paragraph that is not there",
      decree.replace("paragraphs: 7, letters: { 1:", "paragraphs: 7, letters: { 8:"),
      "units.5.letters.8: letters of no paragraph",
    ],
    [
      "points of a letter that is not there",
      decree.replace("paragraphs: 7, letters", "paragraphs: 7, points: { 1z: 3 }, letters"),
      "units.5.points.1z: points of no letter",
    ],
    [
      "all paragraphs beside only some",
      decree.replace("paragraphs: 7, letters", "paragraphs: 7, onlyParagraphs: [3], letters"),
      "units.5.onlyParagraphs: either all paragraphs or only some",
    ],
    [
      "all points beside only some",
      decree.replace("paragraphs: 7, letters", "paragraphs: 7, points: 4, onlyPoints: [3], letters"),
      "units.5.onlyPoints: either all points or only some",
    ],
    [
      "all points of an annex beside only some",
      decree.replace('annexes:\n  "1": {}', 'annexes:\n  "1": { points: 4, onlyPoints: [3] }'),
      "annexes.1.onlyPoints: either all points or only some",
    ],
    ["a section that is both there and repealed", `${decree}repealed: ["5"]\n`, "repealed, yet listed"],
    ["broken YAML", `${decree}\nunits: [`, "sk-227-2025.yaml:"],
  ])("%s stops the load and says where it is", (_mistake, content, message) => {
    const load = () => loadActs(folderWith({ "sk-227-2025.yaml": content }));
    expect(load).toThrow(KnowledgeError);
    expect(load).toThrow(message);
    expect(load).toThrow(/sk-227-2025\.yaml:\d+/);
  });

  test("the same act in two files is one too many", () => {
    const twin = decree.replace("id: sk-227-2025", "id: sk-decree");
    const load = () => loadActs(folderWith({ "sk-227-2025.yaml": decree, "sk-decree.yaml": twin }));
    expect(load).toThrow(/sk-decree\.yaml:5 number: another file has this act/);
  });

  test("a folder without acts is none", () => {
    expect(() => loadActs(folderWith({ "README.md": "" }))).toThrow("no act found");
  });
});
