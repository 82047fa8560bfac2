import fc from "fast-check";
import { ruzReader } from "../../../src/sources/registers/ruz/read-ruz.ts";
import { isRecord } from "../../../src/sources/registers/snapshot/records/json-record.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkEnd, endIn, readFile } from "../register-lines.ts";

const loose = fc.oneof(
  fc.constantFrom("31322832", "2026-02-30", "0000-00-00", "2020-05-01", "101", "05", "19200", "ZMAZANÉ", "", null),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 1 }),
);

const unit = fc.record(
  {
    ico: loose,
    stav: loose,
    nazovUJ: loose,
    mesto: loose,
    ulica: loose,
    psc: loose,
    datumZalozenia: loose,
    datumZrusenia: loose,
    pravnaForma: loose,
    skNace: loose,
    velkostOrganizacie: loose,
  },
  { requiredKeys: ["ico"] },
);

/** Accounting units of RÚZ, one a line. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/ruz/recorded"],
  isRecorded: (name) => name.startsWith("entity-"),
  words: [
    "ico",
    "datumZrusenia",
    "stav",
    "ZMAZANÉ",
    "NEVEREJNÁ",
    "31322832",
    "101",
    "0000-00-00",
    "velkostOrganizacie",
  ],
  arbitrary: fc.array(unit, { maxLength: 4 }).map((all) => all.map((one) => JSON.stringify(one)).join("\n")),
  check(input) {
    for (const { text, readings } of readFile(input, "SK", (memory) => ruzReader("ruz.ndjson", memory))) {
      const [reading, second] = readings;
      const stated = statedIn(text);
      if (reading?.kind === "record" && second === undefined && stated !== undefined) checkEnd(reading.record, stated);
    }
  },
};

/** The end that a line with one unit states; `undefined` where it is no such line. */
function statedIn(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isRecord(value)) return undefined;
    const { datumZrusenia } = value;
    return endIn(datumZrusenia);
  } catch {
    return undefined;
  }
}
