import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { resReader } from "../../../src/sources/registers/res/read-res.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkEnd, type ReadLine, readFile } from "../register-lines.ts";

const HEADER = "ICO,DDATVZN,DDATZAN,FORMA,KATPO,NACE,NACE2025,FIRMA,TEXTADR,PSC,OBEC_TEXT,DATPLAT";

const cell = fc.oneof(
  fc.constantFrom("", "49240901", "2026-02-30", "0000-00-00", "2020-05-01", "101", "240", "35110", "00", '"a ""b"" c"'),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** `res_data.csv` of the Czech statistical office. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/res/recorded"],
  isRecorded: (name) => name === "res_data.csv",
  words: [...HEADER.split(","), "49240901", "2020-05-01", "101", "424", "35110", ",,,,,,"],
  arbitrary: fc
    .array(fc.array(cell, { minLength: 10, maxLength: 13 }), { maxLength: 5 })
    .map((rows) => [HEADER, ...rows.map((cells) => cells.join(","))].join("\r\n")),
  check(input) {
    const lines = readFile(input, "CZ", (memory) => resReader("res_data.csv", undefined, memory));
    const header = cellsOf(lines[0]?.text ?? "");
    for (const line of lines.slice(1)) checkRow(line, header?.indexOf("DDATZAN") ?? -1);
  },
};

function checkRow({ text, readings }: ReadLine, column: number): void {
  for (const reading of readings) {
    if (reading.kind !== "record") continue;
    const stated = cellsOf(text)?.[column];
    if (stated !== undefined) checkEnd(reading.record, stated);
  }
}

/** The cells of a line by another parser of CSV; `undefined` where it is none to that parser. */
function cellsOf(line: string): readonly string[] | undefined {
  try {
    const [cells]: (readonly string[])[] = parse(line, { relax_column_count: true, record_delimiter: "\n" });
    return cells;
  } catch {
    return undefined;
  }
}
