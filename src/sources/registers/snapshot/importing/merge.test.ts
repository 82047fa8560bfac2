import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Row } from "../layout/columns.ts";
import { type FactSource, originOf } from "../layout/origins.ts";
import { companyOf } from "../layout/row.ts";
import { FIRST_SK } from "../layout/slots.ts";
import { SAMPLE_RANK, SAMPLE_SLOT } from "../records/file-register.ts";
import type { FirmRecord, Outcome } from "../records/firm-record.ts";
import { type Facts, mergeRecord, type RecordSource, retract } from "./merge.ts";

function emptyFacts(): Facts {
  return {
    name: null,
    address: null,
    nace: null,
    legalForm: null,
    size: null,
    employeesMin: null,
    employeesMax: null,
    founded: null,
    ceased: null,
    verdict: null,
    verdictDay: null,
    entity: null,
    accounts: null,
    town: null,
    former: null,
    taxNumber: null,
  };
}

const SILENT: FirmRecord = {
  ico: 19,
  name: null,
  address: null,
  legalForm: null,
  founded: null,
  ceased: null,
  nace2: [],
  nace21: [],
  size: null,
  employeesMin: null,
  employeesMax: null,
  turnoverEur: null,
  balanceSheetEur: null,
  outcome: null,
  outcomeDay: null,
  entity: null,
};

const ESSENTIAL: Outcome = { category: "essential", sector: "energy", reason: null };

const rpo: RecordSource = { source: "rpo", slot: 2, rank: 3, day: 20261003 };
const ruz: RecordSource = { source: "ruz", slot: 3, rank: 2, day: 20261101 };
const nis2: RecordSource = { source: "nis2-register", slot: 4, rank: 1, day: 20261102 };
const sample: RecordSource = { source: "sample", slot: SAMPLE_SLOT, rank: SAMPLE_RANK, day: 20260101 };

type Statement = readonly [RecordSource, Partial<FirmRecord>];

function companyAfter(statements: readonly Statement[]) {
  const facts = emptyFacts();
  let sources: FactSource[] = [];
  for (const [source, record] of statements) {
    sources = mergeRecord(facts, sources, source, { ...SILENT, ...record }, record.outcome ? 1 : null, null);
  }
  return companyFrom(facts, sources);
}

function companyFrom(facts: Facts, sources: readonly FactSource[]) {
  const row: Row = { ...facts, id: FIRST_SK + 1, ico: 19, origin: 1, class: 1 };
  return companyOf(row, "00000019", [undefined, ESSENTIAL], originOf(sources));
}

const fromRpo: Statement = [rpo, { name: "Od RPO", address: "A", legalForm: 112, founded: 20010203, nace21: ["3513"] }];
const fromRuz: Statement = [
  ruz,
  { name: "Od RÚZ", address: "B", legalForm: 121, ceased: 20200101, nace2: ["35130"], size: 12 },
];
const fromNis2: Statement = [
  nis2,
  { name: "Od NIS2", nace2: ["35140"], employeesMin: 250, employeesMax: 499, outcome: ESSENTIAL, outcomeDay: 20261030 },
];

