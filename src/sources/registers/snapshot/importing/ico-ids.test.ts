import fc from "fast-check";
import { expect, test } from "vitest";
import { IcoIds } from "./ico-ids.ts";

test("the map of numbers answers as a Map does, however it grows", () => {
  const step = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.nat({ max: 0xffff_fffe }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 2_000 }), (steps) => {
      const ids = new IcoIds();
      const plain = new Map<number, number>();
      for (const [ico, id] of steps) {
        ids.set(ico, id);
        plain.set(ico, id);
      }
      expect(ids.size).toBe(plain.size);
      for (const [ico, id] of plain) expect(ids.get(ico)).toBe(id);
      expect(ids.get(99_999_998 - steps.length)).toBe(plain.get(99_999_998 - steps.length) ?? 0);
    }),
    { numRuns: 50 },
  );
});

test("a hundred thousand numbers in a row are all found", () => {
  const ids = new IcoIds();
  for (let ico = 1; ico <= 100_000; ico++) ids.set(ico * 7, ico);
  for (let ico = 1; ico <= 100_000; ico++) if (ids.get(ico * 7) !== ico) throw new Error(`number ${ico * 7} is lost`);
  expect(ids.get(3)).toBe(0);
});
