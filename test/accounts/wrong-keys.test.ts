import { describe, expect, test } from "vitest";
import { tryWrongKeys } from "../../bench/accounts/wrong-keys.ts";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";

/** The short form of `node bench/accounts/keys.ts`, which tries a million. */
const KEYS = 20_000;

describe.each([
  ["SQLite", true],
  ["PostgreSQL", hasPostgres],
] as const)("twenty thousand wrong keys on %s", (kind, isThere) => {
  test.skipIf(!isThere)(
    "let nobody in, write nothing, are refused beyond a hundred a minute and address, and leave a right key as it was",
    { timeout: 120_000 },
    async () => {
      // What they take of the memory is the room of the counts, which is fixed; the bench measures it.
      const { heapMb: _, ...done } = await tryWrongKeys(kind, KEYS);
      // Of the two hundred from one address a hundred are let through to be refused.
      expect(done).toEqual({ tried: KEYS, letIn: 0, tooMany: KEYS / 100 - 100, written: 0, rightKeyWorks: true });
    },
  );
});
