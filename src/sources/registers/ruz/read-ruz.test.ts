import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ruzReader } from "./read-ruz.ts";

const recorded = (name: string) =>
  JSON.stringify(JSON.parse(readFileSync(new URL(`./recorded/entity-${name}.json`, import.meta.url), "utf8")));

describe("RÚZ", () => {
  test("the recorded units give size code, activity in NACE Rev. 2, name and address", () => {
    expect(ruzReader("f").line(recorded("1689373-2018"), 1)).toEqual({
      kind: "record",
      odd: [],
      record: {
        ico: 50826042,
        name: "UOL SK s.r.o.",
        address: "Karpatské námestie 10A, 83106 Bratislava - mestská časť Rača",
        town: "Bratislava - mestská časť Rača",
        taxNumber: null,
        legalForm: 112,
        founded: 20170412,
        ceased: null,
        nace2: ["69200"],
        nace21: [],
        size: 0,
        employeesMin: null,
        employeesMax: null,
        turnoverEur: null,
        balanceSheetEur: null,
        outcome: null,
        outcomeDay: null,
        entity: null,
      },
    });
    expect(ruzReader("f").line(recorded("449752"), 1)).toMatchObject({ record: { size: null, nace2: ["19200"] } });
  });

  test("deleted and non-public units are counted and passed over", () => {
    for (const name of ["deleted", "nonpublic"]) {
      expect(ruzReader("f").line(recorded(name), 1)).toEqual({ kind: "nothing", odd: "not_public" });
    }
    const shown = JSON.stringify({ ico: "00000019", stav: "ZMAZANÉ", nazovUJ: "x" });
    expect(ruzReader("f").line(shown, 1)).toEqual({ kind: "nothing", odd: "not_public" });
  });

  test("of a sole trader the street is not kept, of a ceased one only days", () => {
    const trader = {
      ico: "00000019",
      pravnaForma: "101",
      nazovUJ: "Ján Malý",
      ulica: "Dlhá 3",
      mesto: "Nitra",
      psc: "94901",
    };
    expect(ruzReader("f").line(JSON.stringify(trader), 1)).toMatchObject({
      record: { name: "Ján Malý", address: "94901 Nitra" },
    });
    const ceased = { ...trader, datumZrusenia: "2020-01-01" };
    expect(ruzReader("f").line(JSON.stringify(ceased), 1)).toMatchObject({
      record: { name: null, address: null, ceased: 20200101 },
    });
  });

  test("a file without units is refused with file and line", () => {
    const reader = ruzReader("ruz.ndjson");
    reader.line('{"x":1}', 1);
    expect(() => reader.end(1, 0)).toThrow(/^ruz\.ndjson:1: there is no RÚZ accounting unit/);
    reader.line(recorded("deleted"), 2);
    expect(() => reader.end(2, 0)).not.toThrow();
  });

  test("no line makes the reader fail", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.json({ maxDepth: 3 }),
      fc.jsonValue().map((value) =>
        JSON.stringify({
          ico: "00000019",
          nazovUJ: value,
          skNace: value,
          velkostOrganizacie: value,
          datumZrusenia: value,
        }),
      ),
    );
    fc.assert(
      fc.property(line, (text) => {
        const read = ruzReader("f").line(text, 1);
        for (const one of "kind" in read ? [read] : read) expect(["record", "bad", "nothing"]).toContain(one.kind);
      }),
    );
  });
});
