import assert from "node:assert/strict";
import fc from "fast-check";
import { FetchFailure } from "../../../src/sources/registers/download/failure.ts";
import { readBucketPage } from "../../../src/sources/registers/download/read-bucket-page.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { promised, textOf } from "../oracles.ts";

const element = fc
  .tuple(
    fc.constantFrom("Contents", "Key", "Size", "ETag", "LastModified", "IsTruncated", "NextMarker", "x"),
    fc.string({ maxLength: 12 }),
  )
  .map(([name, text]) => `<${name}>${text}</${name}>`);

/** The list of files of RPO's bucket. */
export const fuzzer: Fuzzer = {
  words: ["<Contents>", "</Contents>", "<Key>", "</Key>", "<ListBucketResult>", "<!DOCTYPE x>", "<a>", "&amp;", "../"],
  arbitrary: fc
    .array(
      fc.oneof(
        element,
        fc.array(element, { maxLength: 4 }).map((all) => `<Contents>${all.join("")}</Contents>`),
      ),
    )
    .map((all) => `<ListBucketResult>${all.join("")}</ListBucketResult>`),
  check(input) {
    const page = promised(FetchFailure, () => readBucketPage(textOf(input), "https://bucket.test/"));
    for (const { key, size } of page?.objects ?? []) {
      assert.ok(key !== "" && key.length <= 1_024, "a key that is none");
      assert.ok(Number.isNaN(size) || size >= 0, "a size below nothing");
    }
  },
};
