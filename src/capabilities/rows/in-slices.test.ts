import { expect, test } from "vitest";
import { jsonInSlices, readInSlices } from "./in-slices.ts";

test("a value in slices has the bytes of the usual JSON", async () => {
  const item = { id: 1, list: [{ a: [] }, "line\nline"], nothing: null, untrusted: { name: "<b>\u2028" } };
  for (const value of [
    {},
    { a: 1 },
    { a: undefined, list: [], deep: { b: [1, { c: 2 }] }, items: [item, item, "x", null] },
  ]) {
    expect(await jsonInSlices(value)).toBe(JSON.stringify(value, null, 2));
  }
});

test("a list is read to its end, page after page", async () => {
  for (const length of [0, 499, 500, 1_203]) {
    const read = await readInSlices<number>(async (size, after = -1) =>
      Array.from({ length: Math.min(size, length - 1 - after) }, (_, index) => after + 1 + index),
    );
    expect(read).toEqual(Array.from({ length }, (_, index) => index));
  }
});
