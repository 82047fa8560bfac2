import { expect, test } from "vitest";
import { MIGRATIONS } from "./list.ts";
import { concurrentIndex } from "./migration.ts";

test("the steps are numbered without a gap, and have names of their own", () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
  expect(new Set(MIGRATIONS.map(({ name }) => name)).size).toBe(MIGRATIONS.length);
});

test("a step that builds an index while others write is nothing but that index", () => {
  for (const step of MIGRATIONS) if (step.isConcurrent === true) concurrentIndex(step, "dosah");
  const step = { version: 9, name: "x" };
  expect(concurrentIndex({ ...step, text: "CREATE INDEX a_b ON a (b DESC, c) " }, "dosah")).toEqual([
    "DROP INDEX CONCURRENTLY IF EXISTS dosah.a_b",
    "CREATE INDEX CONCURRENTLY a_b ON dosah.a (b DESC, c)",
  ]);
  for (const text of ["CREATE INDEX a_b ON a (b); DROP TABLE a", "ALTER TABLE a ADD COLUMN b text"]) {
    expect(() => concurrentIndex({ ...step, text: `${text};` }, "dosah")).toThrow(/migration 9/);
  }
});
