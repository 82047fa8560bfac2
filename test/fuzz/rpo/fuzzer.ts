import fc from "fast-check";
import { rpoReader } from "../../../src/sources/registers/rpo/read-rpo.ts";
import { isRecord } from "../../../src/sources/registers/snapshot/records/json-record.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkEnd, endIn, readFile } from "../register-lines.ts";

const day = fc.constantFrom("2001-02-03", "2026-02-30", "0000-00-00", "", "x", "2020-05-01T00:00:00Z");
const history = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.record({ value, validFrom: day, validTo: day }, { requiredKeys: ["value"] }), { maxLength: 3 });

const entity = fc.record(
  {
    id: fc.oneof(fc.nat(), fc.double(), fc.string()),
    identifiers: history(fc.oneof(fc.constantFrom("31322832", "35 953 039", "1"), fc.jsonValue({ maxDepth: 1 }))),
    fullNames: history(fc.string({ unit: "binary", maxLength: 20 })),
    addresses: fc.jsonValue({ maxDepth: 3 }),
    establishment: fc.oneof(day, fc.jsonValue({ maxDepth: 1 })),
    termination: fc.oneof(day, fc.constant(null), fc.jsonValue({ maxDepth: 1 })),
    legalForms: history(fc.record({ code: fc.constantFrom("101", "112", "x", 121) })),
    statisticalCodes: fc.jsonValue({ maxDepth: 3 }),
  },
  { requiredKeys: [] },
);

/** A batch of RPO, the Slovak register of legal persons. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/rpo/recorded"],
  isRecorded: (name) => name === "batch.json" || name.startsWith("entity-"),
  words: ["termination", "identifiers", "legalForms", "validTo", "results", "31322832", "101", "0000-00-00", "]}"],
  arbitrary: fc
    .array(entity, { maxLength: 4 })
    .map((all) => `{"exportDate":"2026-05-02","results":[\n${all.map((one) => JSON.stringify(one)).join("\n,")}\n]}`),
  check(input) {
    const lines = readFile(input, "SK", (memory) => rpoReader("batch.json", "2026-05-02", memory));
    for (const { text, readings } of lines) {
      const [reading, second] = readings;
      const stated = statedIn(text);
      if (reading?.kind === "record" && second === undefined && stated !== undefined) checkEnd(reading.record, stated);
    }
  },
};

/** The end that a line with one entity states; `undefined` where it is no such line. */
function statedIn(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line.trim().replace(/^,/, "").replace(/,$/, ""));
    if (!isRecord(value)) return undefined;
    const { termination, results } = value;
    // A whole batch in one line has the ends inside.
    if (results !== undefined) return undefined;
    return endIn(termination);
  } catch {
    return undefined;
  }
}
