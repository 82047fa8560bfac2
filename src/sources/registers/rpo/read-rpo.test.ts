import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FirmRecord, LineReader, Reading } from "../snapshot/records/firm-record.ts";
import { rpoReader } from "./read-rpo.ts";

const recorded = (name: string) => readFileSync(new URL(`./recorded/${name}`, import.meta.url), "utf8");

function readAll(reader: LineReader, text: string): Reading[] {
  return text.split("\n").flatMap((line, index) => {
    const read = reader.line(line, index + 1);
    return "kind" in read ? [read] : [...read];
  });
}

const records = (text: string, reader = rpoReader("f")): FirmRecord[] =>
  readAll(reader, text).flatMap((reading) => (reading.kind === "record" ? [reading.record] : []));

const entity = (more: object) =>
  JSON.stringify({ id: 1, identifiers: [{ value: "00000019" }], establishment: "2001-02-03", ...more });

describe("RPO", () => {
  test("the recorded batch is read: day of export, current name and address, end", () => {
    const reader = rpoReader("batch.json");
    const firms = records(recorded("batch.json"), reader);
    expect(reader.publishedOn()).toBe("2026-05-02");
    expect(firms).toHaveLength(2);
    expect(firms[0]).toMatchObject({
      ico: 31322832,
      name: "SLOVNAFT, a.s.",
      address: "Vlčie hrdlo 1, 82412 Bratislava",
      founded: 19920501,
      ceased: null,
      entity: 1003617,
    });
    expect(firms[1]).toMatchObject({ ico: 35953039, name: "Slovnaft Petrochemicals, s.r.o.", ceased: 20130101 });
  });

  test("the recorded entities give legal form and, where there is a code, the activity in NACE Rev. 2.1", () => {
    const bare = records(JSON.stringify(JSON.parse(recorded("entity-1003617.json"))))[0];
    expect(bare).toMatchObject({ legalForm: 121, nace2: [], nace21: [] });
    const coded = records(JSON.stringify(JSON.parse(recorded("entity-with-statistical-codes.json"))))[0];
    expect(coded).toMatchObject({ nace2: [], nace21: ["1920"] });
  });

  test.each<[string, string, string | undefined, Partial<FirmRecord>]>([
    ["four digits are NACE Rev. 2.1", "4712", "2026-01-01", { nace2: [], nace21: ["4712"] }],
    ["four digits of before 2026 are NACE Rev. 2", "4712", "2025-12-31", { nace2: ["4712"], nace21: [] }],
    ["five digits are NACE Rev. 2", "47110", "2026-05-05", { nace2: ["47110"], nace21: [] }],
    ["00 is no activity", "00", "2026-05-05", { nace2: [], nace21: [] }],
    ["without any day the present revision counts", "4712", undefined, { nace2: [], nace21: ["4712"] }],
  ])("%s", (_title, code, day, expected) => {
    const text = entity({ statisticalCodes: { mainActivity: { code } } });
    expect(records(text, rpoReader("f", day))[0]).toMatchObject(expected);
  });

  test.each<[string, object, Partial<FirmRecord>]>([
    ["blanks in a number are tolerated", { identifiers: [{ value: "35 763 469" }] }, { ico: 35763469 }],
    [
      "the newest of several ended names counts",
      {
        fullNames: [
          { value: "A", validFrom: "2001-01-01", validTo: "2002-01-01" },
          { value: "B", validFrom: "2003-01-01", validTo: "2004-01-01" },
        ],
      },
      { name: "B" },
    ],
    [
      "a name without an end counts before a newer one that ended",
      {
        fullNames: [
          { value: "A", validFrom: "2001-01-01" },
          { value: "B", validFrom: "2003-01-01", validTo: "2004-01-01" },
        ],
      },
      { name: "A" },
    ],
    [
      "a name that begins later is not that of today, also where today's has an end",
      {
        fullNames: [
          { value: "Dnešné meno", validFrom: "2001-01-02", validTo: "2099-12-31" },
          { value: "Budúce meno", validFrom: "2100-01-01" },
        ],
      },
      { name: "Dnešné meno" },
    ],
    [
      "a register number of 0 is none",
      {
        addresses: [
          {
            regNumber: 0,
            street: "Hlavná",
            buildingNumber: "3",
            postalCodes: ["81101"],
            municipality: { value: "Bratislava" },
          },
        ],
      },
      { address: "Hlavná 3, 81101 Bratislava" },
    ],
    [
      "a seat abroad names the country",
      {
        addresses: [
          {
            street: "Gasse",
            buildingNumber: "1",
            municipality: { value: "Wien" },
            country: { value: "Rakúska republika", code: "040" },
          },
        ],
      },
      { address: "Gasse 1, Wien, Rakúska republika" },
    ],
    [
      "of a sole trader the street is not kept",
      {
        fullNames: [{ value: "Ján Malý" }],
        legalForms: [{ value: { code: "101" } }],
        addresses: [
          { street: "Dlhá", buildingNumber: "3", postalCodes: ["81101"], municipality: { value: "Bratislava" } },
        ],
      },
      { name: "Ján Malý", address: "81101 Bratislava" },
    ],
    [
      "of a ceased sole trader only days are kept",
      {
        fullNames: [{ value: "Ján Malý" }],
        legalForms: [{ value: { code: "101" } }],
        termination: "2020-01-01",
        addresses: [{ municipality: { value: "Bratislava" } }],
      },
      { name: null, address: null, ceased: 20200101 },
    ],
    [
      "fields of the wrong kind are as good as missing",
      { fullNames: "x", addresses: [null, 3], legalForms: {}, statisticalCodes: [], establishment: 7 },
      { name: null, address: null, legalForm: null },
    ],
  ])("%s", (_title, more, expected) => {
    expect(records(entity(more), rpoReader("f", "2026-11-21"))[0]).toMatchObject(expected);
  });

  test("nothing of the persons in an entity gets into the record", () => {
    const firm = records(
      entity({
        fullNames: [{ value: "Firma" }],
        statutoryBodies: [{ fullName: "TAJNÁ OSOBA", address: "TAJNÁ ULICA" }],
        stakeholders: [{ personName: { value: "TAJNÁ OSOBA" } }],
      }),
    );
    expect(JSON.stringify(firm)).not.toContain("TAJNÁ");
  });

  test("a whole batch in one line, a line a record and a broken frame are all read", () => {
    const entities = [entity({}), entity({ identifiers: [{ value: "00000027" }] })];
    for (const text of [
      `{"exportDate":"2026-05-02","results":[${entities.join(",")}]}`,
      `{"exportDate":"2026-05-02","results":[${entities[0]}\n,${entities[1]}]}`,
      `{"exportDate":"2026-05-02","results":[\n${entities.join(",\n")}\n],"license":"text"}`,
      `{"exportDate":"2026-05-02","results":[\n${entities.join("\n,")}]}\n`,
      entities.join("\n"),
    ]) {
      expect(records(text).map(({ ico }) => ico)).toEqual([19, 27]);
    }
  });

  test("every number of an entity leads to it, that of today first", () => {
    const numbers = (...identifiers: object[]) =>
      records(entity({ identifiers, termination: "2015-06-30" }), rpoReader("f", "2026-11-21"));
    const former = { value: "71006036", validFrom: "2001-01-02", validTo: "2010-01-01" };
    const now = { value: "71005030", validFrom: "2010-01-02" };
    const other = { value: "71006028", validFrom: "2003-01-02" };
    expect(numbers(former, now).map(({ ico }) => ico)).toEqual([71005030, 71006036]);
    expect(numbers(now, other).map(({ ico, ceased }) => [ico, ceased])).toEqual([
      [71005030, 20150630],
      [71006028, 20150630],
    ]);
    expect(numbers(now, now)).toHaveLength(1);
    expect(numbers(now, { value: "no number" })).toHaveLength(1);
  });

  test("records without a number are counted, broken lines are bad", () => {
    expect(rpoReader("f").line('{"id":1,"identifiers":[]}', 1)).toEqual({ kind: "nothing", odd: "without_number" });
    expect(rpoReader("f").line('{"id":1,', 1)).toEqual({ kind: "bad", reason: "no JSON record" });
    expect(rpoReader("f").line("[1,2]", 1)).toEqual({ kind: "bad", reason: "no JSON record" });
    expect(rpoReader("f").line('{"identifiers":[{"value":"12"}]}', 1)).toEqual({
      kind: "bad",
      reason: "no usable identifier",
    });
  });

  test("a file without entities is refused unless it is an empty batch", () => {
    const empty = rpoReader("f.json");
    readAll(empty, '{"exportDate":"2026-05-02","results":[\n]}');
    expect(() => empty.end(2, 0)).not.toThrow();
    expect(() => rpoReader("f.json").end(9, 0)).toThrow(/^f\.json:9: there is no RPO entity/);
  });

  test("no line makes the reader fail", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.json({ maxDepth: 4 }),
      fc
        .record({ identifiers: fc.jsonValue(), fullNames: fc.jsonValue(), addresses: fc.jsonValue() })
        .map((value) => JSON.stringify(value)),
      fc.jsonValue().map((value) => entity({ addresses: [value], fullNames: [value], legalForms: [value] })),
    );
    fc.assert(
      fc.property(line, (text) => {
        const read = rpoReader("f").line(text, 1);
        for (const one of "kind" in read ? [read] : read) expect(["record", "bad", "nothing"]).toContain(one.kind);
      }),
    );
  });
});
