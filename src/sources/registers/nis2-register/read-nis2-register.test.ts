import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import type { FirmRecord } from "../snapshot/records/firm-record.ts";
import { nis2RegisterReader } from "./read-nis2-register.ts";

const recorded = readFileSync(new URL("./recorded/companies.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");

const HEADER = '{"type":"header","registerVersion":"2026-11-01","country":"SK","count":1}';

function readFirm(firm: object): FirmRecord | string {
  const reader = nis2RegisterReader("f", "SK");
  reader.line(HEADER, 1);
  const read = reader.line(JSON.stringify({ type: "company", ico: "00000019", country: "SK", ...firm }), 2);
  if (!("kind" in read)) return "several";
  return read.kind === "record" ? read.record : read.kind === "bad" ? read.reason : read.kind;
}

describe("the register with NIS2 categories", () => {
  test("the recorded firms are read with verdict, activity, headcount and day", () => {
    const reader = nis2RegisterReader("f", "SK");
    const readings = recorded.map((line, index) => reader.line(line, index + 1));
    expect(reader.publishedOn()).toBe("2026-11-01");
    expect(() => reader.end(7, 6)).not.toThrow();
    expect(readings[0]).toEqual({ kind: "nothing" });
    expect(readings[1]).toMatchObject({
      record: {
        ico: 19,
        name: "Vzorová distribučná, a.s.",
        nace2: ["35130"],
        employeesMin: 250,
        employeesMax: 499,
        outcome: { category: "essential", sector: "energy", reason: null },
        outcomeDay: 20261101,
      },
    });
    expect(readings[2]).toMatchObject({ record: { outcome: { category: "important", sector: "waste-management" } } });
    expect(readings[5]).toMatchObject({
      record: { outcome: { category: "unknown", sector: "public-administration", reason: "public_administration" } },
    });
  });

  test.each<[string, object, object]>([
    [
      "a category that is not in the contract is unknown",
      { category: "vital", reason: "other" },
      { outcome: { category: "unknown", sector: null, reason: null } },
    ],
    [
      "a reason stands with unknown only",
      { category: "essential", reason: "no_nace" },
      { outcome: { category: "essential", reason: null } },
    ],
    ["a sector that is no id is dropped", { category: "essential", sector: "<b>x</b>" }, { outcome: { sector: null } }],
    ["an ended firm has ceased on an unknown day", { status: "terminated" }, { ceased: 0 }],
    ["a status that is not in the contract is no end", { status: "sleeping" }, { ceased: null }],
    ["a code without a known revision is no code", { nace: "35130", naceRevision: "3" }, { nace2: [], nace21: [] }],
    ["a code of NACE Rev. 2.1 stays one", { nace: "35.13", naceRevision: "2.1" }, { nace2: [], nace21: ["3513"] }],
    [
      "an open headcount has no upper end",
      { employeesMin: 250, employeesMax: null },
      { employeesMin: 250, employeesMax: null },
    ],
    [
      "a headcount that contradicts itself loses its upper end",
      { employeesMin: 50, employeesMax: 9 },
      { employeesMin: 50, employeesMax: null },
    ],
    ["a headcount that is no number is none", { employeesMin: "many" }, { employeesMin: null, employeesMax: null }],
    ["an instant is read as its day", { updatedAt: "2026-10-05T07:00:00Z" }, { outcomeDay: 20261005 }],
    ["without a day the verdict is of the publication", {}, { outcomeDay: null }],
  ])("%s", (_title, firm, expected) => {
    expect(readFirm(firm)).toMatchObject(expected);
  });

  test.each([
    [{ country: "CZ" }, "another country"],
    [{ ico: "12" }, "no usable ico"],
  ])("%j is a bad row: %s", (firm, reason) => {
    expect(readFirm(firm)).toBe(reason);
  });

  test.each([
    ["", /^f:1: the file is empty/],
    ["{}", /^f:1: the first line must be/],
    ["not json", /^f:1: the first line must be/],
    ['{"type":"header","count":"6"}', /^f:1: the first line must be/],
    ['{"type":"header","count":-1}', /^f:1: the first line must be/],
    ['{"type":"header","count":0,"country":"CZ"}', /^f:1: the file is of another country/],
    [recorded.slice(0, -1).join("\n"), /^f:6: the file holds 5 firms, its header says 6/],
    [[...recorded, recorded[1] ?? ""].join("\n"), /^f:8: the file holds 7 firms, its header says 6/],
  ])("a file that is not whole is refused with its line: %#", (text, message) => {
    const read = () => {
      const reader = nis2RegisterReader("f", "SK");
      const lines = text === "" ? [] : text.split("\n");
      lines.forEach((line, index) => {
        reader.line(line, index + 1);
      });
      reader.end(lines.length, 0);
    };
    expect(read).toThrow(message);
    expect(read).toThrow(RegisterFileError);
  });

  test("no line after the header makes the reader fail", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.json({ maxDepth: 3 }),
      fc.jsonValue().map((value) =>
        JSON.stringify({
          type: "company",
          ico: "00000019",
          name: value,
          nace: value,
          naceRevision: value,
          category: value,
          sector: value,
          updatedAt: value,
          employeesMin: value,
        }),
      ),
    );
    fc.assert(
      fc.property(line, (text) => {
        const reader = nis2RegisterReader("f", "SK");
        reader.line(HEADER, 1);
        const read = reader.line(text, 2);
        for (const one of "kind" in read ? [read] : read) expect(["record", "bad", "nothing"]).toContain(one.kind);
      }),
    );
  });
});
