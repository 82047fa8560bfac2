import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import type { FirmRecord, LineReader, Reading } from "../snapshot/records/firm-record.ts";
import { readActivities } from "./activities.ts";
import { resReader } from "./read-res.ts";

const recorded = (name: string) => new URL(`./recorded/${name}`, import.meta.url).pathname;

function readAll(reader: LineReader, text: string): Reading[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.flatMap((line, index) => {
    const read = reader.line(line, index + 1);
    return "kind" in read ? [read] : [...read];
  });
}

const records = (readings: readonly Reading[]): FirmRecord[] =>
  readings.flatMap((reading) => (reading.kind === "record" ? [reading.record] : []));

const HEADER = "ICO,DDATVZN,DDATZAN,FORMA,KATPO,NACE,NACE2025,FIRMA,TEXTADR";
const row = (line: string) => readAll(resReader("f.csv"), `${HEADER}\n${line}`)[1];

describe("res_data.csv", () => {
  test("the recorded rows are read with the facts of their columns", async () => {
    const activities = await readActivities(recorded("res_pf_nace.csv"));
    const reader = resReader(recorded("res_data.csv"), activities);
    const firms = records(readAll(reader, readFileSync(recorded("res_data.csv"), "utf8")));
    expect(firms).toHaveLength(5);
    expect(reader.publishedOn()).toBe("2026-09-15");
    expect(firms[0]).toEqual({
      ico: 49240901,
      name: "Raiffeisenbank a.s.",
      address: "Hvězdova 1716/2b, 14000 Praha",
      town: "Praha Nusle",
      legalForm: 121,
      founded: 19930625,
      ceased: null,
      nace2: ["64190"],
      nace21: ["64190"],
      size: 460,
      employeesMin: null,
      employeesMax: null,
      turnoverEur: null,
      balanceSheetEur: null,
      outcome: null,
      outcomeDay: null,
      entity: null,
    });
    // The main code of each revision first, then the activities of the second file.
    expect(firms[2]).toMatchObject({
      name: 'Testovací "Penzion", s.r.o.',
      nace2: ["55101", "56101"],
      nace21: ["55100"],
    });
    expect(firms[3]).toMatchObject({ ico: 22222227, name: null, address: null, ceased: 20200131, nace2: [] });
    expect(firms[4]).toMatchObject({ name: "Vzor Obec a.s.", nace2: [], nace21: [] });
  });

  test("columns are found by name, in any order and with new ones between", () => {
    const text = "FIRMA,NOVY,ICO,NACE2025,NACE,KATPO,FORMA,DDATZAN,DDATVZN,TEXTADR\nFirma,x,00000019,,62,,,,,";
    expect(records(readAll(resReader("f.csv"), text))[0]).toMatchObject({ ico: 19, name: "Firma", nace2: ["62"] });
  });

  test("a file without the columns is refused, naming file, line and columns", () => {
    expect(() => readAll(resReader("wrong.csv"), "ICO,FIRMA\n1,x")).toThrow(RegisterFileError);
    expect(() => readAll(resReader("wrong.csv"), "ICO,FIRMA\n1,x")).toThrow(/^wrong\.csv:1: .*DDATVZN.*NACE2025/);
    expect(() => resReader("empty.csv").end(0, 0)).toThrow(/^empty\.csv:1: the file is empty/);
  });

  test.each<[string, string, Partial<FirmRecord>]>([
    ["00 is no activity", "00000019,,,112,000,00,0000,x,", { nace2: [], nace21: [] }],
    ["a short number is padded", "19000019,,,112,240,62,,x,", { ico: 19000019, size: 240 }],
    ["six digits are a number", "123456,,,112,240,62,,x,", { ico: 123456 }],
    [
      "a day of end that is no day is kept as one that cannot be read",
      "00000019,,2019-02-31,112,,,,x,",
      { ceased: -1 },
    ],
    ["a day of start that is no day is dropped", "00000019,2019-02-31,,112,,,,x,", { founded: null, ceased: null }],
    [
      "of a sole trader the street is not kept",
      '00000019,,,101,,,,"Jan Novák","Dlouhá 3, 11000 Praha"',
      { name: "Jan Novák", address: null },
    ],
    [
      "of a ceased sole trader only days are kept",
      '00000019,2001-01-01,2020-01-01,105,,,,"Jan Novák","Dlouhá 3"',
      { name: null, address: null, ceased: 20200101 },
    ],
    ["foreign traders are natural persons too", '00000019,,2020-01-01,424,,,,"Jan Novák",', { name: null }],
    ["a ceased company keeps its name", '00000019,,2020-01-01,112,,,,"Firma s.r.o.",', { name: "Firma s.r.o." }],
    [
      "blanks and control characters in a name become one blank",
      '00000019,,,112,,,,"  A\u0000\tB   C ",',
      { name: "A B C" },
    ],
  ])("%s", (_title, line, expected) => {
    const read = row(line);
    expect(read?.kind === "record" ? read.record : read).toMatchObject(expected);
  });

  test.each([
    ["00000000,,,112,,,,x,", "no usable ICO"],
    ["abc,,,112,,,,x,", "no usable ICO"],
    ["00000019,,,112", "4 columns instead of 9"],
    ['00000019,,,112,,,,"x,', "a quote is not closed"],
    ["00000019,,,112,,,,x,,", "10 columns instead of 9"],
  ])("%j is a bad row: %s", (line, reason) => {
    expect(row(line)).toEqual({ kind: "bad", reason });
  });

  test("a wrong check digit is counted and not refused", () => {
    expect(row("00000018,,,112,,,,x,")).toMatchObject({ kind: "record", odd: ["wrong_check_digit"] });
  });

  test("no line makes the reader fail", () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.constantFrom('"', "2019-02-31", "00", "999"),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
        const read = row(cells.join(","));
        expect(read === undefined || ["record", "bad", "nothing"].includes(read.kind)).toBe(true);
      }),
    );
  });
});
