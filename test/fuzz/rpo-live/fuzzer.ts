import fc from "fast-check";
import { readQuery } from "../../../src/sources/registers/query.ts";
import { readEntity, readHit, rpoHit } from "../../../src/sources/registers/rpo/live-read.ts";
import { readSearch } from "../../../src/sources/registers/rpo/read-search.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkFacts, checkHits, read, repliesOf, statedText } from "../live-answers.ts";

const ICO = "31322832";

/** Answers of RPO: a search by number or name, and an entity. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/rpo/recorded"],
  isRecorded: (name) => name !== "batch.json",
  words: ["termination", "0000-00-00", "2020-05-01", "identifiers", "validTo", "results", ICO, "legalForms", "101"],
  arbitrary: fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)),
  check(input) {
    for (const reply of repliesOf(input)) {
      checkFacts(() => readEntity(reply, ICO, "2026-11-21"), statedText(reply.json, "termination"));
      read(rpoHit.nullable(), () => readHit(reply, ICO));
      checkHits(() => readSearch(reply, readQuery("slovnaft"), "2026-11-21"));
    }
  },
};
