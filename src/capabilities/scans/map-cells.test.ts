import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BuiltMap, buildMap, type MapContribution, type MapMemory } from "./map-cells.ts";

const NO_MEMORY: MapMemory = {};

const one = (orgId: string, technical = 80, dmarc: "pass" | "warn" | "fail" = "pass", more = {}): MapContribution => ({
  orgId,
  country: "SK",
  sector: "energy",
  domain: `${orgId}.sk`,
  technical,
  checks: [
    { id: "mail.dmarc", status: dmarc },
    { id: "dns.dnssec", status: "pass" },
  ],
  ...more,
});
const many = (count: number, dmarc: "pass" | "warn" | "fail" = "pass", from = 0) =>
  Array.from({ length: count }, (_, at) => one(`o${from + at}`, 60 + from + at, dmarc));
const first = ({ cells }: BuiltMap) => cells[0];

describe("a cell", () => {
  test("of four organizations is suppressed, of five it has figures", () => {
    expect(buildMap(many(4), NO_MEMORY).cells).toEqual([{ country: "SK", sector: "energy", suppressed: true }]);
    expect(buildMap(many(5), NO_MEMORY).cells).toEqual([
      {
        country: "SK",
        sector: "energy",
        organizations: 5,
        domains: 5,
        technical: { p25: 61, median: 62, p75: 63 },
        checks: [
          { id: "mail.dmarc", pass: 5, warn: null, fail: null },
          { id: "dns.dnssec", pass: 5, warn: null, fail: null },
        ],
      },
    ]);
  });

  test("counts an organization once, by its worst domain", () => {
    const domains = [
      ...many(5),
      one("o0", 20, "fail", { domain: "worst.sk" }),
      one("o1", 99, "fail", { domain: "z.sk" }),
    ];
    expect(first(buildMap(domains, NO_MEMORY))).toMatchObject({ organizations: 5, domains: 7, technical: { p25: 61 } });
  });

  test("counts web hosts of one domain once", () => {
    const hosts = [...many(5), one("o0", 70), one("o1", 71)];
    expect(first(buildMap(hosts, NO_MEMORY))).toMatchObject({ organizations: 5, domains: 5 });
  });

  test("hides a number below three, and then at least two in a row: the third follows from the sum", () => {
    const row = (pass: number, warn: number, fail: number) => {
      const all = [...many(pass), ...many(warn, "warn", pass), ...many(fail, "fail", pass + warn)];
      const cell = first(buildMap(all, NO_MEMORY));
      return cell !== undefined && "checks" in cell ? cell.checks[0] : undefined;
    };
    expect(row(7, 3, 3)).toMatchObject({ pass: 7, warn: 3, fail: 3 });
    expect(row(7, 3, 2)).toMatchObject({ pass: 7, warn: null, fail: null });
    expect(row(3, 0, 9)).toMatchObject({ pass: null, warn: null, fail: 9 });
    expect(row(2, 2, 9)).toMatchObject({ pass: null, warn: null, fail: 9 });
  });
});

describe("the difference of two days gives nobody away:", () => {
  test("one organization that joins changes no figure, five that join do", () => {
    const day1 = buildMap(many(6), NO_MEMORY);
    const day2 = buildMap([...many(6), one("new", 5, "fail")], day1.memory);
    expect(day2.cells).toEqual(day1.cells);
    const day3 = buildMap([...many(6), ...many(5, "fail", 50)], day2.memory);
    expect(first(day3)).toMatchObject({ organizations: 11 });
  });

  test("one organization that is scanned anew changes no figure", () => {
    const day1 = buildMap(many(6), NO_MEMORY);
    expect(buildMap([...many(5), one("o5", 1, "fail")], day1.memory).cells).toEqual(day1.cells);
  });

  test("an organization that leaves takes the figures with it, and the rest are not published without it", () => {
    const day1 = buildMap(many(6), NO_MEMORY);
    const day2 = buildMap(many(5), day1.memory);
    expect(day2.cells).toEqual([{ country: "SK", sector: "energy", suppressed: true }]);
    // It comes back as it was: the same figures, which say nothing new.
    expect(buildMap(many(6), day2.memory).cells).toEqual(day1.cells);
  });

  test("no two days differ by one to four organizations, whatever happens, also far apart", () => {
    const status = fc.constantFrom("pass" as const, "warn" as const, "fail" as const);
    const day = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 100 }), status), {
      maxLength: 16,
    });
    fc.assert(
      fc.property(fc.array(day, { maxLength: 14 }), (days) => {
        let memory = NO_MEMORY;
        const published: { readonly cell: string; readonly members: ReadonlyMap<string, string> }[] = [];
        for (const rows of days) {
          const contributions = rows.map(([org, technical, dmarc]) => one(`o${org}`, technical, dmarc));
          const built = buildMap(contributions, memory);
          memory = built.memory;
          const cell = first(built);
          if (cell === undefined || "suppressed" in cell) continue;
          // Who stands behind the figures that everybody sees: the newest that were remembered.
          const members = new Map(Object.entries(memory["SK energy"]?.compositions.at(-1) ?? {}));
          expect(cell.organizations).toBe(members.size);
          published.push({ cell: JSON.stringify(cell), members });
        }
        for (const [at, a] of published.entries()) {
          for (const b of published.slice(at + 1)) {
            const all = new Set([...a.members.keys(), ...b.members.keys()]);
            const changed = [...all].filter((org) => a.members.get(org) !== b.members.get(org)).length;
            expect(changed === 0 || changed >= 5).toBe(true);
            if (changed === 0) expect(a.cell).toBe(b.cell);
          }
        }
      }),
    );
  });
});

test("cells of other sectors and countries do not touch each other: an organization stands in one", () => {
  const czech = many(5, "pass", 30).map((each) => ({ ...each, country: "CZ" as const, sector: "health" }));
  expect(buildMap([...many(4), ...czech], NO_MEMORY).cells).toMatchObject([
    { country: "CZ", sector: "health", organizations: 5 },
    { country: "SK", sector: "energy", suppressed: true },
  ]);
});
