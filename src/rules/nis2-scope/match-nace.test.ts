import { describe, expect, test } from "vitest";
import type { NaceRevision } from "../../core/nace.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { matchCodes, matchNace } from "./match-nace.ts";

const { nis2: knowledge } = shipped;
const find = (code: string, revision: NaceRevision) => matchNace({ code, revision }, knowledge);

describe("the longest matching prefix of the same revision", () => {
  test.each<[string, string, NaceRevision, string | null, string | null]>([
    ["a fifth digit is national", "35110", "2", "3511", "likely"],
    ["a longer row overrules a shorter one: feed over food", "1091", "2", "1091", "weak"],
    ["a class without a row falls back to its group", "1099", "2", "109", "weak"],
    ["a class under a division row", "2899", "2", "28", "certain"],
    ["tobacco wholesale over food wholesale", "46350", "2", "4635", "weak"],
    ["a coarse code meets a row of its own level", "35", "2", "35", "likely"],
    ["a coarse code never meets a finer row", "46", "2", null, null],
    ["a group code meets the row of its division", "261", "2.1", "26", "certain"],
    ["a group without a row of its own level", "461", "2", null, null],
    ["a single digit is no code", "3", "2", null, null],
    ["farming is not mapped", "0111", "2", null, null],
    ["road freight is not mapped", "4941", "2", null, null],
    ["insurance is not mapped", "6511", "2", null, null],
    ["repair of machinery is not mapped", "3312", "2.1", null, null],
  ])("%s", (_case, code, revision, digits, confidence) => {
    const row = find(code, revision);
    expect(row?.digits ?? null).toBe(digits);
    expect(row?.confidence ?? null).toBe(confidence);
  });
});

describe("the same number means two things", () => {
  test.each<[string, string, string | null, string | null]>([
    [
      "transmission / renewable generation",
      "3512",
      "transmission system operator",
      "producer of electricity (renewable sources)",
    ],
    ["distribution / transmission", "3513", "distribution system operator", "transmission system operator"],
    ["supply / distribution", "3514", "electricity supplier", "distribution system operator"],
    [
      "nothing / supply and charging",
      "3515",
      "electricity undertaking",
      "electricity supplier or operator of recharging points",
    ],
    ["fuel wholesale / motor vehicles", "4671", "wholesale of fuels", null],
    ["nothing / fuel wholesale", "4681", null, "wholesale of fuels"],
    ["chemical wholesale moved", "4675", "distributor of chemicals", null],
    ["chemical wholesale arrived", "4685", null, "distributor of chemicals"],
    [
      "news agency / search portals",
      "6391",
      null,
      "web search portal or comparison site; may be an online search engine",
    ],
    [
      "wireless / resale",
      "6120",
      "provider of public electronic communications networks or services",
      "reseller or agent of telecommunication services",
    ],
    [
      "facilities management / nothing",
      "6203",
      "managed service provider (facilities management)",
      "IT company (division level)",
    ],
    ["arms / forging", "2540", null, null],
    ["universities / nothing", "8542", "higher education institution", "higher education institution"],
    [
      "post-secondary schools stand beside the universities in the old group",
      "8541",
      null,
      "higher education institution",
    ],
  ])("%s: %s", (_case, code, old, recent) => {
    expect(find(code, "2")?.entityType ?? null).toBe(old);
    expect(find(code, "2.1")?.entityType ?? null).toBe(recent);
  });

  test("waste and scrap wholesale moved from 46.77 to 46.87", () => {
    expect(find("4677", "2")?.sectorId).toBe("waste-management");
    expect(find("4677", "2.1")).toBeNull();
    expect(find("4687", "2.1")?.sectorId).toBe("waste-management");
  });
});

test("the first code of each revision is a main activity where that is known; a repeated code counts once", () => {
  const nace = [
    { code: "3511", revision: "2" },
    { code: "3511", revision: "2.1" },
    { code: "3811", revision: "2" },
    { code: "3511", revision: "2" },
  ] as const;
  const areMain = (mainUnknown?: readonly ("2" | "2.1")[]) =>
    matchCodes({ nace, mainUnknown }, knowledge).map(({ isMain }) => isMain);
  expect(areMain()).toEqual([true, true, false]);
  expect(areMain(["2"])).toEqual([false, true, false]);
  expect(areMain(["2", "2.1"])).toEqual([false, false, false]);
});

test("coarse codes are known by the rows under them, weak ones too", () => {
  expect(knowledge.coarseCodes["2"].get("46")?.map(({ digits }) => digits)).toContain("463");
  expect(knowledge.coarseCodes["2"].has("35")).toBe(false);
  expect(knowledge.coarseCodes["2"].get("47")?.map(({ digits }) => digits)).toEqual([
    "473",
    "4730",
    "4773",
    "479",
    "4791",
  ]);
  expect(knowledge.coarseCodes["2"].has("41")).toBe(false);
});
