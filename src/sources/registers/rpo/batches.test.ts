import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BucketObject } from "../download/read-bucket-page.ts";
import { dailiesAfter, newestWholeSet } from "./gather-batches.ts";

const LATEST = "2026-11-22";

const object = (key: string, size = 100): BucketObject => ({ key, size, etag: "e", lastModified: "" });

const set = (day: string, numbers: readonly number[], size?: number) =>
  numbers.map((number) => object(`batch-init/init_${day}_${String(number).padStart(3, "0")}.json.gz`, size));

const daily = (...days: string[]) => days.map((day) => object(`batch-daily/actual_${day}.json.gz`));

describe("the newest monthly set that is whole", () => {
  test("is the newest one, its files in order", () => {
    const found = newestWholeSet([...set("2026-10-03", [1, 2]), ...set("2026-11-07", [3, 1, 2])], LATEST);
    expect(found?.day).toBe("2026-11-07");
    expect(found?.files.map(({ key }) => key)).toEqual(set("2026-11-07", [1, 2, 3]).map(({ key }) => key));
    expect(found?.files[0]?.name).toBe("init_2026-11-07_001.json.gz");
  });

  test.each([
    ["a file is missing in the middle", [1, 3]],
    ["the first file is missing", [2, 3]],
    ["it begins with file 0", [0, 1]],
  ])("is the one before when %s", (_why, numbers) => {
    const objects = [...set("2026-10-03", [1, 2]), ...set("2026-11-07", numbers)];
    expect(newestWholeSet(objects, LATEST)?.day).toBe("2026-10-03");
  });

  test("is the one before while it is so much smaller that files are still to come", () => {
    const before = set("2026-10-03", [1, 2, 3]);
    expect(newestWholeSet([...before, ...set("2026-11-07", [1, 2])], LATEST)?.day).toBe("2026-10-03");
    expect(newestWholeSet([...before, ...set("2026-11-07", [1, 2, 3], 95)], LATEST)?.day).toBe("2026-11-07");
  });

  test("is none where every set has a gap", () => {
    expect(newestWholeSet(set("2026-11-07", [2]), LATEST)).toBeUndefined();
    expect(newestWholeSet([], LATEST)).toBeUndefined();
  });
});

describe("hostile keys", () => {
  const hostile = [
    "batch-init/init_2026-11-08_001.json.gz/../../x",
    "../batch-init/init_2026-11-08_001.json.gz",
    "/batch-init/init_2026-11-08_001.json.gz",
    "batch-init/init_2026-11-08_1.json.gz",
    "batch-init/init_2026-11-08_001.json.gz\n",
    "batch-init/init_2026-02-30_001.json.gz",
    "batch-init/init_9999-12-31_001.json.gz",
    "batch-init/init_２０２６-11-08_001.json.gz",
  ];

  test.each(hostile)("such as %j name no set", (key) => {
    expect(newestWholeSet([object(key)], LATEST)).toBeUndefined();
  });

  test("never become a path: names and keys are made of a checked day and number alone", () => {
    const piece = fc.oneof(
      fc.constantFrom("batch-init/init_", "batch-daily/actual_", "2026-11-08", "_001", ".json.gz", "../", "/", "\0"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 8 })), (keys) => {
        const objects = keys.map((parts) => object(parts.join("")));
        const batches = [...(newestWholeSet(objects, LATEST)?.files ?? []), ...dailiesAfter(objects, "", LATEST)];
        for (const { key, name } of batches) {
          expect(key).toMatch(/^batch-(init|daily)\/[a-z]+_\d{4}-\d\d-\d\d(_\d{3})?\.json\.gz$/);
          expect(key.endsWith(`/${name}`)).toBe(true);
        }
      }),
    );
  });
});

describe("daily batches", () => {
  test("are those later than the set, the oldest first, each once", () => {
    const objects = daily("2026-11-09", "2026-11-07", "2026-11-08", "2026-10-30", "2026-11-09");
    expect(dailiesAfter(objects, "2026-11-07", LATEST).map(({ day }) => day)).toEqual(["2026-11-08", "2026-11-09"]);
  });

  test("of days that are yet to come are a mistake", () => {
    expect(dailiesAfter(daily("2027-01-01", "2026-11-31"), "2026-11-07", LATEST)).toEqual([]);
  });

  test("have another version when their ETag changes, or without one their size or day", () => {
    const versions = [
      { etag: "a", size: 1 },
      { etag: "b", size: 1 },
      { etag: "", size: 1 },
      { etag: "", size: 2 },
    ].map((more) => dailiesAfter([{ ...object("batch-daily/actual_2026-11-08.json.gz"), ...more }], "", LATEST)[0]);
    expect(new Set(versions.map((batch) => batch?.version)).size).toBe(4);
  });
});
