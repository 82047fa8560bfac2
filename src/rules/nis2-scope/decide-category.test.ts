import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { NaceRevision } from "../../core/nace.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { decideCategory } from "./decide-category.ts";
import { type Firm, factsOf, knowledge, today } from "./firm.fixture.ts";

const decide = (firm: Firm, asOf = today) => decideCategory(factsOf(firm), knowledge, asOf);

describe("every row of the map, read from the file and judged apart from the engine", () => {
  const row = z.object({
    nace_revision: z.enum(["2", "2.1"]),
    nace_code: z.string(),
    annex: z.enum(["I", "II"]),
    sector_id: z.string(),
    confidence: z.enum(["certain", "likely", "weak"]),
    size_rule: z.enum(["medium-or-large", "any-size", "special"]),
    hint: z.string(),
  });
  const rows = z
    .array(row)
    .parse(parse(readFileSync(join(KNOWLEDGE_DIR, "nis2/nace-map.csv"), "utf8"), { columns: true }));

  /** The matrix as the table of the law writes it, for a firm with this one main code. */
  function expected(entry: z.infer<typeof row>, size: "small" | "medium" | "large", country: Country): Category {
    if (entry.sector_id === "public-administration") return "unknown";
    const isUniversity = entry.nace_revision === "2" ? /^85\.42/ : /^85\.4/;
    if (country === "CZ" && isUniversity.test(entry.nace_code)) return "unknown";
    const isOpen = ["rail-or-road-traffic", "public-telecom-provider"].includes(entry.hint);
    if (entry.confidence === "weak" && !isOpen) return "out_of_scope";
    const table = {
      telecom: { small: "important", medium: "essential", large: "essential" },
      I: { small: "out_of_scope", medium: "important", large: "essential" },
      II: { small: "out_of_scope", medium: "important", large: "important" },
    } as const;
    const category = table[entry.size_rule === "any-size" ? "telecom" : entry.annex][size];
    return isOpen && category !== "out_of_scope" ? "unknown" : category;
  }

  test("there are 402 rows", () => {
    expect(rows).toHaveLength(402);
  });

  test.each(rows.map((entry) => [`${entry.nace_code} Rev. ${entry.nace_revision}`, entry] as const))(
    "%s",
    (_name, entry) => {
      const nace = `${entry.nace_code.replace(".", "")}@${entry.nace_revision}`;
      for (const country of ["SK", "CZ"] as const) {
        for (const [size, staff] of [
          ["small", 20],
          ["medium", 100],
          ["large", 250],
        ] as const) {
          const { category } = decide({ country, nace, staff });
          expect([country, size, category]).toEqual([country, size, expected(entry, size, country)]);
        }
        const unsized = decide({ country, nace }).category;
        expect(unsized).toBe(expected(entry, "large", country) === "out_of_scope" ? "out_of_scope" : "unknown");
      }
    },
  );
});

describe("public administration by legal form", () => {
  const groups: readonly [Country, "A" | "B" | "C", readonly string[]][] = [
    ["CZ", "A", ["325", "525", "801", "804", "811", "313", "391", "392", "601", "741"]],
    ["CZ", "B", ["331", "332", "301", "352", "361", "362", "381", "382", "641", "661", "771"]],
    ["CZ", "C", ["745"]],
    ["SK", "A", ["801", "803", "311"]],
    ["SK", "B", ["321", "331", "301", "382", "381", "741", "745"]],
  ];
  const forms = groups.flatMap(([country, group, codes]) => codes.map((code) => [country, group, code] as const));

  test("the groups hold these forms and no others", () => {
    for (const country of ["CZ", "SK"] as const) {
      const listed = forms.filter(([of]) => of === country).map(([, group, code]) => `${group} ${code}`);
      const known = [...knowledge.legalForms[country].values()].map(({ group, code }) => `${group} ${code}`);
      expect(known.sort()).toEqual(listed.sort());
    }
  });

  test.each(forms)("%s group %s, form %s", (country, group, legalForm) => {
    const hospital = decide({ country, legalForm, nace: "8610", staff: 300 });
    const school = decide({ country, legalForm, nace: "8531", staff: 300 });
    const micro = decide({ country, legalForm, nace: "8610", staff: 3 });
    const nothing = decide({ country, legalForm });
    if (group === "A") {
      for (const decision of [hospital, school, micro, nothing]) {
        expect(decision).toMatchObject({ category: "unknown", unknownReason: "public_administration" });
        expect(decision.sectorId).toBe("public-administration");
      }
      return;
    }
    expect(hospital.category).toBe("essential");
    const outOfScope = country === "SK" && group === "B" ? "unknown" : "out_of_scope";
    expect([school.category, micro.category]).toEqual([outOfScope, outOfScope]);
    expect(nothing).toMatchObject({ category: "unknown", unknownReason: "no_nace" });
  });

  test("a Slovak public body of unknown size in a sector lacks its size", () => {
    expect(decide({ legalForm: "331", nace: "8610" })).toMatchObject({ unknownReason: "size_undetermined" });
  });

  test("the same number is another form in the other country", () => {
    expect(decide({ country: "SK", legalForm: "804", nace: "9602", staff: 5 }).category).toBe("out_of_scope");
    expect(decide({ country: "CZ", legalForm: "321", nace: "8531", staff: 5 }).category).toBe("out_of_scope");
  });
});

