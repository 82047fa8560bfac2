import assert from "node:assert/strict";
import fc from "fast-check";
import { readFeedQuery } from "../../../src/faces/web/feed/feed-query.ts";
import { type QuestionIds, readSheet, sheetQuery } from "../../../src/faces/web/questionnaire/answers.ts";
import { readWhatIf } from "../../../src/faces/web/verdict/what-if-query.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkOwnWords, textOf } from "../oracles.ts";

const FEED_NAMES = ["jurisdiction", "topic", "source", "limit", "page", "when"] as const;

const ids: QuestionIds = new Map([
  ["governance", ["governance-01", "governance-02", "governance-09"]],
  ["crypto", ["crypto-01"]],
]);

const names = ["country", "code", "rev", "employees", "turnover", "balance", "service", "ico", "governance", "page"];

/** Query strings of pages: the what-if form, the questionnaire whose answers stand in the address, the filter of the feed. */
export const fuzzer: Fuzzer = {
  words: [
    ...names,
    "SK",
    "CZ",
    "35.11",
    "2.1",
    "60",
    "10 000 000",
    "1e9",
    "dns",
    "yyp-nx",
    "governance-01=partial",
    "&",
    "=",
  ],
  arbitrary: fc
    .array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom("SK", "35110", "60", "yyp"), fc.string())))
    .map((pairs) => new URLSearchParams(pairs.map(([name, text]) => [name, text.toWellFormed()])).toString()),
  check(input) {
    const query = new URLSearchParams(textOf(input));
    checkWhatIf(query);
    checkSheet(query);
    const filter = readFeedQuery(query, FEED_NAMES);
    for (const name of Object.keys(filter)) assert.ok(FEED_NAMES.some((known) => known === name));
  },
};

/** What is asked is stated right, or the page says what is wrong; nothing wrong is taken for "not stated". */
function checkWhatIf(query: URLSearchParams): void {
  const { values, errors, args } = readWhatIf(query, new Map(), "sk");
  for (const { message } of errors) checkOwnWords(message);
  assert.ok(args === undefined || errors.length === 0, "something wrong is asked all the same");
  if (args === undefined) return;
  for (const { code } of args.nace) assert.match(code, /^\d{2,5}$/);
  assert.equal(args.nace.length, values.codes.length, "a code is left out");
  for (const [typed, read] of [
    [values.employees, args.employees],
    [values.turnover, args.turnoverEur],
    [values.balance, args.balanceSheetEur],
  ] as const) {
    assert.ok(read === undefined || (typeof read === "number" && read >= 0), "an amount that is none");
    if (/\d/.test(typed)) assert.notEqual(read, undefined, "a number that was typed is taken for none");
  }
}

/** Answers in an address stay what they are when the address is written anew. */
function checkSheet(query: URLSearchParams): void {
  const sheet = readSheet(query, ids);
  const again = readSheet(new URLSearchParams(sheetQuery(sheet, ids)), ids);
  assert.deepEqual(again, sheet, "answers change when their address is written anew");
}
