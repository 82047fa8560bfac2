import fc from "fast-check";
import { readRes, resFacts } from "../../../src/sources/registers/ares/read-res.ts";
import { mainActivities, readBatch, readSearch } from "../../../src/sources/registers/ares/read-search.ts";
import { readSubject } from "../../../src/sources/registers/ares/read-subject.ts";
import { readQuery } from "../../../src/sources/registers/query.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkFacts, checkHits, read, repliesOf, statedText } from "../live-answers.ts";
import { textOf } from "../oracles.ts";

/** Answers of ARES: the core record, the record of the statistical register, a search and its batch. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/registers/ares/recorded"],
  words: [
    "datumZaniku",
    "0000-00-00",
    "2020-05-01",
    "pravniForma",
    "101",
    "czNace",
    "NENALEZENO",
    "45274649",
    "zaznamy",
  ],
  arbitrary: fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  check(input) {
    const ico = /"ico(?:Id)?":\s*"(\d{8})"/.exec(textOf(input))?.[1] ?? "45274649";
    for (const reply of repliesOf(input)) {
      checkFacts(() => readSubject(reply, ico), statedText(reply.json, "datumZaniku"));
      read(resFacts.nullable(), () => readRes(reply, ico));
      checkHits(() => readSearch(reply, readQuery("cez")));
      read(mainActivities, () => readBatch(reply));
    }
  },
};
