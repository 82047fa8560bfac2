import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { decideScope } from "./decide-scope.ts";
import { decide, explain, factsOf, knowledge, today } from "./firm.fixture.ts";
import { reconcile } from "./reconcile.ts";

describe("an end that is no date", () => {
  test.each([
    ["a large power plant", { nace: "3511", staff: 500 }, ["essential", "out_of_scope"]],
    ["a shop", { nace: "4711", staff: 500 }, ["out_of_scope"]],
    ["a firm without a code", { staff: 500 }, ["essential", "important", "out_of_scope"]],
    ["a stated service", { sizeIndependentService: "dns" }, ["essential", "out_of_scope"]],
    ["a public body", { nace: "8411", legalForm: "801" }, ["essential", "important", "out_of_scope"]],
  ] as const)("leaves %s unknown, and asks whether it has ceased", (_name, firm, couldBecome) => {
    for (const country of ["SK", "CZ"] as const) {
      const verdict = decide({ ...firm, country, status: "unreadable" });
      expect(verdict).toMatchObject({ category: "unknown", unknownReason: "status_unreadable" });
      expect(verdict.trace).toMatchObject([{ rule: "status", outcome: "unreadable" }]);
      expect(verdict.missingFacts).toMatchObject([{ id: "status", couldBecome }]);
    }
  });

  test.each(LOCALES)("is named in the first sentence (%s)", (locale) => {
    const { why, reasoning } = explain({ nace: "3511", staff: 500, status: "unreadable" }, locale);
    expect(why).toMatch(/zániku|ceased to exist cannot be read/);
    expect(reasoning).toMatch(/prečítať|přečíst|cannot be read/);
  });

  test("yields to a register with categories that says in scope, and to none that says out of scope", () => {
    const verdict = decide({ nace: "3511", staff: 500, status: "unreadable" });
    const said = (category: "essential" | "out_of_scope") =>
      reconcile(verdict, { category, sector: "energy", reason: null, updatedAt: today }, "SK");
    expect(said("essential").category).toBe("essential");
    expect(said("out_of_scope")).toMatchObject({ category: "unknown", unknownReason: "sources_disagree" });
  });

  test("that lies ahead changes nothing until its day", () => {
    const firm = { nace: "3511", staff: 500, status: "ceased", ceasedOn: "2026-11-21" } as const;
    expect(decide(firm, "2026-11-20").category).toBe("essential");
    expect(decide(firm, "2026-11-21")).toMatchObject({ category: "out_of_scope", situation: "ceased" });
  });
});

describe("a code that does not exist", () => {
  test.each(["99999", "9999", "3590", "35990", "8888", "34", "0450", "00001"])(
    "%s decides nothing by itself",
    (nace) => {
      const verdict = decide({ nace, staff: 500 });
      expect(verdict).toMatchObject({ category: "unknown", unknownReason: "no_nace", sectorId: null });
      expect(verdict.trace).toContainEqual(
        expect.objectContaining({ rule: "activity", outcome: "unusable", facts: { code: nace, revision: "2" } }),
      );
      expect(verdict.missingFacts.map(({ id }) => id)).toContain("nace");
    },
  );

  test.each(["35110", "3511", "35118", "3510", "351", "35", "35000", "4610", "46000", "99000", "9900"])(
    "%s exists, or is a coarser one filled with noughts",
    (nace) => {
      expect(decide({ nace, staff: 500 }).trace.map(({ outcome }) => outcome)).not.toContain("unusable");
    },
  );

  test("in the place of the main activity leaves that unknown: a side activity may decide, nothing is out of scope", () => {
    expect(decide({ nace: "99999 4711", staff: 500 })).toMatchObject({
      category: "unknown",
      situation: "main_unknown",
    });
    expect(decide({ nace: "99999 3511", staff: 500 })).toMatchObject({ category: "essential", decidedByMain: false });
  });

  test("beside a main activity is named and changes nothing", () => {
    const verdict = decide({ nace: "4711 99999", staff: 500 });
    expect(verdict.category).toBe("out_of_scope");
    expect(verdict.trace.map(({ outcome }) => outcome)).toContain("unusable");
    expect(decide({ nace: "3511 99999", staff: 500 }).category).toBe("essential");
  });

  test("of Rev. 2.1 is treated alike, by its own classification", () => {
    const denying = {
      ...knowledge,
      isCode: ({ code, revision }) => revision === "2" || code !== "99999",
    } satisfies typeof knowledge;
    expect(decideScope(factsOf({ nace: "99999@2.1", staff: 500 }), denying, today)).toMatchObject({
      category: "unknown",
      unknownReason: "no_nace",
    });
  });

  test.each(LOCALES)("is named in the first sentence (%s)", (locale) => {
    expect(explain({ nace: "99999", staff: 500 }, locale).why).toMatch(/99\.99\.9/);
    expect(explain({ nace: "4711 99999", staff: 500 }, locale).reasoning).toMatch(/99\.99\.9/);
  });
});
