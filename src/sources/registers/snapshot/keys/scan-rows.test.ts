import { expect, test } from "vitest";
import { SIZE_CLASSES } from "../../register.ts";
import { codeOfBucket, sizeBucket, sizeKey, sizeKeyParts, sizePlaceOf } from "./scan-rows.ts";

test.each([
  [null, null, "unknown"],
  [0, 0, "small"],
  [25, 49, "small"],
  [20, 99, "unknown"],
  [50, 99, "medium"],
  [50, 249, "medium"],
  [200, 499, "unknown"],
  [50, null, "unknown"],
  [250, 499, "large"],
  [10_000, null, "large"],
])("a headcount of %s to %s is %s", (min, max, size) => {
  expect(SIZE_CLASSES[sizePlaceOf(min, max)]).toBe(size);
});

test("origin, class and size come back from their number", () => {
  for (const bucket of [sizeBucket(10, 19, 220), sizeBucket(null, null, 220), sizeBucket(null, null, null)]) {
    expect(sizeKeyParts(sizeKey(70_001, 812, bucket))).toEqual({ origin: 70_001, outcome: 812, bucket });
  }
  expect(codeOfBucket(sizeBucket(null, null, 220))).toBe(220);
  expect(codeOfBucket(sizeBucket(10, 19, 220))).toBeNull();
});
