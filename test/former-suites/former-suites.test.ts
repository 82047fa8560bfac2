import { describe, expect, test } from "vitest";
import { commitBefore, migrationFiles, runFormerSuite } from "./former-suite.ts";

/** Before the first two there was no state, and before the third no program read or wrote a table of it. */
const FIRST = 3;
/** `npm run former-suites` asks for every migration; here the newest stands for all. */
const wanted = migrationFiles().slice(process.env.FORMER_SUITES === "all" ? FIRST : -1);

describe.each(wanted)("the program of the commit before migration %s", (migration) => {
  const commit = commitBefore(migration);

  test.skipIf(commit === undefined)(
    "does everything it did on the new layout, so that both can run at once",
    async () => {
      const { passed, failed } = await runFormerSuite(commit ?? "", migration);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(20);
    },
    600_000,
  );
});