describe("public administration by activity", () => {
  test("a main code 84 of either revision is public administration, micro or large", () => {
    expect(decide({ nace: "84110", staff: 1 }).unknownReason).toBe("public_administration");
    expect(decide({ country: "CZ", nace: "6201@2 8411@2.1", staff: 900 }).unknownReason).toBe("public_administration");
  });
  test("a secondary code 84 does not hide a category, and never ends out of scope", () => {
    expect(decide({ nace: "3513 8411", staff: 900 }).category).toBe("essential");
    expect(decide({ nace: "9602 8411", staff: 900 })).toMatchObject({ unknownReason: "public_administration" });
  });
  test("a Czech university is unknown by its main code only, a Slovak private one is out of scope with a hint", () => {
    expect(decide({ country: "CZ", nace: "8540@2.1", staff: 900 }).category).toBe("unknown");
    expect(decide({ country: "CZ", nace: "9621@2.1 8540@2.1", staff: 900 }).category).toBe("out_of_scope");
    expect(decide({ country: "CZ", nace: "8541", staff: 900 }).category).toBe("out_of_scope");
    expect(decide({ country: "SK", nace: "8542", legalForm: "121", staff: 900 }).category).toBe("out_of_scope");
  });
});

describe("a stated service", () => {
  test.each(["qtsp", "tld-registry", "dns"] as const)(
    "%s is essential whatever else is known",
    (sizeIndependentService) => {
      for (const firm of [{}, { nace: "9602", staff: 1 }, { legalForm: "801" }, { nace: "8411" }]) {
        expect(decide({ ...firm, sizeIndependentService })).toMatchObject({
          category: "essential",
          situation: "stated_service",
          sectorId: "digital-infrastructure",
        });
      }
    },
  );
  test.each<[number | undefined, Category]>([
    [undefined, "important"],
    [3, "important"],
    [249, "important"],
    [250, "essential"],
  ])("tsp with %s staff is %s", (staff, category) => {
    expect(decide({ sizeIndependentService: "tsp", ...(staff === undefined ? {} : { staff }) }).category).toBe(
      category,
    );
  });
  test("it never makes the answer milder than the activity", () => {
    const decision = decide({ sizeIndependentService: "tsp", nace: "6110", staff: 60 });
    expect(decision).toMatchObject({ category: "essential", situation: "in_scope" });
  });
});

describe("a ceased firm", () => {
  test.each<[string, Firm, Category]>([
    ["is out of scope by its day", { status: "ceased", ceasedOn: "2026-11-20" }, "out_of_scope"],
    ["is out of scope without a day", { status: "ceased" }, "out_of_scope"],
    ["is judged while the day lies ahead", { status: "ceased", ceasedOn: "2026-11-21" }, "essential"],
    ["whose day has come is out of scope, whatever the stored status", { ceasedOn: "2026-11-19" }, "out_of_scope"],
    ["is out of scope even with a stated service", { status: "ceased", sizeIndependentService: "dns" }, "out_of_scope"],
    ["is out of scope even as a town", { status: "ceased", legalForm: "801" }, "out_of_scope"],
  ])("%s", (_case, firm, category) => {
    expect(decide({ nace: "3513", staff: 900, ...firm }).category).toBe(category);
  });
});

describe("several codes", () => {
  test.each<[string, Firm, Category, string, boolean]>([
    ["the strictest wins over the main one", { nace: "1051 3511", staff: 300 }, "essential", "3511", false],
    ["on a tie the main activity", { nace: "2811 3511", staff: 100 }, "important", "2811", true],
    ["then Annex I", { nace: "9602 1051 3511", staff: 100 }, "important", "3511", false],
    ["then the order of the register", { nace: "9602 3511 8610", staff: 100 }, "important", "3511", false],
    [
      "a main code of either revision is a main activity",
      { nace: "9602 1051@2.1 3511", staff: 100 },
      "important",
      "1051",
      true,
    ],
    ["telecom lifts a medium firm", { nace: "3511 6110", staff: 100 }, "essential", "6110", false],
  ])("%s", (_case, firm, category, code, isMain) => {
    const decision = decide(firm);
    expect(decision.category).toBe(category);
    expect(decision.match).toMatchObject({ code: { code }, isMain });
  });

  test("waste counts as the main activity of either revision, and not beside it", () => {
    expect(decide({ nace: "3811", staff: 100 }).category).toBe("important");
    expect(decide({ nace: "9602 3811@2.1", staff: 100 }).category).toBe("important");
    expect(decide({ nace: "9602 3811", staff: 100 }).category).toBe("out_of_scope");
    expect(decide({ nace: "9602 4677", staff: 100 }).category).toBe("out_of_scope");
    expect(decide({ nace: "9602 3811" }).category).toBe("out_of_scope");
  });
});

test("a firm that is too small keeps its sector, a firm outside the sectors has none", () => {
  expect(decide({ nace: "3513", staff: 10 })).toMatchObject({ category: "out_of_scope", sectorId: "energy" });
  expect(decide({ nace: "6201", staff: 10 })).toMatchObject({ category: "out_of_scope", sectorId: null });
});

test("no day puts a firm out of scope", () => {
  for (const day of ["1990-01-01", "2024-10-17", "2024-10-18", "2030-01-01"]) {
    expect(decide({ nace: "3513", staff: 900 }, day).category).toBe("essential");
  }
});

test("codes of the other revision never match", () => {
  const revisions: readonly NaceRevision[] = ["2", "2.1"];
  expect(revisions.map((revision) => decide({ nace: `4677@${revision}`, staff: 300 }).category)).toEqual([
    "important",
    // Rev. 2.1 has no such class: it is not judged by what the number means in Rev. 2.
    "unknown",
  ]);
});