describe("facts of several sources", () => {
  test("each fact is that of the best source, and provenance says whose it is", () => {
    expect(companyAfter([fromRpo, fromRuz, fromNis2])).toEqual({
      country: "SK",
      ico: "00000019",
      name: "Od RPO",
      address: "A",
      status: "active",
      foundedOn: "2001-02-03",
      ceasedOn: null,
      legalForm: "112",
      nace: [
        { code: "35130", revision: "2" },
        { code: "3513", revision: "2.1" },
        { code: "35140", revision: "2" },
      ],
      sizeCode: "12",
      headcount: null,
      registerVerdict: { ...ESSENTIAL, updatedAt: "2026-10-30" },
      provenance: [
        { source: "rpo", facts: ["name", "address", "status", "legalForm", "nace"], retrievedAt: "2026-10-03" },
        { source: "ruz", facts: ["nace", "size"], retrievedAt: "2026-11-01" },
        { source: "nis2-register", facts: ["nace", "category"], retrievedAt: "2026-11-02" },
      ],
    });
  });

  test("a size that RÚZ does not know lets the headcount of the other register stand", () => {
    const company = companyAfter([fromRpo, [ruz, { size: 0 }], fromNis2]);
    expect(company).toMatchObject({ sizeCode: "00", headcount: { min: 250, max: 499 } });
    expect(company.provenance.find(({ facts }) => facts.includes("size"))?.source).toBe("nis2-register");
  });

  test("a firm that only lesser sources know has their facts", () => {
    expect(companyAfter([fromNis2])).toMatchObject({ name: "Od NIS2", status: "active", address: null });
    expect(companyAfter([fromNis2, fromRuz])).toMatchObject({
      name: "Od RÚZ",
      status: "ceased",
      ceasedOn: "2020-01-01",
    });
  });

  test("the sample yields activity, size and verdict to whoever tells them, and keeps what nobody tells", () => {
    const shipped: Statement = [
      sample,
      { name: "Vzorka", address: "Mesto", nace2: ["64190"], size: 25, employeesMin: 900 },
    ];
    expect(companyAfter([shipped, fromRuz])).toMatchObject({
      name: "Od RÚZ",
      sizeCode: "12",
      headcount: null,
      nace: [{ code: "35130", revision: "2" }],
    });
    expect(companyAfter([shipped, [nis2, { name: "Od NIS2" }]])).toMatchObject({
      name: "Od NIS2",
      address: "Mesto",
      sizeCode: "25",
      headcount: { min: 900, max: null },
      nace: [{ code: "64190", revision: "2" }],
    });
  });

  test("the order in which sources speak does not matter", () => {
    const maybe = <T>(values: fc.Arbitrary<T>, none: T) => fc.oneof(fc.constant(none), values);
    const code = fc.constantFrom("35130", "64190", "62010", "3513");
    const record = fc.record({
      name: maybe(fc.constantFrom<string | null>("A", "B"), null),
      address: maybe(fc.constantFrom<string | null>("Ulica", "Cesta"), null),
      legalForm: maybe(fc.constantFrom<number | null>(112, 121), null),
      founded: maybe(fc.constant<number | null>(20010203), null),
      ceased: maybe(fc.constantFrom<number | null>(0, 20200101), null),
    });
    const statements = fc.tuple(
      fc.tuple(
        fc.constant(rpo),
        fc.tuple(record, maybe(code, "")).map(([one, main]) => ({ ...one, nace21: main === "" ? [] : [main] })),
      ),
      fc.tuple(
        fc.constant(ruz),
        fc
          .tuple(record, maybe(code, ""), maybe(fc.constantFrom<number | null>(0, 12), null))
          .map(([one, main, size]) => ({ ...one, nace2: main === "" ? [] : [main], size })),
      ),
      fc.tuple(
        fc.constant(nis2),
        fc
          .tuple(record, maybe(code, ""), maybe(fc.constant<number | null>(250), null))
          .map(([one, main, employeesMin]) => ({
            ...one,
            nace2: main === "" ? [] : [main],
            employeesMin,
            outcome: ESSENTIAL,
          })),
      ),
    );
    fc.assert(
      fc.property(statements, fc.boolean(), ([first, second, third], twice) => {
        const all: Statement[] = [first, second, third];
        const orders = [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ];
        const pick = (order: readonly number[]) => order.flatMap((index) => all.slice(index, index + 1));
        const expected = companyAfter(all);
        for (const order of orders) {
          const spoken = pick(order);
          // Saying the same again changes nothing.
          expect(companyAfter(twice ? [...spoken, ...spoken.slice(0, 1)] : spoken)).toEqual(expected);
        }
      }),
    );
  });

  test("what one source takes back leaves the others as if it had never spoken", () => {
    for (const [gone, rest] of [
      [fromNis2, [fromRpo, fromRuz]],
      [fromRuz, [fromRpo, fromNis2]],
    ] as const) {
      const facts = emptyFacts();
      let sources: FactSource[] = [];
      for (const [source, record] of [gone, ...rest]) {
        sources = mergeRecord(facts, sources, source, { ...SILENT, ...record }, record.outcome ? 1 : null, null);
      }
      expect(companyFrom(facts, retract(facts, sources, gone[0].slot))).toEqual(companyAfter(rest));
    }
  });

  test("a source that tells less than before takes nothing away: the rest stands with its day", () => {
    const later = { ...ruz, day: 20261201 };
    const firm = companyAfter([fromRuz, [later, { name: "Nové meno" }]]);
    expect(firm).toMatchObject({ name: "Nové meno", sizeCode: "12", legalForm: "121" });
    expect(firm.nace.map(({ code }) => code)).toEqual(["35130"]);
    expect(firm.provenance).toEqual([
      { source: "ruz", facts: ["name", "status"], retrievedAt: "2026-12-01" },
      { source: "ruz", facts: ["address", "legalForm", "nace", "size"], retrievedAt: "2026-11-01" },
    ]);
    // What it states replaces: the end of the firm is gone, a code is another one.
    expect(firm.status).toBe("active");
    const next = companyAfter([
      fromRuz,
      [later, { name: "Nové meno", size: 0 }],
      [later, { nace2: ["62010"], size: 25 }],
    ]);
    expect(next).toMatchObject({ name: "Nové meno", sizeCode: "25" });
    expect(next.nace.map(({ code }) => code)).toEqual(["62010"]);
  });

  test("a size that is not stated any more takes no size away", () => {
    const later = { ...ruz, day: 20261201 };
    expect(companyAfter([fromRuz, [later, { size: 0 }]]).sizeCode).toBe("12");
    expect(
      companyAfter([
        [ruz, { size: 0 }],
        [later, { size: 0 }],
      ]).sizeCode,
    ).toBe("00");
  });

  test("a register of categories takes back a category that it no longer states", () => {
    const later = { ...nis2, day: 20261203 };
    expect(companyAfter([fromNis2, [later, { name: "Od NIS2" }]]).registerVerdict).toBeNull();
  });

  const further: RecordSource = { source: "further", slot: 9, rank: 4, day: 20261103 };

  test.each<[string, Partial<FirmRecord>, Partial<FirmRecord>, object]>([
    ["a size code", { size: 25 }, { size: 12 }, { sizeCode: "25" }],
    ["a size code, where the higher one is 'not stated'", { size: 0 }, { size: 12 }, { sizeCode: "12" }],
    ["a headcount", { employeesMin: 50 }, { employeesMin: 10 }, { headcount: { min: 50, max: null } }],
    ["sums of accounts", { turnoverEur: 7 }, { turnoverEur: 1, balanceSheetEur: 2 }, { turnoverEur: 7 }],
    [
      "a category",
      { outcome: ESSENTIAL },
      { outcome: ESSENTIAL, outcomeDay: 20200101 },
      { registerVerdict: { updatedAt: "2026-11-03" } },
    ],
  ])("of two registers that state %s one stands, whichever is imported first", (_fact, high, low, expected) => {
    const statements: Statement[] = [
      [further, high],
      [ruz, low],
    ];
    const company = companyAfter(statements);
    expect(company).toMatchObject(expected);
    expect(company).not.toHaveProperty("balanceSheetEur");
    expect(companyAfter(statements.toReversed())).toEqual(company);
  });

  test.each<[string, RecordSource]>([
    ["the sample", sample],
    ...[rpo, ruz, nis2].map((source): [string, RecordSource] => [source.source, source]),
    ["a register that ranks above all others", further],
  ])("%s that names another activity keeps none of the former one", (_name, source) => {
    const spoken: Statement[] = [
      [source, { nace2: ["35110"], nace21: ["3511"] }],
      [source, { nace2: ["62010"] }],
    ];
    expect(companyAfter(spoken).nace).toEqual([{ code: "62010", revision: "2" }]);
  });
});
