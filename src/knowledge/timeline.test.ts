import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FEED_TOPICS } from "../core/feed-item.ts";
import { LOCALES } from "../core/locale.ts";
import { checkCitations } from "../rules/citations/check.ts";
import { expandCitations } from "../rules/citations/expand.ts";
import { KNOWLEDGE_DIR } from "./load.ts";
import { knowledge } from "./shipped.fixture.ts";
import { loadTimeline } from "./timeline.ts";

const { acts } = knowledge;
const { milestones, checkedOn } = loadTimeline(KNOWLEDGE_DIR, acts);

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-timeline-"));
  mkdirSync(join(dir, "timeline"));
});

afterAll(() => rmSync(dir, { recursive: true }));

test("the time line has a few dozen days, in order, of the Union and of both countries", () => {
  expect(milestones.length).toBeGreaterThanOrEqual(36);
  const dates = milestones.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted());
  expect(new Set(milestones.map(({ jurisdiction }) => jurisdiction))).toEqual(new Set(["EU", "SK", "CZ"]));
  expect(new Set(milestones.flatMap(({ topics }) => topics))).toEqual(new Set(FEED_TOPICS));
});

test("it tells of what came and of what comes", () => {
  expect(milestones.filter(({ date }) => date <= checkedOn).length).toBeGreaterThan(20);
  expect(milestones.filter(({ date }) => date > checkedOn).length).toBeGreaterThan(8);
});

test("every text stands in three languages, no one pasted into another, and every citation is real", () => {
  for (const { id, title, summary } of milestones) {
    for (const texts of [title, summary]) {
      const distinct = new Set(LOCALES.map((locale) => texts[locale])).size;
      // A short Slovak headline may read the same in Czech; a whole sentence does not.
      expect(distinct, id).toBeGreaterThanOrEqual(texts === summary ? 3 : 2);
      for (const locale of LOCALES)
        expect(checkCitations(expandCitations(texts[locale], locale, acts), acts).valid, `${id} ${locale}`).toBe(true);
    }
  }
});

test("a day in force that an act states is the day of its milestone", () => {
  const days = new Map(acts.acts.map(({ source, inForceFrom }) => [source, inForceFrom]));
  for (const id of [
    "sk-nis2-act",
    "sk-decree-measures",
    "sk-decree-notifications",
    "cz-nis2-act",
    "cz-decree-services",
    "ai-omnibus-in-force",
  ]) {
    const milestone = milestones.find((each) => each.id === id);
    expect(milestone?.date, id).toBe(days.get(milestone?.url ?? ""));
  }
});

const head = "checkedOn: 2026-11-20\nmilestones:\n";
const one = (more: string) =>
  `  - id: a\n    date: 2026-01-01\n    jurisdiction: SK\n    topics: [NIS2]\n    title: { sk: a, cs: b, en: c }\n    summary: { sk: a, cs: b, en: c }\n    ${more}\n`;

test.each([
  ["an act that is not registered", head + one("act: dora"), /names the act dora/],
  ["an address that is not official", head + one("url: https://blog.example/x"), /only eur-lex/],
  ["neither an act nor an address", head + one("").trimEnd(), /either act or url/],
  ["a day that does not exist", head + one("act: nis2").replace("2026-01-01", "2026-02-30"), /a day/],
  ["an id twice", head + one("act: nis2") + one("act: nis2"), /stands twice/],
  ["a missing language", head + one("act: nis2").replace("cs: b, ", ""), /title.cs/],
])("%s stops the start", (_case, text, message) => {
  writeFileSync(join(dir, "timeline", "a.yaml"), text);
  expect(() => loadTimeline(dir, acts)).toThrow(message);
});
