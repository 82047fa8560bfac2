import fc from "fast-check";
import { readUnit, readUnitIds, ruzUnit, unitIds } from "../../../src/sources/registers/ruz/live-read.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkFacts, read, repliesOf, statedText } from "../live-answers.ts";

const ICO = "31322832";

/** Answers of RÚZ: the list of a firm's units, and a unit. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/ruz/recorded"],
  words: ["datumZrusenia", "0000-00-00", "2020-05-01", "ico", "id", "stav", "ZMAZANÉ", ICO, "pravnaForma", "101"],
  arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  check(input) {
    for (const reply of repliesOf(input)) {
      const unit = read(ruzUnit, () => readUnit(reply, ICO));
      if (unit !== undefined) checkFacts(() => unit.facts, statedText(reply.json, "datumZrusenia"));
      read(unitIds.nullable(), () => readUnitIds(reply));
    }
  },
};
